/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Live events as frames to an endpoint. */
#include <limits.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "common/tool.h"
#include "live/framer.h"
#include "live/live.h"

enum {
	REPEAT_S = 1,		/* at rest, say who we are so often */
	BATCH = 32 << 10,	/* bytes that are sent at the latest */
};

struct frames {
	struct endpoint *to;
	struct framer framer;
	time_t repeated;
	int error;
};

static time_t now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec;
}

static int send_out(struct frames *frames)
{
	struct sender *sender = frames->framer.sender;

	if (!frames->error)
		frames->error = endpoint_write(frames->to, sender->bytes,
					       sender->n);
	sender->n = 0;
	return frames->error;
}

static int take_event(void *state, const struct live_event *event)
{
	struct frames *frames = state;
	struct posixtrace_loss loss;

	if (event->info.posix_event_id == POSIX_TRACE_OVERFLOW &&
	    posixtrace_get_loss(frames->framer.trid, &loss) == 0)
		framer_loss(&frames->framer, &loss);
	framer_event(&frames->framer, &event->info, event->data, event->len);
	return frames->framer.sender->n >= BATCH ? send_out(frames) : 0;
}

static int pause_frames(void *state)
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

static int end(void *state)
{
	struct frames *frames = state;
	int err;

	framer_end(&frames->framer);
	err = send_out(frames);
	framer_fini(&frames->framer);
	free(frames);
	return err;
}

bool live_frames(struct live_sink *sink, const struct live *live,
		 trace_id_t trid, pid_t pid, struct endpoint *to)
{
	struct frames *frames = calloc(1, sizeof(*frames));
	char host[HOST_NAME_MAX + 1] = "";
	uint32_t session;

	(void)live;
	gethostname(host, sizeof(host) - 1);
	if (!frames || getrandom(&session, sizeof(session), 0) !=
		       sizeof(session) ||
	    !framer_init(&frames->framer, trid, pid, host, session))
		goto free_frames;
	frames->to = to;
	frames->repeated = now_s();
	*sink = (struct live_sink){ frames, take_event, pause_frames, end };
	return true;

free_frames:
	free(frames);
	return false;
}
