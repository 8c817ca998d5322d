/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Compresses the records of a block.  libzstd is loaded when the first log
 * needs it, so programs that only trace neither need it nor spend time to load
 * it.
 */
#ifndef PXT_LOG_COMPRESS_H
#define PXT_LOG_COMPRESS_H

#include <stddef.h>

enum { PXT_COMPRESS_LEVEL_MOST = 19 };

struct pxt_packer;

/* Is compression available?  0, or ENOTSUP. */
int pxt_compress_check(void);

/* ENOTSUP, ENOMEM. */
int pxt_packer_open(int level, struct pxt_packer **out);
/* NULL is fine. */
void pxt_packer_close(struct pxt_packer *packer);

/* Returns the number of bytes written to `to`; 0: they exceed `room`. */
size_t pxt_pack(struct pxt_packer *packer, const void *from, size_t len,
		void *to, size_t room);

/* The result must have exactly `size` bytes.  EBADMSG, ENOTSUP. */
int pxt_unpack(const void *from, size_t len, void *to, size_t size);

#endif
