/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Slices of each thread as they open and close, each inside of those that are
 * open: pairs of events (trace/pairs.h).  One that does not end is cut: when
 * what is around it ends, where events were lost, and at the end.  A call that
 * tells its duration is known, as a whole, when it ends.
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
	struct pair_name names[TYPES_SHOWN];
	/* Of the next slice that opens; the target's, which knows the slice by
	 * it later. */
	uint64_t number;
	void *state;			/* of the functions below ... */
	/* ... of which each may be NULL.  A slice opens on a thread. */
	void (*open)(void *state, const struct lane *lane,
		     const struct pair_begun *slice,
		     const struct trace_event *event);
	/* The innermost one ends, or is cut. */
	void (*close)(void *state, const struct lane *lane,
		      const struct pair_begun *slice, uint64_t ns);
	void (*cut)(void *state, const struct lane *lane,
		    const struct pair_begun *slice, uint64_t ns);
	/* The outermost one is forgotten, as too many are open: it is none. */
	void (*forget)(void *state, const struct lane *lane,
		       const struct pair_begun *slice);
	/* A call ends, at `ns`, of the event.  It may have begun before the
	 * first event. */
	void (*call)(void *state, const struct lane *lane,
		     const struct pair_begun *slice, uint64_t ns,
		     const struct trace_event *event);
};

/* The name of a slice.  Returns its length. */
enum { NEST_NAME = 3 * TRACE_EVENT_NAME_MAX + 32 };
size_t nest_name(char name[NEST_NAME], const struct pair_begun *slice,
		 bool ends);

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

/* There are no more events. */
void nest_end(struct nest *nest);

#endif
