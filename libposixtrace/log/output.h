/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A file that is written: checks of its descriptor, and complete writes. */
#ifndef PXT_LOG_OUTPUT_H
#define PXT_LOG_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

#include "log/file.h"

/*
 * Open a descriptor of our own for writing into the file of `fd`, whose size is
 * *size.  `probe` is written to a character device to get its error.  Errors as
 * of pxt_log_create().
 */
int pxt_output_open(int fd, const void *probe, size_t len,
		    struct pxt_file *out, uint64_t *size);

/*
 * Write all of `n` pieces, adjacent, at an offset; *written is the number of
 * bytes written also on failure.  `iov` is modified.
 */
int pxt_output_writev(const struct pxt_file *file, struct iovec *iov, int n,
		      uint64_t offset, size_t *written);
int pxt_output_write(const struct pxt_file *file, const void *data, size_t len,
		     uint64_t offset);

/*
 * Remove what is behind `offset`, if the file ends at `end`, where a write that failed
 * has got.  False: it does not, or cannot be shortened.
 */
bool pxt_output_cut(const struct pxt_file *file, uint64_t offset, uint64_t end);

/* Is the file still that long?  Also true if that cannot be found out. */
bool pxt_output_reaches(const struct pxt_file *file, uint64_t size);

/* Wait until everything is on the disk. */
int pxt_output_sync(const struct pxt_file *file);

/*
 * Is it faster to allocate the space of a large write first?  On ext4, which
 * else reserves space for each page separately.  Other file systems do that
 * better or, as tmpfs, would do all the work twice.
 */
bool pxt_output_claims(const struct pxt_file *file);

/*
 * Allocate space after the end of the file, whose size does not change.  Errors
 * are reported by the write.
 */
void pxt_output_claim(const struct pxt_file *file, uint64_t offset,
		      uint64_t len);

#endif
