/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Selects events of a trace: the options, which are the same in every command
 * that reads one, and the decision for an event.
 */
#ifndef POSIXTRACE_TOOLS_TRACE_PICK_H
#define POSIXTRACE_TOOLS_TRACE_PICK_H

#include "common/moment.h"
#include "common/patterns.h"
#include "trace/event.h"
#include "trace/threads.h"

/*
 * All zero: every event.  Names, ids and times are applied first; the counts
 * select among the events that remain.
 */
struct pick {
	struct patterns only;		/* -e, as event_words_match() has them */
	struct patterns not;		/* -x */
	struct ids pids;
	struct threads threads;
	struct moment from;
	struct moment to;
	uint64_t from_number;		/* of those, from 1; 0: 1 */
	uint64_t to_number;		/* 0: to the end */
	uint64_t newest;	/* only the last so many of these; 0: all */
	/* Set with the first event: its time, and the selected part of the
	 * trace. */
	struct timespec first;
	struct timespec begin;
	struct timespec end;
	uint64_t n_let;			/* number of remaining ones so far */
	bool was_reversed;		/* reported already */
	bool needs_earlier;		/* events before --from are read, too */
	bool no_own;	/* without the stream's own events: what starts, stops,
			 * flushes and filters it, and stands for losses; they
			 * are counted, as numbers are the same everywhere */
};

/*
 * Children of a command's parser, with its struct pick as input: all options;
 * all without --from and --to, for commands that use --to for something else; and
 * those that tell of an event without counting, for traces that have no end.  If a command uses a letter or name itself, that has precedence.
 */
extern const struct argp pick_argp;
extern const struct argp pick_untimed_argp;
extern const struct argp pick_named_argp;

/* The children of a parser with all options of this file. */
extern const struct argp_child pick_children[];

#define PICK_FROM_DOC \
	"only events from TIME: 1.5s, 200ms since the first event, or " \
	"@2026-01-31T12:00:00Z"
#define PICK_TO_DOC	"only events until TIME"

/* Parse the options for times; `option` is the name in messages. */
error_t pick_parse_from(struct pick *pick, const char *option,
			const char *arg);
error_t pick_parse_to(struct pick *pick, const char *option, const char *arg);

void pick_fini(struct pick *pick);

/* Was an option given, so that not every event is taken? */
bool pick_is_given(const struct pick *pick);

/* The first event that was read was at this time. */
void pick_begin(struct pick *pick, const struct timespec *first);

/* Neither --from nor --to was given. */
static inline bool pick_is_whole(const struct pick *pick)
{
	return pick->from.kind == MOMENT_NONE && pick->to.kind == MOMENT_NONE;
}

/* How often the whole log is read; 0: only a part of unknown size. */
unsigned pick_times_read(const struct pick *pick);

/* Before --from, or after --to. */
bool pick_is_early(const struct pick *pick, const struct timespec *time);
bool pick_is_late(const struct pick *pick, const struct timespec *time);

/*
 * Is the event that was read last selected by process, thread, time and type?
 */
bool pick_lets_info(const struct pick *pick, const struct open_log *log,
		    const struct posix_trace_event_info *info);
bool pick_lets(const struct pick *pick, const struct open_log *log,
	       const struct trace_event *event);

/* Such an event has a number, but is not taken: see no_own. */
bool pick_leaves_out(const struct pick *pick, const struct open_log *log,
		     const struct trace_event *event);

/*
 * Count an event that pick_lets() accepts.  Is it before the numbers to take,
 * one of them, or after them?
 */
enum pick_place { PICK_BEFORE, PICK_TAKEN, PICK_BEHIND };
enum pick_place pick_count(struct pick *pick);

/* Would the next counted event be at or after the first to take? */
static inline bool pick_has_come(const struct pick *pick)
{
	return pick->n_let + 1 >= pick->from_number;
}

/* Are all further events after those to take? */
static inline bool pick_is_over(const struct pick *pick)
{
	return pick->to_number && pick->n_let >= pick->to_number;
}

/* For --last: n events were accepted in total. */
void pick_set_newest(struct pick *pick, uint64_t n);

#endif
