/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-38: a time before the epoch has passed, so that
 * posix_trace_timedgetnext_event() gives ETIMEDOUT, or is invalid, as its seconds
 * are negative.
 *
 * Source: XSH posix_trace_timedgetnext_event() DESCRIPTION, XSH
 * posix_trace_timedgetnext_event() ERRORS; TRC; disputed.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_stream(NULL);
	struct timespec ts = { -1, 0 };
	int none = 0;
	int err = posix_trace_timedgetnext_event(trid, &ev.info, ev.data,
			sizeof(ev.data), &ev.len, &none, &ts);

	ADVISORY("a time before the epoch gives %s", ct_error(err));
}
