/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What the three functions that read an active stream have in common.  A program
 * passes the one that it tests.
 */
#ifndef CONFREAD_H
#define CONFREAD_H

#include "conftest.h"

typedef int ct_get(trace_id_t, struct posix_trace_event_info *restrict,
		void *restrict, size_t, size_t *restrict, int *restrict);

/* posix_trace_timedgetnext_event(), which is never out of time. */
static inline int ct_timedget(trace_id_t trid,
		struct posix_trace_event_info *restrict info,
		void *restrict data, size_t size, size_t *restrict len,
		int *restrict none)
{
	struct timespec late = ct_in(3600);

	return posix_trace_timedgetnext_event(trid, info, data, size, len,
			none, &late);
}

/* The next event of this type, with at most `size` bytes of its data.  Behind them
 * the buffer has eight '#'. */
static inline void ct_get_part(ct_get *get, trace_id_t trid,
		struct ct_event *ev, trace_event_id_t id, size_t size)
{
	int none;

	do {
		none = -1;
		ev->len = CT_ROOM;
		memset(ev->data, '#', size + 8);
		ct_expect("the read", get(trid, &ev->info,
				size > 0 ? ev->data : NULL, size, &ev->len,
				&none), 0);
		if (none)
			FAIL("expected the event; none came");
	} while (!ct_is(trid, ev, id));
}

/* With less room than data the beginning comes, and the event is gone. */
static inline void ct_must_cut(ct_get *get)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL);

	posix_trace_event(id, "abcdef", 6);
	ct_fire(id, 99);
	ct_get_part(get, trid, &ev, id, 3);
	if (ev.len != 3 || memcmp(ev.data, "abc####", 7) != 0)
		FAIL("expected the 3 bytes \"abc\" and nothing beyond, got "
				"%zu \"%.7s\"", ev.len, (char *)ev.data);
	if (ev.info.posix_truncation_status != POSIX_TRACE_TRUNCATED_READ)
		FAIL("expected TRUNCATED_READ, got %d",
				ev.info.posix_truncation_status);
	ct_get_part(get, trid, &ev, id, sizeof(int));
	if (ct_number(&ev) != 99)
		FAIL("expected the next event, not the rest of this one");
}

/* An event that was cut when it was recorded, and again when it is read. */
static inline void ct_must_cut_again(ct_get *get)
{
	static unsigned char many[CT_ROOM];
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;

	ct_attr(&attr, POSIX_TRACE_LOOP, 10, 24);
	trid = ct_running(&attr);
	posix_trace_event(id, many, sizeof(many));
	ct_get_part(get, trid, &ev, id, 5);
	if (ev.len != 5 || ev.info.posix_truncation_status !=
			POSIX_TRACE_TRUNCATED_READ)
		FAIL("expected 5 bytes and TRUNCATED_READ, got %zu and %d",
				ev.len, ev.info.posix_truncation_status);
}

/* No room is needed; only an event with data is cut by it. */
static inline void ct_must_read_bare(ct_get *get)
{
	static struct ct_event ev;
	trace_event_id_t full = ct_type("conformance full");
	trace_event_id_t bare = ct_type("conformance bare");
	trace_id_t trid = ct_running(NULL);

	posix_trace_event(full, "abc", 3);
	posix_trace_event(bare, NULL, 0);
	ct_get_part(get, trid, &ev, full, 0);
	if (ev.len != 0 || ev.info.posix_truncation_status !=
			POSIX_TRACE_TRUNCATED_READ)
		FAIL("with data: expected 0 bytes and TRUNCATED_READ, got %zu "
				"and %d", ev.len,
				ev.info.posix_truncation_status);
	ct_get_part(get, trid, &ev, bare, 0);
	if (ev.len != 0 || ev.info.posix_truncation_status !=
			POSIX_TRACE_NOT_TRUNCATED)
		FAIL("without data: expected 0 bytes and NOT_TRUNCATED, got "
				"%zu and %d", ev.len,
				ev.info.posix_truncation_status);
}

#endif
