/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Finds the gaps in a trace, each once, while it is read. */
#ifndef POSIXTRACE_TOOLS_TRACE_LOSSES_H
#define POSIXTRACE_TOOLS_TRACE_LOSSES_H

#include <posixtrace.h>

#include "trace/event.h"

/* All zero: nothing was read. */
struct losses {
	bool was_auto_stopped;	/* the next event follows a gap ... */
	struct timespec stopped;	/* ... that began at this time */
	uint64_t reported;	/* events of all gaps so far */
	struct posixtrace_loss last;	/* of these gaps */
	bool has_end;		/* it is the one at the end of the trace */
};

/*
 * May events be skipped?  Not if all have to be read to count them and the
 * lost ones.
 */
bool losses_may_skip(trace_id_t trid);

/* The gap that this event, which was read last from trid, reports or ends.
 * False: there is none. */
bool losses_find(struct losses *losses, trace_id_t trid,
		 const struct trace_event *event,
		 struct posixtrace_loss *loss);

/* The trace was read to its end: the gap at its end that no event reports.
 * False: there is none. */
bool losses_find_end(struct losses *losses, trace_id_t trid,
		     struct posixtrace_loss *loss);

/* The trace was read to its end: events that were lost and no gap has
 * reported. */
uint64_t losses_rest(const struct losses *losses, trace_id_t trid);

#endif
