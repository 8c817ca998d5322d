/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The slices of a thread.
 *
 * Pairs of events by their names: "io:copy_begin" and "io:copy_end" delimit
 * "io:copy".  The names differ in the last word only: "io:copy:end" is the end
 * of "io:copy:begin".  They are a pair if both are of one thread and nothing was
 * lost in between; what began in between, and has not ended, never ends.
 *
 * Calls that record their duration (sysdata_duration()): they end where the
 * event is, and have its name.
 *
 * What is open when a process executes another program never ends:
 * POSIXTRACE_PROCESS is the first event of that.
 */
#ifndef POSIXTRACE_TOOLS_TRACE_PAIRS_H
#define POSIXTRACE_TOOLS_TRACE_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/types.h"

enum {
	/* Maximum of open pairs on a thread: functions call themselves that deep.
	 * If one more begins, that many of the oldest are discarded. */
	PAIRS_DEEP = 4096,
	PAIRS_DISCARDED = PAIRS_DEEP / 2,
	/* Lists of open pairs, by what their names hash to. */
	PAIRS_LISTS = 64,
	/* Maximum of slices that a call is known to contain: what signal
	 * handlers did before it returned. */
	PAIRS_INNER = 32,
};

enum pair_role {
	PAIR_UNKNOWN, PAIR_NONE, PAIR_BEGIN, PAIR_END, PAIR_CALL, PAIR_PROGRAM,
};

/* Parsed name of a type; all zero: not parsed yet. */
struct pair_name {
	enum pair_role role;
	unsigned words;			/* which ones: begin, end, ... */
	size_t stem_len;		/* bytes of type->utf8: name of the slice */
};

/* An event, with the data by which a call tells its duration, and the entry of a
 * function how late it is. */
struct pair_event {
	const struct type *type;
	const struct pair_name *name;
	uint64_t ns;
	const void *data;
	size_t len;
	uint64_t number;		/* for pair_begun; the caller's */
	uint32_t breaks;		/* if pair_is_open(): event_breaks() */
};

/* A slice that has begun. */
struct pair_begun {
	const struct type *type;
	struct pair_name name;
	uint64_t ns;
	uint64_t inner_ns;		/* of what began and ended in it */
	uint64_t same_ns;		/* of those of its name among that, in none of
					 * these */
	uint64_t number;
	unsigned before;		/* the next older open one of its list, from 1;
					 * 0: none */
};

/* The open pairs of a thread, and its last slices. */
struct pairs {
	uint32_t generation, breaks;
	unsigned n_ended;
	struct pair_span {
		uint64_t ns, length;
	} ended[PAIRS_INNER];		/* those in no other one of these */
	struct pair_begun last;		/* the last one that has ended */
	/* What is open.  What an event has discarded is behind it, until the
	 * next one. */
	unsigned n, room;
	unsigned newest[PAIRS_LISTS];	/* of each list, as `before` */
	struct pair_begun begun[];
};

void pair_parse(struct pair_name *name, const struct type *type);

/* The slice that PAIRS_ENDED reports, with the slices in it, and when it began;
 * `n` is its depth.  Valid until the next event is taken. */
static inline const struct pair_begun *pairs_ended(const struct pairs *pairs)
{
	return &pairs->last;
}

/* Does the event begin or end a pair, so that it matters what is missing? */
static inline bool pair_is_open(const struct pair_name *name)
{
	return name->role == PAIR_BEGIN || name->role == PAIR_END;
}

/*
 * Take an event, whose type stays.  *begun is what is open on its thread: NULL at
 * first, and the caller's to free.  What began in another generation, or with
 * fewer breaks, is
 * forgotten: there is a gap in between.  A call is not: it knows its duration.
 *
 * PAIRS_ENDED: it ends a slice, pairs_ended().
 */
enum pairs_found { PAIRS_NOTHING, PAIRS_ENDED, PAIRS_NO_MEMORY };

enum pairs_found pairs_take(struct pairs **begun, uint32_t generation,
			    const struct pair_event *event);

/* Nothing is open any more. */
void pairs_forget(struct pairs *pairs);

#endif
