/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TGET-2: without an event the call waits until CLOCK_REALTIME reaches
 * abstime, and gives ETIMEDOUT.
 *
 * Source: XSH posix_trace_timedgetnext_event() DESCRIPTION, XSH
 * posix_trace_timedgetnext_event() ERRORS; TRC; shall.
 *
 * A time that has passed: at once.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_stream(NULL);
	struct timespec ts = { 1, 0 };
	double start = ct_now(), took;
	int none = 0, i;

	for (i = 0; i < 10; i++)
		EXPECT(posix_trace_timedgetnext_event(trid, &ev.info, ev.data,
				sizeof(ev.data), &ev.len, &none, &ts), ETIMEDOUT);
	took = ct_now() - start;
	if (took > CT_PATIENCE)
		FAIL("ten calls with a time that has passed took %.1f s", took);
	PASS("ETIMEDOUT came at once");
}
