/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A log from events that come one by one: what `posix_trace_open` reads, as
 * if the stream had been recorded here.  Times are nanoseconds of
 * CLOCK_REALTIME; one that is before the last event's becomes that.
 */
#ifndef POSIXTRACE_TOOLS_LIVE_TOLOG_H
#define POSIXTRACE_TOOLS_LIVE_TOLOG_H

#include "live/wire.h"

struct tolog;

/* Begin a log in the file fd.  Returns 0 or an errno value. */
int tolog_create(int fd, const struct wire_config *config,
		 struct tolog **out);

/* Each returns 0 or the errno value of writing. */
int tolog_type(struct tolog *tolog, const struct wire_type *type);
int tolog_event(struct tolog *tolog, const struct wire_event *event);
/* `events` were lost, the first of them at `first` (0: after the last
 * event). */
int tolog_loss(struct tolog *tolog, uint64_t events, uint64_t first);

/* Write the events received so far to the file. */
int tolog_flush(struct tolog *tolog);

/* Count lost events at an unknown time. */
void tolog_lost_somewhere(struct tolog *tolog, uint64_t events);

/* Complete the log; with `cut`, the end of the stream was not received. */
int tolog_finish(struct tolog *tolog, bool cut);
void tolog_destroy(struct tolog *tolog);

uint64_t tolog_events(const struct tolog *tolog);
uint64_t tolog_lost(const struct tolog *tolog);

#endif
