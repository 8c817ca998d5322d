/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Control chunks of one event; see single.h. */
#include "source/single.h"

#include <assert.h>
#include <string.h>

#include <trace.h>

enum { COMPOSED_MAX = sizeof(struct pxt_origin) + PXT_SINGLE_DATA_MAX };

static_assert(PXT_CHUNK_HEADER_SIZE + PXT_HEAD_SIZE + COMPOSED_MAX <=
	      PXT_SINGLE_SIZE, "a chunk holds it");

void pxt_single_composed(int32_t target, unsigned id, uint64_t ticks,
			 uintptr_t address, const void *composed, size_t len,
			 void *chunk)
{
	struct pxt_chunk_header *header = chunk;

	*header = (struct pxt_chunk_header){
		.magic = PXT_CHUNK_MAGIC,
		.used = (uint32_t)pxt_record_size(len),
		.lease = 1,
		.pid = target,
		.base = ticks,
		.last = ticks,
		.count = 1,
		.kind = PXT_KIND_CONTROL,
		.lane = 0,	/* the first lane is the controller's */
	};
	memcpy(pxt_record_put((unsigned char *)(header + 1), ticks, address, id,
			      len),
	       composed, len);
}

void pxt_single(int32_t target, unsigned id, uint64_t ticks, const void *data,
		size_t len, void *chunk)
{
	const struct pxt_origin origin = { .pid = target };
	unsigned char composed[COMPOSED_MAX];

	assert(len <= PXT_SINGLE_DATA_MAX);
	memcpy(composed, &origin, sizeof(origin));
	memcpy(composed + sizeof(origin), data, len);
	pxt_single_composed(target, id, ticks, 0, composed,
			    sizeof(origin) + len, chunk);
}

void pxt_single_gap(int32_t target, uint64_t ticks, const struct pxt_gap *gap,
		    void *chunk)
{
	pxt_single(target, POSIX_TRACE_OVERFLOW, ticks, gap, sizeof(*gap),
		   chunk);
}

void pxt_single_end(int32_t target, uint64_t ticks, void *chunk)
{
	const int automatic = 1;

	pxt_single(target, POSIX_TRACE_STOP, ticks, &automatic,
		   sizeof(automatic), chunk);
}
