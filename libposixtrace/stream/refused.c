/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Adds up what the file has refused; see refused.h. */
#include "stream/refused.h"

#include <string.h>

/* Events that the stream has lost, if this is the record that reports them. */
static uint64_t reported_by(const struct pxt_event *event)
{
	struct pxt_gap gap;

	if (event->id != POSIX_TRACE_OVERFLOW || event->len < sizeof(gap))
		return 0;
	memcpy(&gap, event->data, sizeof(gap));
	return gap.events;
}

void pxt_refused_add(struct pxt_refused *refused, struct pxt_log *log,
		     const struct pxt_log_chunk *chunk)
{
	const struct pxt_chunk_header *header = chunk->header;
	const uint64_t before = pxt_log_lost(log);
	struct pxt_gap *gap = &refused->gap;
	uint64_t first = header->base, n = 0, reported = 0;
	struct pxt_cursor cursor;
	struct pxt_event event;

	pxt_log_discard(log, header, chunk->records);
	pxt_cursor_init(&cursor, header, chunk->records, header->used);
	while (pxt_cursor_next(&cursor, &event)) {
		if (n++ == 0)
			first = event.ticks;
		/* Only the controller records gaps. */
		if (header->kind == PXT_KIND_CONTROL)
			reported += reported_by(&event);
	}
	if (!gap->events || header->last < refused->at)
		refused->at = header->last;
	if (!gap->events || first < gap->first)
		gap->first = first;
	refused->of_log += pxt_log_lost(log) - before;
	gap->events += pxt_log_lost(log) - before + reported;
}
