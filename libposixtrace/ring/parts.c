/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Splitting pieces by writers; see parts.h. */
#include "ring/parts.h"

#include <string.h>

#include "ring/order.h"

void pxt_parts_begin(struct pxt_parts *parts, const struct pxt_piece *piece,
		     const unsigned char *records, uint32_t from)
{
	parts->piece = piece;
	parts->records = records;
	pxt_cursor_init_ring(&parts->cursor, &piece->header, records, from,
			     piece->to);
	parts->has_event = pxt_cursor_next(&parts->cursor, &parts->event);
}

/* The begin of the record of the last event read. */
static const unsigned char *begin_of(const struct pxt_parts *parts)
{
	const bool is_control =
		parts->piece->header.kind == PXT_KIND_CONTROL;

	return parts->cursor.pos -
	       pxt_record_size(parts->event.len +
			       (is_control ? sizeof(struct pxt_origin) : 0));
}

bool pxt_parts_next(struct pxt_parts *parts, struct pxt_chunk_header *header,
		    uint32_t *from)
{
	struct pxt_event *event = &parts->event;
	const void *owner = parts->cursor.owner;
	const unsigned char *begin, *end;

	if (!parts->has_event)
		return false;
	begin = begin_of(parts);
	*from = (uint32_t)(begin - parts->records);
	*header = parts->piece->header;
	header->count = 0;
	/* Records after an owner record may begin long after the chunk's
	 * base. */
	if (header->serial) {
		header->base = event->ticks;
		header->thread = event->thread;
		header->pid = event->pid;
		header->tid = event->tid;
	}
	do {
		header->count++;
		header->last = event->ticks;
		end = parts->cursor.pos;
		parts->has_event = pxt_cursor_next(&parts->cursor, event);
	} while (parts->has_event && parts->cursor.owner == owner);
	header->used = (uint32_t)(end - begin);
	return true;
}

void pxt_parts_name(const struct pxt_view *view, const struct pxt_piece *piece,
		    uint32_t end, char name[PXT_COMM_SIZE])
{
	const struct pxt_chunk_header *header = pxt_chunk(view, piece->chunk);
	const unsigned char *records = (void *)(header + 1);
	const struct pxt_owner *next = NULL;
	struct pxt_cursor cursor;
	struct pxt_event event;
	uint32_t newest;

	/* This is the newest owner's name.  The name of an earlier owner is in
	 * the next owner record. */
	pxt_chunk_get_name(header, name);
	newest = (uint32_t)pxt_order_owners(pxt_chunk_owners(header));
	if (newest < end ||
	    newest > view->chunk_size - PXT_CHUNK_HEADER_SIZE - PXT_OWNER_SIZE)
		return;
	pxt_cursor_init(&cursor, &piece->header, records + end,
			newest + PXT_OWNER_SIZE - end);
	cursor.has_owners = true;
	do
		next = pxt_cursor_peek_owner(&cursor);
	while (!next && pxt_cursor_next(&cursor, &event));
	if (next)
		memcpy(name, next->former_comm, PXT_COMM_SIZE);
}
