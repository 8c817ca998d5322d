/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A new log, written from events that were read: of a part of a log, of several
 * logs, of a stream of another system.  Who calls gives them in the order of
 * time, and says what they are called; everything else of a log is made here.
 *
 * Each function says what went wrong, and returns false or NULL then; nothing
 * but log_writer_destroy() is called after that.
 */
#ifndef POSIXTRACE_TOOLS_TRACE_LOG_WRITER_H
#define POSIXTRACE_TOOLS_TRACE_LOG_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "model/logform.h"
#include "trace/thread-name.h"
#include "trace/event.h"

struct log_writer;

/* Of a file that is to have the name `path`, which stays the caller's. */
struct log_writer *log_writer_create(const char *path);

/*
 * The same of events that cannot be read again: a part is better than nothing,
 * so it has its name even if it is destroyed without having ended.  Nor does
 * any signal remove it.
 */
struct log_writer *log_writer_create_only(const char *path);

/* In the empty file `fd`, which is the caller's; `path` is what it is called in
 * messages. */
struct log_writer *log_writer_create_at(int fd, const char *path);

/* What of the head is known from the trace that events are read from; the
 * controller of a log that is made from others is nobody. */
bool log_writer_head(struct pxt_log_head *head, trace_id_t trid);

/*
 * Begin the log, with no time before `first_ns` nanoseconds since the epoch
 * and none much after `last_ns`; with 0 the times are of a clock that does not
 * know the date.  Of *head the attributes, the pids, the host
 * and the boot are taken.
 */
bool log_writer_begin(struct log_writer *writer,
		      const struct pxt_log_head *head, int64_t first_ns,
		      int64_t last_ns);

/* An event type, before its first event; `text` describes its arguments, or
 * is NULL. */
bool log_writer_add_type(struct log_writer *writer, unsigned id,
			 const char *name, const char *text);

/* Who knows the names of threads.  A name may be put into *room; NULL: this one
 * has none. */
struct log_writer_names {
	const char *(*find)(void *context, int32_t pid, int32_t tid,
			    struct thread_name *room);
	void *context;
};

/*
 * An event at `ns` nanoseconds since the epoch, not before the one before; its
 * ticks are set here.  The names of its thread's source stay, and are asked
 * whenever events of it are written.
 */
bool log_writer_add(struct log_writer *writer, int64_t ns,
		    const struct pxt_event *event,
		    const struct log_writer_names *names);

/*
 * A gap: so many events are missing before the next one, the first of
 * them at `first_ns`.  They are of process `pid`.
 */
bool log_writer_add_gap(struct log_writer *writer, int64_t ns, int32_t pid,
			uint64_t events, int64_t first_ns);

/* What the events do not tell. */
struct log_writer_totals {
	uint64_t lost;		/* besides those in gaps */
	uint32_t processes;
	uint32_t starts;
};

/* Complete the log; the file has its name now. */
bool log_writer_end(struct log_writer *writer,
		    const struct log_writer_totals *totals);

/* NULL is fine.  A file that was not completed is removed, if it is not the
 * only one. */
void log_writer_destroy(struct log_writer *writer);

/* As many as can be read of it, once it is complete. */
uint64_t log_writer_events(const struct log_writer *writer);

/* No more bytes than this the log will have, if an event with `len` bytes of
 * data is added, and a gap. */
uint64_t log_writer_size(const struct log_writer *writer, size_t len);

/* An event as it was read, without its time. */
struct pxt_event log_writer_event(const struct trace_event *event);

#endif
