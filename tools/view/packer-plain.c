/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Uncompressed blocks, in a build without zlib. */
#include "view/packer.h"

const char packer_form[] = "plain";

/* It has no state. */
struct packer {
	char nothing;
};

static struct packer only;

struct packer *packer_create(void)
{
	return &only;
}

void packer_destroy(struct packer *packer)
{
	(void)packer;
}

const void *packer_pack(struct packer *packer, const void *bytes, size_t len,
			size_t *packed_len)
{
	(void)packer;
	*packed_len = len;
	return bytes;
}
