/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Passes live events to a sink: lines as of `posixtrace report`, or frames. */
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
	int error;		/* errno value of a failure, or 0 */
};

/* `live` selects the events of the stream, which traces `pid`.  Frames are
 * sent to `to`.  False: no memory. */
bool feed_open(struct feed *feed, const struct live *live, trace_id_t trid,
	       size_t data_max, pid_t pid, struct endpoint *to);

/* Each returns 0 or the errno value of failed output. */
int feed_event(struct feed *feed, const struct posix_trace_event_info *info,
	       const void *data, size_t len);
/* No event is available at present: flush the output. */
int feed_pause(struct feed *feed);
int feed_close(struct feed *feed);

#endif
