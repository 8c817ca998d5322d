/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Which events of a trace a command takes: the options for that, which are the
 * same in every command that reads one, and the answer for an event.
 */
#ifndef POSIXTRACE_TOOLS_TRACE_PICK_H
#define POSIXTRACE_TOOLS_TRACE_PICK_H

#include "common/moment.h"
#include "common/patterns.h"
#include "trace/event.h"
#include "trace/threads.h"

/*
 * All zero: every event.  Names, ids and times decide first.  What they let
 * through is counted, and the counts choose among it.
 */
struct pick {
	struct patterns only;		/* -e, as event_words_match() has them */
	struct patterns not;		/* -x */
	struct ids pids;
	struct threads threads;
	struct moment from;
	struct moment to;
	uint64_t from_number;		/* of those let through, from 1; 0: 1 */
	uint64_t to_number;		/* 0: to the end */
	uint64_t newest;		/* of these only the last; 0: all */
	/* Once the first event that is read is known: its time, and what of
	 * the trace is taken. */
	struct timespec first;
	struct timespec begin;
	struct timespec end;
	uint64_t n_let;			/* were let through */
	bool was_reversed;		/* that has been said */
};

/*
 * Children of a command's parser, for its struct pick as their input: all
 * options, and those without --from and --to, for a command in which --to is
 * something else.  Where a command has a letter or a name for something else,
 * its own meaning holds.
 */
extern const struct argp pick_argp;
extern const struct argp pick_untimed_argp;

/* The children of a parser that knows all options of this file. */
extern const struct argp_child pick_children[];

#define PICK_FROM_DOC \
	"nothing before TIME: 1.5s, 200ms since the first event, or " \
	"@2026-01-31T12:00:00Z"
#define PICK_TO_DOC	"nothing after TIME"

/* The values of the options for times, as they are called here. */
error_t pick_parse_from(struct pick *pick, const char *option,
			const char *arg);
error_t pick_parse_to(struct pick *pick, const char *option, const char *arg);

void pick_fini(struct pick *pick);

/* An option was given: not every event is taken. */
bool pick_is_given(const struct pick *pick);

/* The first event that was read was at this time. */
void pick_begin(struct pick *pick, const struct timespec *first);

/* Neither --from nor --to was given. */
static inline bool pick_is_whole(const struct pick *pick)
{
	return pick->from.kind == MOMENT_NONE && pick->to.kind == MOMENT_NONE;
}

/* How often the whole log is read; 0: only a part of it, and nobody knows how
 * large that is.  For open_log_look_on(). */
unsigned pick_times_read(const struct pick *pick);

/* Before --from, or after --to. */
bool pick_is_early(const struct pick *pick, const struct timespec *time);
bool pick_is_late(const struct pick *pick, const struct timespec *time);

/*
 * The event that was read last from the log: is it one to count, by process,
 * thread and time, and of a type that is shown?
 */
bool pick_lets_info(const struct pick *pick, const struct open_log *log,
		    const struct posix_trace_event_info *info);
bool pick_lets(const struct pick *pick, const struct open_log *log,
	       const struct trace_event *event);

/*
 * An event that pick_lets() was read: count it.  Is it taken, too early, or
 * after the last one that is?
 */
enum pick_place { PICK_BEFORE, PICK_TAKEN, PICK_BEHIND };
enum pick_place pick_count(struct pick *pick);

/* The next event to be counted is not before those to take. */
static inline bool pick_has_come(const struct pick *pick)
{
	return pick->n_let + 1 >= pick->from_number;
}

/* Every event that is still to be counted is after those to take. */
static inline bool pick_is_over(const struct pick *pick)
{
	return pick->to_number && pick->n_let >= pick->to_number;
}

/* n events were let through: the first of those to take follows for --last. */
void pick_set_newest(struct pick *pick, uint64_t n);

#endif
