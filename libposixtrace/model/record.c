/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The decoder of records; see record.h for the bytes. */
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

/* Move the origin from the front of the data to where it is reported. */
static bool take_origin(struct pxt_event *event)
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

static bool give_up(struct pxt_cursor *cursor)
{
	/* Keep pos: that it is not at the end tells of the damage. */
	cursor->end = cursor->pos + 1;
	return false;
}

bool pxt_cursor_next(struct pxt_cursor *cursor, struct pxt_event *event)
{
	size_t left = (size_t)(cursor->end - cursor->pos);
	uint64_t word[2], base = cursor->header->base;

	if (left < sizeof(word))
		return left ? give_up(cursor) : false;
	memcpy(word, cursor->pos, sizeof(word));

	event->len = word[0] >> 48;
	event->ticks = base + ((word[0] - base) & PXT_TICKS_MASK);
	event->address = word[1] & PXT_TICKS_MASK;
	event->id = (word[1] >> 48) & 0x7fff;
	event->truncated = word[1] >> 48 & PXT_RECORD_TRUNCATED;
	event->data = cursor->pos + sizeof(word);
	event->thread = cursor->header->thread;
	event->pid = cursor->header->pid;
	event->tid = cursor->header->tid;
	if (pxt_record_size(event->len) > left || event->id == 0 ||
	    event->id >= PXT_ID_SPACE || event->ticks < cursor->ticks ||
	    event->ticks - base > PXT_CHUNK_SPAN)
		return give_up(cursor);
	cursor->pos += pxt_record_size(event->len);
	cursor->ticks = event->ticks;

	if (cursor->header->kind == PXT_KIND_CONTROL && !take_origin(event))
		return give_up(cursor);
	return true;
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
