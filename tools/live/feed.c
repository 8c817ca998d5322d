/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Passes live events to a sink: lines as of `posixtrace report`, or frames. */
#include "live/feed.h"

#include <errno.h>
#include <unistd.h>

bool feed_open(struct feed *feed, const struct live *live, trace_id_t trid,
	       size_t data_max, pid_t pid, struct endpoint *to)
{
	*feed = (struct feed){
		.live = live,
		.trid = trid,
		.data_max = data_max,
		.format = live->json ? &format_json : &format_text,
		.sink = live->frames ? &frames_sink :
			live->json ? &format_json.sink : &format_text.sink,
	};
	if (out_init(&feed->out, STDOUT_FILENO) != 0)
		return false;
	if (live->frames)
		feed->state = frames_create(trid, pid, to, &feed->error);
	if (live->frames && !feed->state) {
		out_fini(&feed->out);
		return false;
	}
	types_init(&feed->types, trid, &live->only, &live->not);
	feed->types.is_live = true;
	return true;
}

static bool begin_lines(struct feed *feed, const struct timespec *first)
{
	const struct format_options options = {
		.out = &feed->out,
		.trid = feed->trid,
		.log = "live",
		.event_width = types_width(&feed->types),
		.data_max = feed->data_max,
		.absolute = feed->live->absolute,
		.header = !feed->live->json,
	};

	feed->state = feed->format->create(&options, first);
	if (!feed->state)
		feed->error = ENOMEM;
	return feed->state;
}

/* The errno value of a failure, or 0. */
static int error_of(const struct feed *feed, bool done)
{
	return feed->out.error ? feed->out.error : done ? 0 : feed->error;
}

int feed_event(struct feed *feed, const struct posix_trace_event_info *info,
	       const void *data, size_t len)
{
	const struct sink *sink = feed->sink;
	struct trace_event event = {
		.info = *info,
		.type = types_find(&feed->types, info->posix_event_id),
		.data = data,
		.len = len,
	};
	struct posixtrace_loss loss;
	bool done = feed->state || begin_lines(feed, &info->posix_timestamp);

	if (done && info->posix_event_id == POSIX_TRACE_OVERFLOW &&
	    posixtrace_get_loss(feed->trid, &loss) == 0)
		event.lost = loss.events;
	if (done && event.lost && sink->loss)
		done = sink->loss(feed->state, &event, &loss);
	if (done && !(event.lost && sink->shows_overflow) &&
	    event.type->is_shown && ids_let(&feed->live->tids, info->posix_tid))
		done = sink->event(feed->state, &event);
	return error_of(feed, done);
}

int feed_pause(struct feed *feed)
{
	bool done = true;

	if (feed->state && feed->sink->pause)
		done = feed->sink->pause(feed->state);
	out_flush(&feed->out);
	return error_of(feed, done);
}

int feed_close(struct feed *feed)
{
	bool done = true;

	if (feed->state && feed->sink->end)
		done = feed->sink->end(feed->state);
	if (feed->state)
		feed->sink->destroy(feed->state);
	types_fini(&feed->types);
	out_fini(&feed->out);
	return done ? 0 : feed->error;
}
