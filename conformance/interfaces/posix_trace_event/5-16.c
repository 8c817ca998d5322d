/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-6: the event says which process and which thread recorded it, from where,
 * and when.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure; TRC; shall.
 *
 * The times of START and STOP in a stream of another process fit those of the events
 * that this records.
 */
#include "confchild.h"
#include "confclock.h"

static void target(void)
{
	trace_event_id_t id = ct_type("conformance a");
	int i;

	ct_until_traced();
	for (i = 0; i < 2; i++) {
		ct_fire(id, i);
		ct_tell(ct_done);
		ct_hear(ct_go);
	}
	_exit(CT_DONE);
}

static void fire(void)
{
	ct_tell(ct_go);
	ct_hear(ct_done);
}

static void start_and_fire(trace_id_t stream, int number)
{
	if (number == 0)
		SETUP(posix_trace_start(stream));
	else
		fire();
}

static void fire_and_stop(trace_id_t stream, int number)
{
	if (number == 0)
		fire();
	else
		SETUP(posix_trace_stop(stream));
}

static void test(void)
{
	struct ct_apart first, last;
	trace_event_id_t id;
	pid_t pid;
	trace_id_t trid = ct_trace_child(target, &pid);

	first = ct_apart(trid, start_and_fire);
	last = ct_apart(trid, fire_and_stop);
	ct_tell(ct_go);
	ct_reap(pid);
	id = ct_type_in(trid, "conformance a");
	ct_must_be_apart(&first, ct_try, trid, POSIX_TRACE_START, id);
	ct_must_be_apart(&last, ct_try, trid, id, POSIX_TRACE_STOP);
	PASS("START and STOP have the times of their calls");
}
