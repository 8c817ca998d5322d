/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * stat --by: what calls and pairs of events took, by what they are, who made
 * them, and what they concern.
 */
#ifndef POSIXTRACE_TOOLS_STAT_BY_H
#define POSIXTRACE_TOOLS_STAT_BY_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/sheet.h"
#include "stat/durations.h"
#include "trace/event.h"

enum by_key { BY_CALL, BY_THREAD, BY_PROCESS, BY_FILE, BY_LOCK, BY_KEYS };

/* What the user has asked for; all zero: nothing. */
struct by_request {
	unsigned keys;			/* 1 << key; 0: the usual tables */
	size_t top;			/* rows of a table; 0: all */
	bool histogram;
};

/* KEY,KEY...  Reports an error and returns it. */
error_t by_parse(struct by_request *request, const char *list);

/* Do events that are not picked say what the others are about? */
static inline bool by_needs_earlier(const struct by_request *request)
{
	return request->keys & 1u << BY_FILE;
}

struct by;

/* NULL: no memory. */
struct by *by_new(const struct by_request *request);
void by_free(struct by *by);

/*
 * Take each event in the order of time, with what it ends: the type is NULL if it
 * ends nothing.  `ns` is the time since the first event; `is_picked`: it is to be
 * counted.  False: no memory.
 */
bool by_take(struct by *by, const struct trace_event *event,
	     const struct ended *ended, uint64_t ns, bool is_picked);

/* Print the tables.  `trid` knows the names of threads.  False: no memory. */
bool by_show(const struct by *by, struct sheet *sheet, trace_id_t trid);

#endif
