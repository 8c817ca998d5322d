/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Where in a trace events are missing: every gap once, as it is come to. */
#ifndef POSIXTRACE_TOOLS_TRACE_LOSSES_H
#define POSIXTRACE_TOOLS_TRACE_LOSSES_H

#include <posixtrace.h>

#include "trace/event.h"

/* All zero: nothing was read. */
struct losses {
	bool was_auto_stopped;	/* what comes next is behind a gap ... */
	struct timespec stopped;	/* ... that began then */
	uint64_t reported;	/* events of all gaps there were */
	struct posixtrace_loss last;	/* of these gaps */
	bool has_end;		/* it is the one that the trace ends with */
};

/*
 * May events be left unread?  Not if each has to be seen to tell how many there
 * are, and which of the lost ones were reported.
 */
bool losses_may_skip(trace_id_t trid);

/* The gap that this event, the one read last from trid, stands for or ends.
 * False: there is none. */
bool losses_find(struct losses *losses, trace_id_t trid,
		 const struct trace_event *event,
		 struct posixtrace_loss *loss);

/* The gap that it ends with, and no event stands for: it was read to its end.
 * False: there is none. */
bool losses_find_end(struct losses *losses, trace_id_t trid,
		     struct posixtrace_loss *loss);

#endif
