/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Writes a new log from events that were read: a part of a log, several logs, a
 * stream of another system.  The caller passes them in the order of time, with
 * their types; everything else of the log is made here.
 *
 * Each function reports a failure and returns false or NULL; then only
 * log_writer_destroy() may be called.
 */
#ifndef POSIXTRACE_TOOLS_TRACE_LOG_WRITER_H
#define POSIXTRACE_TOOLS_TRACE_LOG_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "model/logform.h"
#include "trace/thread-name.h"
#include "trace/event.h"

struct log_writer;

/* For a file that will have the name `path`, which stays the caller's. */
struct log_writer *log_writer_create(const char *path);

/*
 * The same for events that cannot be read again: the file has its name from the
 * start, and stays if the log is not completed or a signal ends the program.
 */
struct log_writer *log_writer_create_only(const char *path);

/* In the empty file `fd`, which stays the caller's; `path` is its name in
 * messages. */
struct log_writer *log_writer_create_at(int fd, const char *path);

/* Fill in the members of a head from the trace that is read; a log made from
 * others has no controller. */
bool log_writer_head(struct pxt_log_head *head, trace_id_t trid);

/* About the last time of the trace that is read, by its anchors; at least
 * `first_ns`. */
int64_t log_writer_last(trace_id_t trid, int64_t first_ns);

/* The longest time between two events of a log: 146 years. */
#define LOG_WRITER_SPAN_MOST	(INT64_C(1) << 62)

/*
 * Begin the log.  Its times are between `first_ns` and about `last_ns`
 * nanoseconds since the epoch; 0: they are of a clock without a date.  Those that
 * are more than two years after `last_ns` may be limited, which is told at the
 * end.  Uses the attributes, pids, host and boot of *head.
 */
bool log_writer_begin(struct log_writer *writer,
		      const struct pxt_log_head *head, int64_t first_ns,
		      int64_t last_ns);

/* Add an event type, before its first event; `text` describes its arguments, or
 * is NULL. */
bool log_writer_add_type(struct log_writer *writer, unsigned id,
			 const char *name, const char *text);

/*
 * A source of thread names.  A name may be put into *room; NULL: it has none.
 */
struct log_writer_names {
	const char *(*find)(void *context, int32_t pid, int32_t tid,
			    struct thread_name *room);
	void *context;
};

/*
 * Add an event at `ns` nanoseconds since the epoch, not before the previous
 * one; sets its ticks.  `names` is used whenever events of its thread are
 * written.
 */
bool log_writer_add(struct log_writer *writer, int64_t ns,
		    const struct pxt_event *event,
		    const struct log_writer_names *names);

/*
 * What a process, by its pid in the new log, had at the address of an event that is to
 * be added at that time (posixtrace_find_mapping()); NULL: that is not known.  Only what
 * is told is in the new log.
 */
bool log_writer_add_mapping(struct log_writer *writer, int64_t ns, int32_t pid,
			    uint64_t address,
			    const struct posixtrace_mapping *mapping);

/* The same for an event of a trace that is open as `trid`. */
bool log_writer_map(struct log_writer *writer, int64_t ns, int32_t pid,
		    trace_id_t trid, const struct posix_trace_event_info *info);

/*
 * Add a gap: events that are missing before the next one, the first of them at
 * `first_ns`.  They are of process `pid`.  The gap is over at `end_ns`, INT64_MAX if
 * that is not known, whether or not there is an event then.
 */
bool log_writer_add_gap(struct log_writer *writer, int64_t ns, int32_t pid,
			uint64_t events, int64_t first_ns, int64_t end_ns);

/* Totals that do not follow from the events. */
struct log_writer_totals {
	uint64_t lost;		/* besides those in gaps */
	uint32_t processes;
	uint32_t starts;
};

/* Complete the log, and give the file its name. */
bool log_writer_end(struct log_writer *writer,
		    const struct log_writer_totals *totals);

/* NULL is fine.  An incomplete file is removed, unless its events cannot be
 * read again. */
void log_writer_destroy(struct log_writer *writer);

/* The number of events that can be read from it, once it is complete. */
uint64_t log_writer_events(const struct log_writer *writer);

/* An upper bound of the log's size after adding an event with `len` bytes of
 * data, and a gap. */
uint64_t log_writer_size(const struct log_writer *writer, size_t len);

/* An event as it was read, without its time. */
struct pxt_event log_writer_event(const struct trace_event *event);

#endif
