/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Sums of gaps; see gaps.h. */
#include "source/gaps.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/record.h"
#include "ring/chunk.h"

static void visit_chunk(const unsigned char *bytes,
			void (*visit)(const struct pxt_event *event, void *arg),
			void *arg)
{
	struct pxt_chunk_header header;
	struct pxt_cursor cursor;
	struct pxt_event event;

	memcpy(&header, bytes, sizeof(header));
	pxt_cursor_init(&cursor, &header, bytes + PXT_CHUNK_HEADER_SIZE,
			header.used);
	while (pxt_cursor_next(&cursor, &event))
		visit(&event, arg);
}

static bool is_control(const struct pxt_rescue *rescue,
		       const struct pxt_rescued *piece)
{
	return piece->chunk >= PXT_RESCUED_STOP ||
	       pxt_chunk(&rescue->view, piece->chunk)->kind == PXT_KIND_CONTROL;
}

int pxt_gaps_visit(const struct pxt_log_reader *log,
		   const struct pxt_rescue *rescue,
		   void (*visit)(const struct pxt_event *event, void *arg),
		   void *arg)
{
	unsigned char *bytes = malloc(pxt_log_get_head(log)->chunk_size);
	const struct pxt_log_block *block;
	size_t n;

	if (!bytes)
		return ENOMEM;
	block = pxt_log_get_blocks(log, &n);
	for (size_t i = 0; i < n; i++)
		if (block[i].kind == PXT_KIND_CONTROL &&
		    pxt_log_load(log, &block[i], bytes) == 0)
			visit_chunk(bytes, visit, arg);
	for (size_t i = 0; rescue && i < rescue->n; i++)
		if (is_control(rescue, &rescue->piece[i]) &&
		    pxt_rescue_load(rescue, &rescue->piece[i], bytes))
			visit_chunk(bytes, visit, arg);
	free(bytes);
	return 0;
}

static void add_gap(const struct pxt_event *event, void *arg)
{
	uint64_t *events = arg;
	struct pxt_gap gap;

	if (pxt_event_gap(event, &gap))
		*events += gap.events;
}

int pxt_gaps_sum(const struct pxt_log_reader *log,
		 const struct pxt_rescue *rescue, uint64_t *events)
{
	*events = 0;
	return pxt_gaps_visit(log, rescue, add_gap, events);
}
