/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The rows that a statement needs, as far as known before they are read: a
 * range of time, and sets of types, processes and threads.
 */
#ifndef POSIXTRACE_TOOLS_QUERY_WANTED_H
#define POSIXTRACE_TOOLS_QUERY_WANTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/types.h"

enum { WANTED_MOST = 16 };

/* The row must have one of these values. */
struct wanted_values {
	enum wanted_by { BY_PID, BY_TID, BY_ID, BY_EVENT } by;
	size_t n, room;
	struct wanted_value {
		int64_t number;
		char *text;		/* for BY_EVENT; allocated */
		size_t len;
	} *value;
};

/* After wanted_init() all rows are wanted. */
struct wanted {
	int64_t from, to;		/* nanoseconds, inclusive */
	size_t n;
	struct wanted_values values[WANTED_MOST];
};

void wanted_init(struct wanted *wanted);
void wanted_fini(struct wanted *wanted);

/*
 * Add a condition.  False: there are too many; then more rows than necessary are
 * read.
 */
bool wanted_add(struct wanted *wanted, enum wanted_by by);
/* Add a value to the last condition.  False: no memory. */
bool wanted_add_number(struct wanted *wanted, int64_t number);
bool wanted_add_text(struct wanted *wanted, const char *text, size_t len);

/* Remove the last condition.  Returns true. */
bool wanted_drop(struct wanted *wanted);

bool wanted_lets_type(const struct wanted *wanted, const struct type *type);
bool wanted_lets_thread(const struct wanted *wanted, int32_t pid, int32_t tid);

#endif
