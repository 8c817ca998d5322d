/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Live events into a sink: lines as `posixtrace report` has them, or frames. */
#ifndef POSIXTRACE_TOOLS_LIVE_FEED_H
#define POSIXTRACE_TOOLS_LIVE_FEED_H

#include "live/live.h"
#include "report/format.h"

struct feed {
	const struct live *live;
	trace_id_t trid;
	size_t data_max;
	const struct format *format;	/* of lines; NULL: frames */
	const struct sink *sink;
	void *state;		/* of the sink; lines begin with an event */
	struct out out;		/* of lines */
	struct types types;
	int error;		/* errno value of what has failed, or 0 */
};

/* `live` says what is wanted of the stream, which traces `pid`.  Frames go `to`
 * somebody.  False: no memory. */
bool feed_open(struct feed *feed, const struct live *live, trace_id_t trid,
	       size_t data_max, pid_t pid, struct endpoint *to);

/* Each returns 0 or the errno value of what has not arrived. */
int feed_event(struct feed *feed, const struct posix_trace_event_info *info,
	       const void *data, size_t len);
/* None is there just now: what came is to be seen. */
int feed_pause(struct feed *feed);
int feed_close(struct feed *feed);

#endif
