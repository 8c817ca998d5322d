/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Blocks of bytes on their way into the page: made smaller, as base64, each in
 * an element of its own that the browser takes for data and nothing else:
 *
 *	<script type="application/octet-stream" class="events"
 *	 data-form="gzip">H4sIAAAA...</script>
 *
 * There are two of the part that makes them smaller: packer-gzip.c with zlib,
 * and packer-plain.c, which leaves them as they are.  The build takes one.
 */
#ifndef POSIXTRACE_TOOLS_VIEW_PACKER_H
#define POSIXTRACE_TOOLS_VIEW_PACKER_H

#include <stdbool.h>
#include <stddef.h>

#include "common/out.h"

struct packer;

/* What it does to the bytes, as the page calls it: "gzip" or "plain". */
extern const char packer_form[];

/* NULL: no memory. */
struct packer *packer_create(void);
void packer_destroy(struct packer *packer);

/* The bytes, packed, until the next call.  NULL: no memory. */
const void *packer_pack(struct packer *packer, const void *bytes, size_t len,
			size_t *packed_len);

/* The element with the bytes; `kind` is the name of its class.  False: no
 * memory.  What cannot be written shows in out->error. */
bool packer_put(struct packer *packer, struct out *out, const char *kind,
		const void *bytes, size_t len);

#endif
