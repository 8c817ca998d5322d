/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Compression in a library that is built without it. */
#include <errno.h>

#include "log/compress.h"

int pxt_compress_check(void)
{
	return ENOTSUP;
}

int pxt_packer_open(int level, struct pxt_packer **out)
{
	(void)level;
	(void)out;
	return ENOTSUP;
}

void pxt_packer_close(struct pxt_packer *packer)
{
	(void)packer;
}

size_t pxt_pack(struct pxt_packer *packer, const void *from, size_t len,
		void *to, size_t room)
{
	(void)packer;
	(void)from;
	(void)len;
	(void)to;
	(void)room;
	return 0;
}

int pxt_unpack(const void *from, size_t len, void *to, size_t size)
{
	(void)from;
	(void)len;
	(void)to;
	(void)size;
	return ENOTSUP;
}
