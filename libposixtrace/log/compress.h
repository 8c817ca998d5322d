/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Compressing the records of a block.  The library that does it is loaded
 * when the first log needs it, so that programs which only trace need not
 * have it, nor take the time to load it.
 */
#ifndef PXT_LOG_COMPRESS_H
#define PXT_LOG_COMPRESS_H

#include <stddef.h>

enum { PXT_COMPRESS_LEVEL_MOST = 19 };

struct pxt_packer;

/* Can it be done here?  0, or ENOTSUP. */
int pxt_compress_check(void);

/* ENOTSUP, ENOMEM. */
int pxt_packer_open(int level, struct pxt_packer **out);
/* NULL is fine. */
void pxt_packer_close(struct pxt_packer *packer);

/* The bytes written to `to`; 0: they would not fit into `room`. */
size_t pxt_pack(struct pxt_packer *packer, const void *from, size_t len,
		void *to, size_t room);

/* Exactly `size` bytes must come out.  EBADMSG, ENOTSUP. */
int pxt_unpack(const void *from, size_t len, void *to, size_t size);

#endif
