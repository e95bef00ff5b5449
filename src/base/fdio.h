/* Whole reads and writes, and the flags of descriptors. */

#ifndef BASE_FDIO_H
#define BASE_FDIO_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Reads or writes exactly so many bytes on a blocking descriptor, however
 * many calls and interruptions that takes.  0, or -1 with errno set; the end
 * of the input before the last byte is -1 with errno 0.
 */
int	 fdio_read_all(int, void *, size_t);
int	 fdio_write_all(int, const void *, size_t);

/* 0, or -1 with errno set. */
int	 fdio_set_cloexec(int);
int	 fdio_set_blocking(int, bool blocking);

/* Two ends of a pipe, closed by exec, neither of them 0, 1 or 2.  0, or -1
 * with errno set and nothing open. */
int	 fdio_pipe(int [2]);

/* The same for a pair of connected AF_UNIX stream sockets. */
int	 fdio_socketpair(int [2]);

/* The same of another type, SOCK_DGRAM or SOCK_SEQPACKET. */
int	 fdio_socketpair_of(int type, int [2]);

/* Closes the descriptor, if it is one, and sets it to -1. */
void	 fdio_close(int *);

/* Moves it to the lowest number that is free, if that is lower. */
void	 fdio_lower(int *);

/* Closes all descriptors from the first to one less than the end. */
void	 fdio_close_range(int first, int end);

/*
 * Opens /dev/null on each of 0, 1 and 2 that is closed, so that no descriptor
 * opened later can be taken for standard output.  Bit N of the answer: N was
 * closed.  -1 with errno set where that is impossible.
 */
int	 fdio_occupy_standard(void);

#endif
