/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The values in the data of an event, by the column of the table that they go to: its
 * described arguments, the members of a system event, or the words of one of ThreadX.
 */
#ifndef POSIXTRACE_TOOLS_CLICKHOUSE_VALUES_H
#define POSIXTRACE_TOOLS_CLICKHOUSE_VALUES_H

#include <posixtrace.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/arguments.h"
#include "trace/event.h"
#include "trace/sysdata.h"
#include "trace/threadx.h"

enum value_group {
	VALUE_SIGNED,
	VALUE_UNSIGNED,
	VALUE_REAL,
	VALUE_TEXT,
	VALUE_GROUPS,
};

struct value {
	enum value_group group;
	const char *name;
	size_t name_len;
	uint64_t number;		/* the bits of a signed one */
	double real;
	const char *bytes;		/* of a text, which may be any */
	size_t len;
};

enum {
	/* A member of a system event may have a word, too, and a word of ThreadX the
	 * name of an object. */
	VALUES_MOST = ARGUMENTS_MOST + 2 * SYSDATA_MOST + 2 * PXT_THREADX_WORDS,
};

struct values {
	size_t n;
	size_t n_of[VALUE_GROUPS];
	size_t size;			/* bytes of all names and texts */
	struct value value[VALUES_MOST];
	/* What texts of ThreadX are in. */
	struct posixtrace_object object[PXT_THREADX_WORDS];
	char shown[PXT_THREADX_WORDS][32];
};

/* Of the event that was read last of the trace.  They are valid as long as its data. */
void values_take(struct values *values, trace_id_t trid, bool is_dump,
		 const struct trace_event *event);

#endif
