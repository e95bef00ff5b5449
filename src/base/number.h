/* Numbers as text, the same in every locale. */

#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

/*
 * Replaces the decimal point that a locale put into a number just formatted,
 * of whatever bytes it is, by ".".
 */
void	 number_fix_point(char *);

#endif
