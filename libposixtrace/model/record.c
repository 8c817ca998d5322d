/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The rare parts of the decoder of records; see record.h. */
#include "model/record.h"

#include <string.h>

void pxt_cursor_init(struct pxt_cursor *cursor,
		     const struct pxt_chunk_header *header,
		     const void *records, size_t size)
{
	cursor->header = header;
	cursor->pos = records;
	cursor->end = cursor->pos + (size & ~(size_t)7);
	cursor->ticks = header->base;
}

bool pxt_cursor_take_origin(struct pxt_event *event)
{
	struct pxt_origin origin;

	if (event->len < sizeof(origin))
		return false;
	memcpy(&origin, event->data, sizeof(origin));
	event->thread = origin.thread;
	event->pid = origin.pid;
	event->tid = origin.tid;
	event->data = (const char *)event->data + sizeof(origin);
	event->len -= sizeof(origin);
	return true;
}

bool pxt_cursor_give_up(struct pxt_cursor *cursor)
{
	/* Keep pos: being before the end, it indicates the damage. */
	cursor->end = cursor->pos + 1;
	return false;
}

bool pxt_chunk_header_is_valid(const struct pxt_chunk_header *header,
			       size_t size)
{
	return header->magic == PXT_CHUNK_MAGIC &&
	       size >= PXT_CHUNK_HEADER_SIZE &&
	       header->used <= size - PXT_CHUNK_HEADER_SIZE &&
	       header->used % 8 == 0 && header->lease != 0 &&
	       (header->kind == PXT_KIND_EVENTS ||
		header->kind == PXT_KIND_CONTROL);
}
