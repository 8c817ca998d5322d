/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Live events as frames to an endpoint. */
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "live/live.h"
#include "live/sender.h"
#include "nanoseconds.h"
#include "tool.h"

enum {
	REPEAT_S = 1,		/* at rest, say who we are so often */
	BATCH = 32 << 10,	/* bytes that are sent at the latest */
};

struct frames {
	struct endpoint *to;
	trace_id_t trid;
	struct sender *sender;
	time_t repeated;
	bool is_told[SENDER_TYPES];	/* name and arguments */
	bool is_named[SENDER_TYPES];
	uint64_t lost;
	int error;
};

/* A time that no log can have becomes the nearest. */
static uint64_t nanoseconds(const struct timespec *time)
{
	int64_t ns;

	ns_since_epoch(time, &ns);
	return (uint64_t)ns;
}

static time_t now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec;
}

static int send_out(struct frames *frames)
{
	struct sender *sender = frames->sender;

	if (!frames->error)
		frames->error = endpoint_write(frames->to, sender->bytes,
					       sender->n);
	sender->n = 0;
	return frames->error;
}

/* Names are there before the first event, arguments with the first that has
 * some; a type that has none may get some later. */
static void tell_type(struct frames *frames, trace_event_id_t id)
{
	struct posixtrace_arguments arguments;
	struct wire_type type = { .id = id };

	if (id >= SENDER_TYPES || frames->is_told[id])
		return;
	if (posixtrace_get_arguments(frames->trid, id, &arguments) == 0) {
		memcpy(type.arguments, arguments.text,
		       sizeof(type.arguments));
		frames->is_told[id] = true;
	} else if (frames->is_named[id]) {
		return;
	}
	if (posix_trace_eventid_get_name(frames->trid, id, type.name) != 0)
		return;
	frames->is_named[id] = true;
	sender_type(frames->sender, &type);
}

static void tell_loss(struct frames *frames)
{
	struct posixtrace_loss loss;
	struct wire_loss wire;

	if (posixtrace_get_loss(frames->trid, &loss) != 0)
		return;
	wire.events = loss.events;
	wire.first = nanoseconds(&loss.first);
	wire.resume = nanoseconds(&loss.resume);
	frames->lost += loss.events;
	sender_loss(frames->sender, &wire);
}

static int take_event(void *state, const struct live_event *event)
{
	const struct posix_trace_event_info *info = &event->info;
	struct frames *frames = state;
	struct wire_event wire = {
		.time = nanoseconds(&info->posix_timestamp),
		.id = info->posix_event_id,
		.pid = (uint32_t)info->posix_pid,
		.tid = (uint32_t)info->posix_tid,
		.thread = (uint64_t)info->posix_thread_id,
		.address = (uintptr_t)info->posix_prog_address,
		.truncated = info->posix_truncation_status !=
			     POSIX_TRACE_NOT_TRUNCATED,
		.data = event->data,
		.len = event->len,
	};

	/* Whoever reads the log makes these two from the loss. */
	if (wire.id == POSIX_TRACE_RESUME)
		return 0;
	if (wire.id == POSIX_TRACE_OVERFLOW) {
		tell_loss(frames);
		return 0;
	}
	tell_type(frames, wire.id);
	sender_event(frames->sender, &wire);
	return frames->sender->n >= BATCH ? send_out(frames) : 0;
}

static int pause_frames(void *state)
{
	struct frames *frames = state;
	time_t now = now_s();

	if (now - frames->repeated >= REPEAT_S) {
		frames->repeated = now;
		sender_repeat(frames->sender);
	}
	sender_flush(frames->sender);
	return send_out(frames);
}

static bool end(void *state)
{
	struct frames *frames = state;
	bool is_sent;

	sender_end(frames->sender, frames->lost);
	is_sent = send_out(frames) == 0;
	sender_destroy(frames->sender);
	free(frames);
	return is_sent;
}

static bool fill_config(struct wire_config *config, trace_id_t trid, pid_t pid)
{
	struct timespec created = { 0 };
	trace_attr_t attr;
	size_t size = 0;

	*config = (struct wire_config){
		.version = WIRE_VERSION,
		.big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
		.pointer_size = sizeof(void *),
		.target = (uint32_t)pid,
	};
	if (getrandom(&config->session, sizeof(config->session), 0) !=
			sizeof(config->session) ||
	    posix_trace_get_attr(trid, &attr) != 0)
		return false;
	posix_trace_attr_getname(&attr, config->name);
	posix_trace_attr_getcreatetime(&attr, &created);
	posix_trace_attr_getmaxdatasize(&attr, &size);
	posix_trace_attr_destroy(&attr);
	gethostname(config->host, sizeof(config->host) - 1);
	config->created = nanoseconds(&created);
	config->data_max = size;
	return true;
}

bool live_frames(struct live_sink *sink, const struct live *live,
		 trace_id_t trid, pid_t pid, struct endpoint *to)
{
	struct frames *frames = calloc(1, sizeof(*frames));
	struct wire_config config;

	(void)live;
	if (!frames || !fill_config(&config, trid, pid))
		goto free_frames;
	frames->to = to;
	frames->trid = trid;
	frames->repeated = now_s();
	frames->sender = sender_create(&config);
	if (!frames->sender)
		goto free_frames;
	*sink = (struct live_sink){ frames, take_event, pause_frames, end };
	return true;

free_frames:
	free(frames);
	return false;
}
