/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Where the events of a trace go: the lines of a report, a file of another
 * format, frames to somebody elsewhere.  A sink is handed the events that were
 * picked, one by one, in the order of time, and the gaps between them.  How its
 * state is made, and from which options, is the command's affair.
 */
#ifndef POSIXTRACE_TOOLS_TRACE_SINK_H
#define POSIXTRACE_TOOLS_TRACE_SINK_H

#include <posixtrace.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/event.h"

struct sink {
	/* loss() stands for the event OVERFLOW that tells of it, too, which is
	 * not handed over then. */
	bool shows_overflow;
	/*
	 * False: it has failed, and no call but destroy() follows.  That has been
	 * said, unless the command can see it itself: by the struct out, or the
	 * error that it gave the sink to write to.
	 */
	bool (*event)(void *state, const struct trace_event *event);
	/*
	 * May be NULL: a gap, ahead of the event that stands for it, or ends it,
	 * whether or not that was picked, and is given, too.  `event` is NULL at
	 * the end of the trace, if that is what ends the gap.
	 */
	bool (*loss)(void *state, const struct trace_event *event,
		     const struct posixtrace_loss *loss);
	/*
	 * May be NULL: so many events more were lost, after the last one or
	 * nobody knows where; told if the trace was read to its end.
	 */
	bool (*rest)(void *state, uint64_t events, bool after_last);
	/* May be NULL: no event is there just now; those that were are to be
	 * seen.  Only of a trace that goes on. */
	bool (*pause)(void *state);
	/* May be NULL: all events were given. */
	bool (*end)(void *state);
	/* What end() has not completed is removed. */
	void (*destroy)(void *state);
};

#endif
