/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Logs that have a size and get more events than they have room for. */
#ifndef CONFFULL_H
#define CONFFULL_H

#include "conftest.h"

enum { CT_FULL_DATA = 256 };

static unsigned char ct_full_data[CT_FULL_DATA];

/* A running stream of this policy, with room for `room` such events, whose log has
 * the other one and 64 KiB, or *size, which the implementation makes of it. */
static inline trace_id_t ct_small_log(int policy, size_t room, int log_policy,
		size_t *size)
{
	trace_attr_t attr;
	trace_id_t trid;

	ct_attr(&attr, policy, room, CT_FULL_DATA);
	SETUP(posix_trace_attr_setlogsize(&attr, 65536));
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, log_policy));
	ct_room(&attr, room, CT_FULL_DATA);
	trid = ct_logging(&attr, ct_file());
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getlogsize(&attr, size));
	if (*size > (size_t)8 << 20)
		UNTESTED("the log has %zu bytes", *size);
	return trid;
}

/* Record event i, and flush once for 50 of them: the stream has room for 100. */
static inline void ct_log_one(trace_id_t trid, trace_event_id_t id, int i)
{
	memcpy(ct_full_data, &i, sizeof(i));
	posix_trace_event(id, ct_full_data, CT_FULL_DATA);
	if (i % 50 == 49)
		ct_flush(trid);
}

/* The same, after *n numbered events, whose data are four times as long as the
 * log. */
static inline trace_id_t ct_overfilled_log(trace_event_id_t id, int log_policy,
		size_t *size, int *n)
{
	trace_id_t trid = ct_small_log(POSIX_TRACE_LOOP, 200, log_policy, size);
	int i;

	*n = (int)(4 * *size / CT_FULL_DATA);
	for (i = 0; i < *n; i++)
		ct_log_one(trid, id, i);
	return trid;
}

/* A running stream whose UNTIL_FULL log is full. */
static inline trace_id_t ct_full_log(trace_event_id_t id)
{
	size_t size;
	trace_id_t trid = ct_small_log(POSIX_TRACE_LOOP, 200,
			POSIX_TRACE_UNTIL_FULL, &size);
	int i, n = (int)(8 * size / CT_FULL_DATA);

	for (i = 0; ct_status(trid).posix_log_full_status != POSIX_TRACE_FULL;
			i++) {
		if (i == n)
			UNRESOLVED("a log of %zu bytes was not full after %d "
					"events", size, n);
		ct_log_one(trid, id, i);
	}
	return trid;
}

/*
 * The bytes of data that are in a log of 64 KiB, or *size, after a few large events that
 * are in all a few bytes longer: what an event takes besides hides less than a
 * kilobyte.
 */
static inline size_t ct_few_in_log(int log_policy, size_t *size)
{
	static unsigned char data[16384];
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	size_t most, i, n;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 10, sizeof(data));
	SETUP(posix_trace_attr_setlogsize(&attr, 65536));
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, log_policy));
	ct_room(&attr, 10, sizeof(data));
	trid = ct_logging(&attr, ct_file());
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getlogsize(&attr, size));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &most));
	if (most < sizeof(data) || *size / sizeof(data) > 9)
		UNTESTED("the log has %zu bytes, an event %zu", *size, most);
	n = *size / sizeof(data) + 1;
	for (i = 0; i < n; i++)
		posix_trace_event(id, data, *size / n + 1);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	return (size_t)ct_count(ct_read, trid, id) * (*size / n + 1);
}

/*
 * The bytes of data that are in a LOOP log of 1 MiB, or *size, after three times as
 * many.  It is flushed as seldom as the stream's room permits, for implementations
 * whose flush takes seconds.
 */
static inline size_t ct_bytes_in_log(const void *data, size_t len, size_t *size)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	size_t bytes = 0;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 40, len);
	SETUP(posix_trace_attr_setlogsize(&attr, 1 << 20));
	ct_room(&attr, 40, len);
	trid = ct_logging(&attr, ct_file());
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getlogsize(&attr, size));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &bytes));
	if (*size > (size_t)8 << 20 || bytes < len)
		UNTESTED("the log has %zu bytes, an event %zu", *size, bytes);
	n = (int)(3 * *size / len);
	for (i = 0; i < n; i++) {
		posix_trace_event(id, data, len);
		if (i % 38 == 37)
			ct_flush(trid);
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (bytes = 0; ct_find(ct_read, trid, &ev, id);)
		bytes += ev.len;
	return bytes;
}

#endif
