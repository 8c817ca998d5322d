/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Slices of each thread as they open and close, each inside of those that are
 * open: pairs of events (trace/pairs.h).  What did not end inside of another
 * slice closes with it, and everything closes where events were lost.  A call
 * that tells its duration is known, as a whole, when it ends.
 */
#ifndef POSIXTRACE_TOOLS_CONVERT_NEST_H
#define POSIXTRACE_TOOLS_CONVERT_NEST_H

#include "trace/event.h"
#include "trace/pairs.h"
#include "view/lanes.h"

struct nest {
	struct lanes lanes;
	trace_id_t trid;
	bool is_dump;
	uint32_t generation;		/* losses so far */
	uint64_t ns;			/* of the last event */
	struct pair_name names[TYPES_IDS];
	void *state;			/* of the functions below */
	/* A slice opens, or the innermost closes, on a thread. */
	void (*open)(void *state, const struct lane *lane,
		     const struct pair_begun *slice,
		     const struct trace_event *event);
	void (*close)(void *state, const struct lane *lane, uint64_t ns);
	/* A call ends, at `ns`, of the event.  It may have begun before the
	 * first event. */
	void (*call)(void *state, const struct lane *lane,
		     const struct pair_begun *slice, uint64_t ns,
		     const struct trace_event *event);
};

void nest_init(struct nest *nest, trace_id_t trid, bool is_dump);
void nest_fini(struct nest *nest);

/*
 * Take the next event, at `ns`.  Returns its thread; NULL: no memory.  *is_slice:
 * it has opened or closed a slice, or was a call.
 */
const struct lane *nest_take(struct nest *nest,
			     const struct trace_event *event, uint64_t ns,
			     bool *is_slice);

/* Events were lost. */
void nest_lose(struct nest *nest);

/* Close what is open. */
void nest_end(struct nest *nest);

#endif
