/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace convert --to rkh: the frames that `live --frames` would have sent
 * of these events.
 */
#include "convert/convert.h"

#include <stdlib.h>

#include "common/out.h"
#include "common/tool.h"
#include "live/framer.h"
#include "trace/clocks.h"

struct to_rkh {
	struct out *out;
	struct framer framer;
};

/* Write the generated frames to the file. */
static bool write_out(struct to_rkh *to)
{
	struct sender *sender = to->framer.sender;
	struct out *out = to->out;

	out_done(out, put_bytes(out_room(out, sender->n), sender->bytes,
				sender->n));
	sender->n = 0;
	return out_is_fine(out);
}

static bool to_rkh_event(void *state, const struct trace_event *event)
{
	struct to_rkh *to = state;

	framer_event(&to->framer, &event->info, event->data, event->len);
	return write_out(to);
}

static bool to_rkh_loss(void *state, const struct trace_event *event,
			const struct posixtrace_loss *loss)
{
	struct to_rkh *to = state;

	(void)event;
	framer_loss(&to->framer, loss);
	return true;
}

static bool to_rkh_rest(void *state, uint64_t events, bool after_last)
{
	struct to_rkh *to = state;

	(void)after_last;
	/* The END record reports those. */
	to->framer.lost += events;
	return true;
}

static bool to_rkh_end(void *state)
{
	struct to_rkh *to = state;

	framer_end(&to->framer);
	return write_out(to);
}

static void to_rkh_destroy(void *state)
{
	struct to_rkh *to = state;

	framer_fini(&to->framer);
	free(to);
}

/* The identity of the trace; constant, so that converting twice gives the same
 * result. */
static bool begin_frames(struct to_rkh *to, const struct open_log *log)
{
	struct posixtrace_origin origin;

	if (posixtrace_get_origin(log->trid, &origin) != 0)
		origin = (struct posixtrace_origin){ 0 };
	return framer_init(&to->framer, log->trid, origin.target, origin.host,
			   (uint32_t)clocks_read(log).real);
}

static void *to_rkh_create(const struct convert *convert,
			   const struct open_log *log, struct out *out)
{
	struct to_rkh *to = calloc(1, sizeof(*to));

	if (to && begin_frames(to, log)) {
		to->out = out;
		return to;
	}
	tool_error("%s: out of memory", convert->output);
	free(to);
	return NULL;
}

const struct convert_target convert_rkh = {
	.name = "rkh",
	.summary = "a stream of RKH frames, as 'live --frames' sends it",
	.copies_data = true,
	.is_stream = true,
	.create = to_rkh_create,
	.sink = {
		.event = to_rkh_event,
		.loss = to_rkh_loss,
		.rest = to_rkh_rest,
		.end = to_rkh_end,
		.destroy = to_rkh_destroy,
	},
};
