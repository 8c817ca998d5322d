/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The columns of `events`, and of the tables with the events of one type. */
#ifndef POSIXTRACE_TOOLS_QUERY_EVENTS_H
#define POSIXTRACE_TOOLS_QUERY_EVENTS_H

/*
 * A table of one type has the first of these columns, its own, and some of the
 * others.
 */
enum event_column {
	EVENT_TIME,
	EVENT_PID,
	EVENT_TID,
	EVENT_THREAD,
	EVENT_BEGIN,		/* the number of columns before a type's own */
	EVENT_ID = EVENT_BEGIN,
	EVENT_NAME,
	EVENT_ADDRESS,
	EVENT_TRUNCATED,
	EVENT_DATA,
	EVENT_LOST,
	EVENT_ARGUMENTS,
	EVENT_LOG,
	/* Events of ThreadX only: */
	EVENT_TICKS,
	EVENT_THREADX_ID,
	EVENT_CONTEXT,
	EVENT_THREAD_ADDRESS,
	EVENT_CORE,
	EVENT_PRIORITY,
	EVENT_THRESHOLD,
	EVENT_WORDS,
	EVENT_OBJECTS,
	/* If names of places are asked for; without ThreadX they follow EVENT_LOG. */
	EVENT_SYMBOL,
	EVENT_SOURCE,
};

#define EVENT_COLUMNS \
	"time_ns INTEGER, pid INTEGER, tid INTEGER, thread TEXT, " \
	"id INTEGER, event TEXT, addr TEXT, truncated INTEGER, data BLOB, " \
	"lost INTEGER, args TEXT, log TEXT"
#define EVENT_COLUMNS_THREADX \
	", ticks INTEGER, threadx_id INTEGER, context TEXT, " \
	"thread_address TEXT, core INTEGER, priority INTEGER, " \
	"threshold INTEGER, words TEXT, objects TEXT"
#define EVENT_COLUMNS_SYMBOLS \
	", symbol TEXT, source TEXT"

/* The common columns of a table of one type, before and after its own. */
#define EVENT_COLUMNS_BEGIN \
	"time_ns INTEGER, pid INTEGER, tid INTEGER, thread TEXT"
#define EVENT_COLUMNS_END \
	"addr TEXT, truncated INTEGER, data BLOB, log TEXT"
#define EVENT_COLUMNS_OF_TYPE { \
	"time_ns", "pid", "tid", "thread", "addr", "truncated", "data", "log", \
	NULL }
#define EVENT_COLUMNS_OF_TYPE_SYMBOLS { \
	"time_ns", "pid", "tid", "thread", "addr", "truncated", "data", "log", \
	"symbol", "source", NULL }

#endif
