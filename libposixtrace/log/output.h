/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Files, as logs use them: which descriptors will do, and whole transfers. */
#ifndef PXT_LOG_OUTPUT_H
#define PXT_LOG_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>

/*
 * A descriptor of our own.  The program may close it all the same, as by
 * close_range(2), and open a file that gets its number.  So before each use
 * the file behind it is looked at: if it is another one, the call is EBADF,
 * and nothing is done to that file or its descriptor.
 */
struct pxt_file {
	int fd;			/* -1: it is closed */
	dev_t device;
	ino_t inode;
};

/*
 * A descriptor of our own for writing into the file of `fd`; *size is the
 * size it has.  `probe` is what a character device is offered for its error.
 * Errors as of pxt_log_create().
 */
int pxt_output_open(int fd, const void *probe, size_t len,
		    struct pxt_file *out, uint64_t *size);

/* Async-signal-safe. */
void pxt_file_close(struct pxt_file *file);

/* A file that is read. */
struct pxt_input {
	struct pxt_file file;
	bool may_seek;		/* its offset is our own too */
	uint64_t size;
};

/* Errors as of pxt_log_open(). */
int pxt_input_open(struct pxt_input *input, int fd);
/* What is written, for reading; EACCES: that cannot be. */
int pxt_input_open_again(struct pxt_input *input,
			 const struct pxt_file *file);
void pxt_input_close(struct pxt_input *input);

/* Write all of `n` pieces, one behind the other, at an offset; *written tells
 * how far it got.  What `iov` says is used up. */
int pxt_output_writev(const struct pxt_file *file, struct iovec *iov, int n,
		      uint64_t offset, size_t *written);
int pxt_output_write(const struct pxt_file *file, const void *data, size_t len,
		     uint64_t offset);

/* Wait until all is on the disk. */
int pxt_output_sync(const struct pxt_file *file);

/*
 * Does it pay to claim the room of a large write before?  On ext4, which else
 * reserves room for each page by itself.  Other file systems do that better,
 * or worse: tmpfs would do all the work twice.
 */
bool pxt_output_claims(const struct pxt_file *file);

/* Claim room behind the end of the file, which stays where it is.  What comes
 * of it the write will tell. */
void pxt_output_claim(const struct pxt_file *file, uint64_t offset,
		      uint64_t len);

/* Read up to `len` bytes; *got is less only at the end of the file. */
int pxt_input_read(const struct pxt_input *input, void *data, size_t len,
		   uint64_t offset, size_t *got);

/* Where data begins at or behind `offset`, as far as the system can tell. */
uint64_t pxt_input_skip_hole(const struct pxt_input *input, uint64_t offset);

#endif
