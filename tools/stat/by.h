/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What calls and pairs of events took, by what they are, who made them, and what
 * they concern; and how often events occurred.
 */
#ifndef POSIXTRACE_TOOLS_STAT_BY_H
#define POSIXTRACE_TOOLS_STAT_BY_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/sheet.h"
#include "common/spread.h"
#include "stat/waits.h"
#include "stat/who.h"
#include "trace/reader.h"

enum by_key {
	BY_CALL, BY_THREAD, BY_PROCESS, BY_FILE, BY_LOCK, BY_SITE, BY_EVENT, BY_KEYS
};

/* All that takes time; an event has the time to the next one. */
enum { BY_TIMED = (1u << BY_EVENT) - 1, BY_ALL = (1u << BY_KEYS) - 1 };

/* What the user has asked for; all zero: nothing. */
struct by_request {
	unsigned keys;			/* 1 << key; 0: the usual tables */
	size_t top;			/* rows of a table; 0: all */
	bool histogram;
	bool has_ticks;			/* no nanoseconds: the times are no durations */
	const char *root;		/* for the names of sites; see symbols.h */
};

/* The name of a key's table. */
extern const char *const by_table_names[BY_KEYS];

/* KEY,KEY...  Reports an error and returns it. */
error_t by_parse(struct by_request *request, const char *list);

/* N of --top.  The same. */
error_t by_parse_top(struct by_request *request, const char *arg);

/* Do events that are not picked say what the others are about? */
static inline bool by_needs_earlier(const struct by_request *request)
{
	return request->keys & 1u << BY_FILE;
}

/* The stream's own events are not what a program does, unless they are asked for. */
void by_set_pick(const struct by_request *request, struct pick *pick);

struct by_row {
	/*
	 * What identifies it: the number of a text, and for descriptors of
	 * unknown files a pid; a pid, and of threads a tid; a pid and an address.
	 */
	uint64_t a, b;
	size_t label_at;	/* where what people read of its text begins */
	enum sysdata_member lock;	/* BY_LOCK: what `b` is the address of */
	bool is_rest;			/* of all groups that have none of their own */
	double total_ns;	/* BY_CALL: of those in no other of the name */
	double self_ns;
	uint64_t read, written;		/* BY_FILE: bytes */
	uint64_t times;			/* how often */
	/* BY_EVENT: the times from one to the next of the same name and thread,
	 * if nothing was lost in between. */
	struct spread spread;
};

struct by;

/* NULL: no memory. */
struct by *by_new(const struct by_request *request);
void by_free(struct by *by);

/*
 * Take an event as struct taker has it, and a gap.  The types of events must
 * stay.
 */
bool by_take(struct by *by, const struct trace_event *event, uint64_t ns,
	     bool is_picked);
void by_gap(struct by *by);

/* Count anew from now on.  What is open, and which files there are, is known. */
void by_forget(struct by *by);

/* Take all of a trace.  False: a failure, which was reported. */
bool by_read(struct by *by, struct reader *reader, bool is_silent);

/* What was picked: the number of events, and the time from the first to the last. */
uint64_t by_picked(const struct by *by, uint64_t *span_ns);

/* How many rows a key has. */
size_t by_rows(const struct by *by, enum by_key key);

/* They, the largest total first, or the most frequent, as events always are; the caller frees the list,
 * and may take the spreads of rows that are not to be shown.  NULL: no memory. */
enum by_order { BY_TOTAL, BY_TIMES };
struct by_row **by_sort(const struct by *by, enum by_key key,
			      enum by_order order);

/* The text that row->a is the number of: the name of a call, a site, an event or a
 * file. */
const char *by_text(const struct by *by, const struct by_row *row);

/* The same for people: see types_label(). */
const char *by_label(const struct by *by, const struct by_row *row);

const struct waits *by_waits(const struct by *by);

/* Print the tables.  False: no memory. */
bool by_show(const struct by *by, struct sheet *sheet, const struct who *who,
	     const struct by_request *request, enum by_order order);

#endif
