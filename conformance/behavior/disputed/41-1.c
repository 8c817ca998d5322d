/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-41: FLUSH_START of an explicit flush has the address of the call, as what a
 * call asked for, or another, as what the implementation does later.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure, XSH posix_trace_flush()
 * DESCRIPTION; TRL; disputed.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static trace_id_t trid;
static volatile int calls;

static void here(void)
{
	SETUP(posix_trace_flush(trid));
	calls += 1;
}

static void there(void)
{
	calls += 2;
	SETUP(posix_trace_flush(trid));
	calls += 3;
}

static void (*volatile call_here)(void) = here;
static void (*volatile call_there)(void) = there;

static void *flush(void (*call)(void))
{
	static struct ct_event ev;
	trace_id_t log;

	trid = ct_logging_for(20);
	call();
	SETUP(posix_trace_shutdown(trid));
	log = ct_reopen();
	if (!ct_find(ct_read, log, &ev, POSIX_TRACE_FLUSH_START))
		UNRESOLVED("there is no FLUSH_START");
	return ev.info.posix_prog_address;
}

static void test(void)
{
	void *one = flush(call_here), *other = flush(call_there);

	ADVISORY("FLUSH_START has %s", one == NULL ? "no address" : one == other ?
			"an address that does not depend on the call" :
			"the address of the call");
}
