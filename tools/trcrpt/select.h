/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Which events trcrpt shows: -d, -k, -p, -T, -s, -e, starttime and endtime. */
#ifndef POSIXTRACE_TOOLS_TRCRPT_SELECT_H
#define POSIXTRACE_TOOLS_TRCRPT_SELECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "common/patterns.h"

/* Hook ids: those with value == hook & mask. */
struct hook_range {
	uint16_t value;
	uint16_t mask;
};

/* Event types by hook id or by name. */
struct hook_list {
	struct hook_range *ranges;
	size_t n_ranges;
	struct patterns names;
};

/* Processes by id or by name. */
struct process_list {
	struct ids pids;
	struct patterns names;
};

struct select {
	struct hook_list only;		/* -d */
	struct hook_list not;		/* -k */
	struct process_list processes;	/* -p */
	struct ids tids;		/* -T */
	bool not_tids;			/* -T '!...' */
	bool has_from;			/* -s */
	bool has_to;			/* -e */
	struct timespec from;
	struct timespec to;
	int64_t start_ns;		/* starttime=, after the trace began */
	int64_t end_ns;			/* endtime= */
	char **words;			/* what the lists point to */
	size_t n_words;
};

void select_init(struct select *select);
void select_fini(struct select *select);

/*
 * Take the argument of an option: items separated by commas and blanks.
 * False: no memory, or *wrong is the item that is none.
 */
bool select_hooks(struct select *select, struct hook_list *list,
		  const char *arg, const char **wrong);
bool select_processes(struct select *select, const char *arg,
		      const char **wrong);
bool select_threads(struct select *select, const char *arg,
		    const char **wrong);

/* "mmddhhmmssyy", local time.  False: no such date. */
bool select_date(const char *arg, struct timespec *date);

/* Is this type of event shown? */
bool select_lets_type(const struct select *select, uint16_t hook,
		      const char *name);

/* The event itself: `program` is the name of its process. */
bool select_lets_process(const struct select *select, pid_t pid,
			 const char *program);

static inline bool select_lets_thread(const struct select *select, pid_t tid)
{
	return !select->tids.n || ids_let(&select->tids, tid) !=
	       select->not_tids;
}

/* elapsed_ns is since the trace began. */
bool select_lets_time(const struct select *select,
		      const struct timespec *time, int64_t elapsed_ns);

#endif
