/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STAT-2: asking resets the overrun status of a stream.
 *
 * Source: XSH posix_trace_get_status() DESCRIPTION; TRC; shall.
 *
 * Nothing else does: a LOOP stream that has lost events says so after other calls.
 */
#include "conftest.h"

static trace_id_t trid;

static void stop(void)
{
	SETUP(posix_trace_stop(trid));
}

static void start(void)
{
	SETUP(posix_trace_start(trid));
}

static void restart(void)
{
	stop();
	start();
}

static void get_attr(void)
{
	trace_attr_t attr;

	SETUP(posix_trace_get_attr(trid, &attr));
}

static void list(void)
{
	trace_event_id_t id;
	int none;

	SETUP(posix_trace_eventtypelist_getnext_id(trid, &id, &none));
	SETUP(posix_trace_eventtypelist_rewind(trid));
}

static void read_all(void)
{
	static struct ct_event ev;

	while (ct_try(trid, &ev))
		;
}

static const struct {
	void (*call)(void);
	const char *name;
} calls[] = {
	{ start, "posix_trace_start() of a running stream" },
	{ get_attr, "posix_trace_get_attr()" },
	{ list, "a look at the list of types" },
	{ stop, "posix_trace_stop()" },
	{ restart, "posix_trace_start()" },
	{ read_all, "reading all" },
};

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	size_t i;
	int n, k;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	for (i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		SETUP(posix_trace_start(trid));
		for (k = 0; k < 20 * n + 100; k++)
			ct_fire(id, k);
		calls[i].call();
		if (ct_status(trid).posix_stream_overrun_status !=
				POSIX_TRACE_OVERRUN)
			FAIL("expected OVERRUN after %s", calls[i].name);
	}
	PASS("the overrun was told after %zu calls", i);
}
