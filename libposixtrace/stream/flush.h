/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The flush: a thread of the controller that moves full chunks into the log,
 * completes it, and does nothing else.  Only this thread writes to the file,
 * so no SIGXFSZ ever reaches a thread of the application; it blocks all
 * signals.
 */
#ifndef PXT_STREAM_FLUSH_H
#define PXT_STREAM_FLUSH_H

#include "stream/stream.h"

/* Begin the log and start the thread.  The errors of the log's creation. */
int pxt_flush_create(struct pxt_stream *stream, int fd,
		     struct pxt_flush **out);

/*
 * Requests to the thread; each returns when it is done.  Under the lock, which
 * is released while waiting.
 */
int pxt_flush_now(struct pxt_stream *stream);
int pxt_flush_clear(struct pxt_stream *stream);

/* Write events of others (added.h), with the clock and the pause that the stream has by
 * then.  The first error of writing; or ENOMEM. */
int pxt_flush_add(struct pxt_stream *stream, struct pxt_added *added);

/*
 * Complete the log, and go on with another one in `fd`.  On an error nothing has
 * changed: that of the log's creation.  What completing the former log has failed
 * with is the flush_error of get_status.  Under the lock, as above.
 */
int pxt_flush_switch(struct pxt_stream *stream, int fd);

/*
 * The last flush; then the log is complete and the thread has ended.  0, or
 * the error of that flush; frees *flush.
 */
int pxt_flush_finish(struct pxt_stream *stream);

/* In a forked child: close the descriptor, and later free the memory. */
void pxt_flush_close_file(struct pxt_flush *flush);
void pxt_flush_abandon(struct pxt_flush *flush);

/* How the thread is scheduled; the errors of pthread_setschedparam(). */
int pxt_flush_set_scheduling(const struct pxt_flush *flush, int policy,
			     int priority);
int pxt_flush_get_scheduling(const struct pxt_flush *flush, int *policy,
			     int *priority);

/* What get_status reports; reset clears flush_error and overrun. */
void pxt_flush_status(struct pxt_flush *flush,
		      struct posix_trace_status_info *status, bool reset);
void pxt_flush_usage(struct pxt_flush *flush, struct posixtrace_usage *usage);

/* Has the log-full policy stopped the stream? */
bool pxt_flush_log_is_full(const struct pxt_flush *flush);

#endif
