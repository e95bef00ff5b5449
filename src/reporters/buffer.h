/* A text that grows, piece by piece, until it is written as a paragraph. */

#ifndef REPORTERS_BUFFER_H
#define REPORTERS_BUFFER_H

#include <stddef.h>
#include <stdio.h>

/* Zeroed: empty.  Owns its text, which is NULL as long as nothing was added. */
struct buffer {
	char	*text;
	size_t	 length, room;
};

void	 buffer_add(struct buffer *, const char *);
void	 buffer_add_format(struct buffer *, const char *, ...)
#if defined(__GNUC__)
	     __attribute__((format(printf, 2, 3)))
#endif
	     ;

/* Writes it by format_paragraph(), and empties it. */
void	 buffer_write(struct buffer *, FILE *, size_t indent);

/* Empties it. */
void	 buffer_free(struct buffer *);

#endif
