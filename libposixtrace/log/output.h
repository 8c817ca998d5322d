/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A file that is written: which descriptors will do, and whole transfers. */
#ifndef PXT_LOG_OUTPUT_H
#define PXT_LOG_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

#include "log/file.h"

/*
 * A descriptor of our own for writing into the file of `fd`; *size is the
 * size it has.  `probe` is what a character device is offered for its error.
 * Errors as of pxt_log_create().
 */
int pxt_output_open(int fd, const void *probe, size_t len,
		    struct pxt_file *out, uint64_t *size);

/*
 * Write all of `n` pieces, one after the other, at an offset; *written is how
 * far it got.  `iov` is modified.
 */
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

/*
 * Claim room after the end of the file, whose size does not change.  Errors
 * are reported by the write.
 */
void pxt_output_claim(const struct pxt_file *file, uint64_t offset,
		      uint64_t len);

#endif
