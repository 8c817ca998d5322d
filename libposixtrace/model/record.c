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
	cursor->owner = NULL;
	cursor->thread = header->thread;
	cursor->pid = header->pid;
	cursor->tid = header->tid;
	cursor->has_owners = false;
}

const void *pxt_cursor_peek_owner(const struct pxt_cursor *cursor)
{
	size_t left = (size_t)(cursor->end - cursor->pos);
	uint64_t word[2];

	if (!cursor->has_owners || left < PXT_OWNER_SIZE)
		return NULL;
	memcpy(word, cursor->pos, sizeof(word));
	return (word[1] >> 48 & 0x7fff) == PXT_ID_OWNER &&
	       word[0] >> 48 == sizeof(struct pxt_owner) ?
	       cursor->pos + sizeof(word) : NULL;
}

/* Its writer is that of the records behind it. */
static bool take_owner(struct pxt_cursor *cursor)
{
	const void *data = pxt_cursor_peek_owner(cursor);
	struct pxt_owner owner;

	if (!data)
		return false;
	memcpy(&owner, data, sizeof(owner));
	cursor->owner = data;
	cursor->thread = owner.thread;
	cursor->pid = owner.pid;
	cursor->tid = owner.tid;
	cursor->pos += PXT_OWNER_SIZE;
	return true;
}

bool pxt_cursor_pass(struct pxt_cursor *cursor, struct pxt_event *event)
{
	bool is_owner = false;

	while (take_owner(cursor))
		is_owner = true;
	return is_owner ? pxt_cursor_next(cursor, event) :
	       pxt_cursor_give_up(cursor);
}

void pxt_cursor_init_ring(struct pxt_cursor *cursor,
			  const struct pxt_chunk_header *header,
			  const void *records, size_t from, size_t to)
{
	const unsigned char *begin = records;
	const size_t newest = (uint32_t)header->serial;
	struct pxt_event event;

	pxt_cursor_init(cursor, header, begin, from);
	cursor->has_owners = header->kind == PXT_KIND_EVENTS;
	/* The newest owner, if that is before this place, else all of them. */
	if (newest && newest % 8 == 0 && newest < from) {
		cursor->pos = begin + newest;
		take_owner(cursor);
	}
	if (newest && !cursor->owner) {
		cursor->pos = begin;
		while (pxt_cursor_next(cursor, &event))
			;
	}
	cursor->ticks = header->base;
	cursor->pos = begin + from;
	cursor->end = begin + (to & ~(size_t)7);
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
