/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A stream as its controller has it: an active stream, with or without a log,
 * or the replay of a log.
 *
 * Locks.  `lock` guards everything here except what belongs to the flush
 * thread; it is never held while waiting for an event or for the flush
 * thread.  The control lane (emit.c) is written under it.
 *
 * Lifetime.  The table (table.h) has a reference, and so has each call that
 * may sleep.  A shutdown removes the stream from the table, wakes its waiters,
 * waits until the last reference is dropped, ends the stream, and frees it
 * after a grace period.
 */
#ifndef PXT_STREAM_STREAM_H
#define PXT_STREAM_STREAM_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <posixtrace.h>
#include <urcu/ref.h>

#include "model/attr.h"
#include "directory/directory.h"
#include "ring/lane.h"
#include "source/drain.h"
#include "stream/added.h"
#include "stream/deferred.h"
#include "stream/snapshot.h"

enum pxt_stream_kind {
	PXT_STREAM_PLAIN,		/* active, without a log */
	PXT_STREAM_LOGGED,		/* active, with a log */
	PXT_STREAM_REPLAY,		/* pre-recorded */
};

struct pxt_flush;
struct pxt_replay;

struct pxt_stream {
	enum pxt_stream_kind kind;
	pthread_mutex_t lock;
	bool closing;			/* waiting calls return */
	unsigned list_at;		/* next id of the type list */

	/* For table.c: */
	trace_id_t trid;		/* constant once it can be found */
	struct urcu_ref users;
	struct pxt_stream *next_retired;

	/* Only for an active stream: */
	struct pxt_slot slot;
	struct pxt_process target;	/* self: self.c owns the mappings */
	bool self;
	/* the map of an ALLPROC stream, to be named; or -1 */
	int map_fd;
	uint64_t serial;
	struct pxt_writer control;	/* the controller's own lane */
	struct pxt_writer_identity identity;
	bool auto_stopped;		/* STOP for FULL has been recorded */
	/* stop() while full: no restart.  Read without the lock, too. */
	_Atomic bool held;
	uint64_t began;			/* ticks of the last START */
	uint64_t stopped;		/* ... of STOP for FULL since; or 0 */
	/* ... before which chunks were written */
	uint64_t flushed;
	/* of pxt_collect_losses(), in gaps, or in the status of a log that is complete */
	uint64_t reported_lost;
	uint64_t handed_over;		/* ticks of the latter */
	uint64_t status_lost;		/* ... when get_status last reset */
	uint32_t starts;
	struct pxt_added_clock added_clock;	/* LOGGED */
	struct pxt_added_pauses pauses;	/* LOGGED */

	struct pxt_drain drain;		/* PLAIN */
	uint64_t read;			/* PLAIN: events handed out */
	struct pxt_flush *flush;	/* LOGGED */
	struct pxt_deferred deferred;	/* LOGGED */
	struct pxt_snapshots snapshots;	/* LOGGED */
	struct pxt_replay *replay;	/* REPLAY */
};

static inline struct pxt_segment *pxt_segment_of(const struct pxt_stream *s)
{
	return s->slot.view.segment;
}

/*
 * Create a stream that traces `pid` (0: the caller), with a log in `fd` unless
 * that is -1.  The errors are those of posix_trace_create_withlog(), and
 * EBUSY: another stream writes into that file.
 */
int pxt_stream_create(pid_t pid, const struct pxt_attr *attr, int fd,
		      struct pxt_stream **out);

/* Open a log for replay.  EINVAL: it is no log; ENOMEM. */
int pxt_stream_open(int fd, struct pxt_stream **out);

/* Another replay of the same, as pxt_replay_open_again(). */
int pxt_stream_open_again(const struct pxt_stream *first, struct pxt_stream **out);

/*
 * For an active stream that nothing else uses any more: stop, flush and
 * complete the log, release the traced processes.  The errors of the last
 * flush.
 */
int pxt_stream_end(struct pxt_stream *stream, const void *address);

/* Free a stream that has ended, or a REPLAY. */
void pxt_stream_free(struct pxt_stream *stream);

/*
 * In a forked child, for a stream of the parent: close what would keep it
 * alive (async-signal-safe), and later free its memory.
 */
void pxt_stream_detach(struct pxt_stream *stream);
void pxt_stream_abandon(struct pxt_stream *stream);

/* run.c: under the lock. */
int pxt_stream_start(struct pxt_stream *stream, const void *address);
int pxt_stream_stop(struct pxt_stream *stream, const void *address);
int pxt_stream_clear(struct pxt_stream *stream);

/*
 * Events that were cleared are distinguished from later ones by their time.  If
 * the clock has gone backward, make it pass the time of the stream: set the
 * stream's time forward if the difference is large, else wait for up to two
 * milliseconds.  By the thread that reads the stream, since chunks are acquired.
 */
void pxt_stream_pass_newest(const struct pxt_stream *stream);

/*
 * The stream has become full: record STOP once everything that was recorded
 * before can be read.  False: it is not full, or STOP was recorded.
 */
bool pxt_stream_take_full(struct pxt_stream *stream);

/* Did it stop for want of room, and has it not been emptied since?  Also without
 * the lock. */
bool pxt_stream_is_full(const struct pxt_stream *stream);

/* It has room again: record what was lost, and START; unless held. */
void pxt_stream_restart(struct pxt_stream *stream);

/*
 * It does not run again for now: record a gap for the losses that are in no gap
 * yet.  Not in an UNTIL_FULL stream, where the automatic STOP says that events
 * are lost from there on (UF-6), and the next START how many.
 */
void pxt_stream_report_rest(struct pxt_stream *stream);

/* So many events that others should have added are lost (added.h); ticks, `until` is
 * that of the first one after them. */
void pxt_stream_add_loss(struct pxt_stream *stream, uint64_t events, uint64_t first,
			 uint64_t until);

/*
 * The log is being completed, and the stream goes on with another one: where
 * pxt_stream_report_rest() has recorded no gap, the losses so far are told by the
 * status of this one, not by the next START.
 */
void pxt_stream_leave_rest(struct pxt_stream *stream);

/* Replace RUNNING or FULL by `state` in a new generation. */
void pxt_stream_set_run(struct pxt_stream *stream, enum pxt_run_state state);

/* filter.c: under the lock. */
void pxt_stream_get_filter(const struct pxt_stream *stream,
			   trace_event_set_t *set);
void pxt_stream_put_filter(struct pxt_stream *stream,
			   const trace_event_set_t *set);
int pxt_stream_set_filter(struct pxt_stream *stream,
			  const trace_event_set_t *set, int how,
			  const void *address);

/*
 * emit.c: record a system event of the controller, unless it is
 * filtered.  `address` NULL: the system itself.  Where the stream's memory has no
 * room, it is deferred (deferred.h), or it is ENOSPC.  Under the lock.
 */
int pxt_emit(struct pxt_stream *stream, unsigned id, const void *address,
	     const void *data, size_t len);

/*
 * The same for an event of the system, with a time that is not before any
 * event so far.
 */
int pxt_emit_at(struct pxt_stream *stream, unsigned id, uint64_t ticks,
		const void *data, size_t len);

/*
 * Record a gap; `reported` losses of all lanes are in gaps then.  Whoever reads
 * what this process leaves if it is killed finds whether they are.
 */
int pxt_emit_gap(struct pxt_stream *stream, const struct pxt_gap *gap,
		 uint64_t reported);

/* The same at a time that may be before other events.  ENOSPC: it has no log, or too
 * many wait for the flush. */
int pxt_emit_gap_at(struct pxt_stream *stream, uint64_t ticks,
		    const struct pxt_gap *gap, uint64_t reported);

/* Events lost from the stream so far, for whatever reason. */
uint64_t pxt_stream_lost(const struct pxt_stream *stream, uint64_t since,
			 uint64_t *first);

/* Those since it was cleared, as reported to the user. */
uint64_t pxt_stream_lost_now(const struct pxt_stream *stream);

/* status.c: under the lock. */
void pxt_stream_get_status(struct pxt_stream *stream,
			   struct posix_trace_status_info *status, bool reset);
void pxt_stream_get_usage(struct pxt_stream *stream,
			  struct posixtrace_usage *usage);
void pxt_stream_get_attr(const struct pxt_stream *stream,
			 struct pxt_attr *attr);

/*
 * read.c: copy the next event of a PLAIN stream to the caller.  `waiting`,
 * unless NULL: wait until there is one, or until *deadline (CLOCK_REALTIME;
 * NULL: for ever); a thread that is cancelled meanwhile calls leave(arg)
 * instead of returning.  0, ENOENT (none now), EINVAL (shut down; invalid
 * deadline), EINTR, ETIMEDOUT, ENOMEM.  Takes the lock.
 */
struct pxt_reading {
	struct posix_trace_event_info *info;
	void *data;
	size_t size;
	size_t *len;
};

struct pxt_waiting {
	const struct timespec *deadline;
	void (*leave)(void *arg);
	void *arg;
};

int pxt_stream_read(struct pxt_stream *stream, const struct pxt_reading *into,
		    const struct pxt_waiting *waiting);

/*
 * The same without waiting at all, not even for a writer inside a record.
 * EAGAIN: it would have to wait.
 */
int pxt_stream_read_ready(struct pxt_stream *stream,
			  const struct pxt_reading *into);

/* The same for a REPLAY, which never waits.  ENOENT: end of the log. */
int pxt_stream_read_log(struct pxt_stream *stream,
			const struct pxt_reading *into);

/*
 * columns.c: many events of a REPLAY, under the lock; as posixtrace_read_columns()
 * has it.  0 also at the end; ENOMEM.
 */
int pxt_stream_read_columns(struct pxt_stream *stream,
			    const struct posixtrace_columns *columns,
			    size_t *n);

/* posixtrace_get_breaks() of a REPLAY.  EINVAL: it is being closed. */
int pxt_stream_get_breaks(struct pxt_stream *stream, uint32_t *n);

/* names.c: under the lock. */
bool pxt_stream_name(const struct pxt_stream *stream, unsigned id,
		     char name[PXT_EVENT_NAME_SIZE]);
/* How the arguments of a type are described (model/describe.h). */
bool pxt_stream_type(const struct pxt_stream *stream, unsigned id,
		     char text[PXT_TYPE_SIZE]);
/* Byte order of the numbers in the data of its user events. */
bool pxt_stream_is_big_endian(const struct pxt_stream *stream);
/* The next type of the list, 0 at its end. */
unsigned pxt_stream_next_type(struct pxt_stream *stream);
/* The id of a name in the traced process. */
unsigned pxt_stream_open_name(struct pxt_stream *stream, const char *name);

#endif
