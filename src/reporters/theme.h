/* How pages and drawings look: CSS, light and dark, for print too. */

#ifndef REPORTERS_THEME_H
#define REPORTERS_THEME_H

#include <stdio.h>

/* What a drawing that is a file of its own needs. */
void	 theme_write_drawing(FILE *);

/* What a page and the drawings in it need. */
void	 theme_write_page(FILE *);

#endif
