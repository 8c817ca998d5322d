/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Writes a stream to a log, for all other commands and posix_trace_open().  *
 * A kind of record is an event type, "SM.STATE", and a user event is one by
 * its own name, "USR.name".  The data of an event is its arguments as text.
 * An active object is a thread, which has the records about it; the others
 * belong to thread 1.  The target's clock counts from the epoch.  Missing
 * frames are lost events.
 */
#ifndef POSIXTRACE_TOOLS_RKH_LOG_H
#define POSIXTRACE_TOOLS_RKH_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "stream.h"

struct rkh_log;

/*
 * Begin the log at `path`, which has that name once rkh_log_finish() has
 * been called.  Reports a failure and returns NULL.
 *
 * hz: ticks of the stamps in a second; 0: as the stream says with its first
 * configuration, or nanoseconds.
 */
struct rkh_log *rkh_log_new(const char *path, uint64_t hz);

/* The same in the empty file `fd`, which is the caller's; `name` is for
 * messages. */
struct rkh_log *rkh_log_new_at(int fd, const char *name, uint64_t hz);

/* A rkh_sink; `state` is the struct rkh_log. */
void rkh_log_event(void *state, const struct rkh_event *event);

/* Complete the log, and free.  Reports a failure, and returns false then. */
bool rkh_log_finish(struct rkh_log *log);

#endif
