/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Adds up what the file has refused; see refused.h. */
#include "stream/refused.h"

void pxt_refused_add(struct pxt_refused *refused, struct pxt_log *log,
		     const struct pxt_log_chunk *chunk)
{
	const struct pxt_chunk_header *header = chunk->header;
	const uint64_t before = pxt_log_lost(log);
	struct pxt_gap *gap = &refused->gap, inner;
	uint64_t first = header->base, n = 0, reported = 0;
	struct pxt_cursor cursor;
	struct pxt_event event;

	pxt_log_discard(log, header, chunk->records);
	pxt_cursor_init(&cursor, header, chunk->records, header->used);
	while (pxt_cursor_next(&cursor, &event)) {
		if (n++ == 0)
			first = event.ticks;
		/* Only the controller records gaps. */
		if (header->kind == PXT_KIND_CONTROL &&
		    pxt_event_gap(&event, &inner))
			reported += inner.events;
	}
	if (!gap->events || header->last < refused->at)
		refused->at = header->last;
	if (!gap->events || first < gap->first)
		gap->first = first;
	refused->of_log += pxt_log_lost(log) - before;
	gap->events += pxt_log_lost(log) - before + reported;
}
