/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Files, as logs use them: which descriptors will do, and whole transfers. */
#ifndef PXT_LOG_OUTPUT_H
#define PXT_LOG_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

/*
 * A descriptor of our own for writing into the file of `fd`; *size is the
 * size it has.  `probe` is what a character device is offered for its error.
 * Errors as of pxt_log_create().
 */
int pxt_output_open(int fd, const void *probe, size_t len, int *out,
		    uint64_t *size);

/* A file that is read. */
struct pxt_input {
	int fd;			/* our own */
	bool may_seek;		/* its offset is our own too */
	uint64_t size;
};

/* Errors as of pxt_log_open(). */
int pxt_input_open(struct pxt_input *input, int fd);

/* Write all of `n` pieces, one behind the other, at an offset; *written tells
 * how far it got.  What `iov` says is used up. */
int pxt_output_writev(int fd, struct iovec *iov, int n, uint64_t offset,
		      size_t *written);
int pxt_output_write(int fd, const void *data, size_t len, uint64_t offset);

/*
 * Does it pay to claim the room of a large write before?  On ext4, which else
 * reserves room for each page by itself.  Other file systems do that better,
 * or worse: tmpfs would do all the work twice.
 */
bool pxt_output_claims(int fd);

/* Claim room behind the end of the file, which stays where it is.  What comes
 * of it the write will tell. */
void pxt_output_claim(int fd, uint64_t offset, uint64_t len);

/* Read up to `len` bytes; *got is less only at the end of the file. */
int pxt_input_read(const struct pxt_input *input, void *data, size_t len,
		   uint64_t offset, size_t *got);

/* Where data begins at or behind `offset`, as far as the system can tell. */
uint64_t pxt_input_skip_hole(const struct pxt_input *input, uint64_t offset);

#endif
