/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace convert --to rkh: the frames that `live --frames` would have sent
 * of these events.
 */
#include "convert/convert.h"

#include <inttypes.h>
#include <stdlib.h>

#include "common/outfile.h"
#include "common/tool.h"
#include "live/framer.h"
#include "log/reader.h"

struct to_rkh {
	const struct convert *convert;
	struct outfile file;
	struct framer framer;
	uint64_t n_events;
};

/* The frames that are there go into the file. */
static bool write_out(struct to_rkh *to)
{
	struct sender *sender = to->framer.sender;
	struct out *out = &to->file.out;

	out_done(out, put_bytes(out_room(out, sender->n), sender->bytes,
				sender->n));
	sender->n = 0;
	return outfile_is_fine(&to->file);
}

static bool to_rkh_event(void *state, const struct trace_event *event)
{
	struct to_rkh *to = state;

	framer_event(&to->framer, &event->info, event->data, event->len);
	to->n_events++;
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
	/* The END tells of those. */
	to->framer.lost += events;
	return true;
}

static bool to_rkh_end(void *state)
{
	struct to_rkh *to = state;

	framer_end(&to->framer);
	if (!write_out(to) || !outfile_keep(&to->file))
		return false;
	if (!to->convert->quiet)
		tool_note("%s: %" PRIu64 " events", to->convert->output,
			  to->n_events);
	return true;
}

static void to_rkh_destroy(void *state)
{
	struct to_rkh *to = state;

	framer_fini(&to->framer);
	outfile_fini(&to->file);
	free(to);
}

/* Whose trace it is; what is converted twice comes out the same. */
static bool begin_frames(struct to_rkh *to, const struct open_log *log)
{
	struct pxt_log_head head = { .target_pid = 0 };
	struct pxt_log_reader *reader;

	if (!log->dump && pxt_log_open(log->input.fd, &reader) == 0) {
		head = *pxt_log_get_head(reader);
		pxt_log_close(reader);
	}
	return framer_init(&to->framer, log->trid, head.target_pid, head.host,
			   (uint32_t)head.anchor_real_ns);
}

static void *to_rkh_begin(const struct convert *convert,
			  const struct open_log *log)
{
	struct to_rkh *to = calloc(1, sizeof(*to));

	if (!to) {
		tool_error("%s: out of memory", convert->output);
		return NULL;
	}
	to->convert = convert;
	if (!begin_frames(to, log)) {
		tool_error("%s: out of memory", convert->output);
		goto free_to;
	}
	if (outfile_create(&to->file, convert->output))
		return to;
	framer_fini(&to->framer);
free_to:
	free(to);
	return NULL;
}

const struct convert_target convert_rkh = {
	.name = "rkh",
	.summary = "a stream of RKH frames, as 'live --frames' sends it",
	.copies_data = true,
	.begin = to_rkh_begin,
	.event = to_rkh_event,
	.loss = to_rkh_loss,
	.rest = to_rkh_rest,
	.end = to_rkh_end,
	.destroy = to_rkh_destroy,
};
