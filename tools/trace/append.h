/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Writes events that were read as records of a chunk. */
#ifndef TRACE_APPEND_H
#define TRACE_APPEND_H

#include <string.h>

#include "model/record.h"

/*
 * Append an event to the records of a chunk, for which there is room, with
 * `front_len` bytes in front of its data.  Returns the size of the record.
 */
static inline uint32_t append_event(struct pxt_chunk_header *header,
				    unsigned char *records,
				    const struct pxt_event *event,
				    const void *front, size_t front_len)
{
	unsigned char *record = records + header->used;
	size_t len = front_len + event->len, size = pxt_record_size(len);

	memset(record, 0, size);
	pxt_record_put_time(record, event->ticks, len);
	pxt_record_put_type(record, (uintptr_t)event->address, event->id,
			    event->truncated);
	if (front_len)
		memcpy(record + PXT_HEAD_SIZE, front, front_len);
	if (event->len)
		memcpy(record + PXT_HEAD_SIZE + front_len, event->data,
		       event->len);
	if (header->count++ == 0)
		header->base = event->ticks;
	header->last = event->ticks;
	header->used += (uint32_t)size;
	return (uint32_t)size;
}

#endif
