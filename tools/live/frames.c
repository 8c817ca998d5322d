/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Sends live events as frames to an endpoint. */
#include <limits.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "common/tool.h"
#include "live/framer.h"
#include "live/live.h"

enum {
	REPEAT_S = 1,		/* interval of the configuration when idle */
	BATCH = 32 << 10,	/* bytes that are sent at once */
};

struct frames {
	struct endpoint *to;
	struct framer framer;
	time_t repeated;
	int *error;
};

static time_t now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec;
}

static bool send_out(struct frames *frames)
{
	struct sender *sender = frames->framer.sender;

	if (!*frames->error)
		*frames->error = endpoint_write(frames->to, sender->bytes,
						sender->n);
	sender->n = 0;
	return !*frames->error;
}

static bool frames_event(void *state, const struct trace_event *event)
{
	struct frames *frames = state;

	framer_event(&frames->framer, &event->info, event->data, event->len);
	return frames->framer.sender->n < BATCH || send_out(frames);
}

static bool frames_loss(void *state, const struct trace_event *event,
			const struct posixtrace_loss *loss)
{
	struct frames *frames = state;

	(void)event;
	framer_loss(&frames->framer, loss);
	return true;
}

static bool frames_pause(void *state)
{
	struct frames *frames = state;
	time_t now = now_s();

	if (now - frames->repeated >= REPEAT_S) {
		frames->repeated = now;
		sender_repeat(frames->framer.sender);
	}
	sender_flush(frames->framer.sender);
	return send_out(frames);
}

static bool frames_end(void *state)
{
	struct frames *frames = state;

	framer_end(&frames->framer);
	return send_out(frames);
}

static void frames_destroy(void *state)
{
	struct frames *frames = state;

	framer_fini(&frames->framer);
	free(frames);
}

const struct sink frames_sink = {
	.event = frames_event,
	.loss = frames_loss,
	.pause = frames_pause,
	.end = frames_end,
	.destroy = frames_destroy,
};

void *frames_create(trace_id_t trid, pid_t pid, struct endpoint *to,
		    int *error)
{
	struct frames *frames = calloc(1, sizeof(*frames));
	char host[HOST_NAME_MAX + 1] = "";
	uint32_t session;

	gethostname(host, sizeof(host) - 1);
	if (!frames || getrandom(&session, sizeof(session), 0) !=
		       sizeof(session) ||
	    !framer_init(&frames->framer, trid, pid, host, session)) {
		free(frames);
		return NULL;
	}
	frames->to = to;
	frames->error = error;
	frames->repeated = now_s();
	return frames;
}
