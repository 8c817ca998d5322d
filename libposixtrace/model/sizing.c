/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * From sizes in attributes to chunks, and the arithmetic of the no-loss
 * guarantee (ASIZE-6).
 *
 * A stream may have n_full full chunks waiting, and besides them one open
 * chunk for each lane, which costs nothing here.  A chunk has room for P
 * bytes of records and is closed only when the next record does not fit, so
 * it holds more than P - record_max of them.  With
 *
 *   cost(r) = r * P / (P - record_max + 8), rounded up
 *   n_full = stream_size / P, rounded up
 *
 * records whose costs sum up to stream_size fill at most stream_size / P
 * chunks, so none of them finds the stream full, however they are spread
 * over threads.
 */
#include "model/attr.h"
#include "model/record.h"

static size_t record_max(const struct pxt_attr *attr)
{
	size_t user = pxt_record_size(attr->data_size < PXT_DATA_SIZE_MAX ?
				      attr->data_size : PXT_DATA_SIZE_MAX);
	size_t system = pxt_record_size(sizeof(struct pxt_origin) +
					PXT_SYSTEM_DATA_MAX);

	return user > system ? user : system;
}

/*
 * A chunk may be twice that size if it is this small a part of the whole
 * then.  In a log each has a header and an index entry, whose share is small
 * enough for events without data only with the largest chunks; but each thread
 * has a chunk of its own, so only a large stream has them.
 */
static uint64_t share(uint64_t size)
{
	return size < 32768 ? 32 : 128;
}

void pxt_sizing(struct pxt_sizing *sizing, const struct pxt_attr *attr)
{
	uint64_t size = PXT_CHUNK_SIZE_MIN, payload, n;

	/* 16 or more chunks a stream, and a LOOP log, none above 32 KiB, or 64
	 * where there are as many of them and more ... */
	while (size < 65536 && size * share(size) <= attr->stream_size &&
	       (attr->log_policy != POSIX_TRACE_LOOP ||
		size * share(size) <= attr->log_size))
		size *= 2;
	/* ... but four of the largest records must fit. */
	sizing->record_max = record_max(attr);
	while (size - PXT_CHUNK_HEADER_SIZE < 4 * sizing->record_max)
		size *= 2;

	payload = size - PXT_CHUNK_HEADER_SIZE;
	n = attr->stream_size / payload + 1;
	sizing->chunk_size = (uint32_t)size;
	sizing->n_full = n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
	if (sizing->n_full < 2)
		sizing->n_full = 2;
}

uint64_t pxt_sizing_stream(const struct pxt_attr *attr)
{
	struct pxt_sizing sizing;
	uint64_t least;

	pxt_sizing(&sizing, attr);
	/* The largest size that gives two chunks, so that requesting it gives
	 * the same stream. */
	least = 2 * (uint64_t)(sizing.chunk_size - PXT_CHUNK_HEADER_SIZE) - 8;
	return attr->stream_size > least ? attr->stream_size : least;
}

/*
 * By the smallest possible chunks with this max-data-size, which have the
 * highest overhead: programs compute a stream-min-size from this value, so it
 * must not depend on that.
 */
static size_t cost(const struct pxt_attr *attr, size_t record)
{
	const struct pxt_attr smallest = { .data_size = attr->data_size };
	struct pxt_sizing sizing;
	uint64_t payload, kept;

	pxt_sizing(&sizing, &smallest);
	payload = sizing.chunk_size - PXT_CHUNK_HEADER_SIZE;
	kept = payload - sizing.record_max + 8;
	return (size_t)((record * payload + kept - 1) / kept);
}

size_t pxt_sizing_user_event(const struct pxt_attr *attr, size_t len)
{
	if (len > attr->data_size)
		len = attr->data_size;
	if (len > PXT_DATA_SIZE_MAX)
		len = PXT_DATA_SIZE_MAX;
	return cost(attr, pxt_record_size(len));
}

size_t pxt_sizing_system_event(const struct pxt_attr *attr)
{
	return cost(attr, pxt_record_size(sizeof(struct pxt_origin) +
					  PXT_SYSTEM_DATA_MAX));
}
