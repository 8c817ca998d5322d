/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The destination of the events of a trace: lines of a report, a file of
 * another format, frames to another machine.  A sink gets the selected events,
 * one by one, in the order of time, and the gaps between them.  The command
 * creates its state.
 */
#ifndef POSIXTRACE_TOOLS_TRACE_SINK_H
#define POSIXTRACE_TOOLS_TRACE_SINK_H

#include <posixtrace.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/event.h"

struct sink {
	/* loss() replaces the event OVERFLOW, which is not passed then. */
	bool shows_overflow;
	/* False: it has failed, and only destroy() may follow.  The failure has
	 * been reported, unless the command can see it: by the struct out, or
	 * by the error of its output. */
	bool (*event)(void *state, const struct trace_event *event);
	/* May be NULL: a gap, before the event that reports or ends it, which
	 * follows if it was selected.  `event` is NULL if the end of the trace
	 * ends the gap. */
	bool (*loss)(void *state, const struct trace_event *event,
		     const struct posixtrace_loss *loss);
	/* May be NULL: further events were lost, after the last one or at
	 * unknown places; called if the trace was read to its end. */
	bool (*rest)(void *state, uint64_t events, bool after_last);
	/* May be NULL: there is no further event at present; show those before.
	 * Only for a live trace. */
	bool (*pause)(void *state);
	/* May be NULL: there are no more events: complete the output. */
	bool (*end)(void *state);
	/* Remove what end() has not completed, and free the state. */
	void (*destroy)(void *state);
};

#endif
