/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-14: an application and a library that use the same name by accident are both
 * traced, and told apart by the addresses of their calls.
 *
 * Source: XRAT B.2.11 Rationale on Trace Event Type Name Space, XSH 2.11.1
 * posix_trace_event_info Structure; TRC; derived.
 */
#include "confcall.h"

static volatile int calls;

/* Each opens its type itself, and does not know the other. */
static void library(int n)
{
	trace_event_id_t id;

	EXPECT(posix_trace_eventid_open("conformance same", &id), 0);
	posix_trace_event(id, &n, sizeof(n));
	calls += 1;
}

static void application(int n)
{
	trace_event_id_t id;

	EXPECT(posix_trace_eventid_open("conformance same", &id), 0);
	posix_trace_event(id, &n, sizeof(n));
	calls += 2;
}

/* Calls that are not put into the place where they are made. */
static void (*volatile call_library)(int) = library;
static void (*volatile call_application)(int) = application;

static void test(void)
{
	trace_id_t trid = ct_running(NULL);

	call_library(1);
	call_library(2);
	call_application(3);
	ct_must_tell_calls(ct_try, trid, ct_type_in(trid, "conformance same"),
			"same");
	PASS("the calls of the library and those of the application differ");
}
