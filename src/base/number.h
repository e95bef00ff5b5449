/* Numbers as text, the same in every locale. */

#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

/* Enough for any number below, its NUL included. */
#define NUMBER_SIZE	48

/*
 * Replaces the decimal point that a locale put into a number just formatted,
 * of whatever bytes it is, by ".".
 */
void	 number_fix_point(char *);

/*
 * Writes a finite number so that it reads back as the same double: whole ones
 * below 2^53 without point or exponent, any other in the shortest form of 15
 * to 17 digits.  Returns the text.
 */
const char *number_format(double, char [NUMBER_SIZE]);

#endif
