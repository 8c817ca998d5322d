/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Converts a trace to frames: its events, and the records that have to precede
 * each. */
#ifndef POSIXTRACE_TOOLS_LIVE_FRAMER_H
#define POSIXTRACE_TOOLS_LIVE_FRAMER_H

#include <posixtrace.h>
#include <stdbool.h>

#include "live/sender.h"

struct framer {
	struct sender *sender;		/* generates the frames */
	trace_id_t trid;
	bool is_sent[SENDER_TYPES];	/* name and arguments */
	bool is_named[SENDER_TYPES];
	uint64_t lost;
};

/*
 * For a stream, live or not, that traces `target` on `host`; `session`
 * distinguishes it from others.  False: no memory.
 */
bool framer_init(struct framer *framer, trace_id_t trid, pid_t target,
		 const char *host, uint32_t session);
void framer_fini(struct framer *framer);

/* The event that was read last from the stream. */
void framer_event(struct framer *framer,
		  const struct posix_trace_event_info *info, const void *data,
		  size_t len);

/* A gap before the next event. */
void framer_loss(struct framer *framer, const struct posixtrace_loss *loss);

/* End of the trace. */
void framer_end(struct framer *framer);

#endif
