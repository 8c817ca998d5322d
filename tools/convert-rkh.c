/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace convert --to rkh: the frames that `live --frames` would have sent
 * of these events.
 */
#include "convert.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "live/framer.h"
#include "log/reader.h"
#include "logfile.h"
#include "tool.h"

enum {
	BATCH = 256 << 10,	/* bytes that are written at once */
};

struct to_rkh {
	const struct convert *convert;
	struct logfile file;
	struct framer framer;
	uint64_t n_events;
};

/* Write the frames that are there. */
static bool write_out(struct to_rkh *to)
{
	struct sender *sender = to->framer.sender;
	size_t done = 0;

	while (done < sender->n) {
		ssize_t n = write(to->file.fd, sender->bytes + done,
				  sender->n - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			tool_error("%s: %s; name a file with more room with -o",
				   to->convert->output, strerror(errno));
			return false;
		}
		done += (size_t)n;
	}
	sender->n = 0;
	return true;
}

static bool to_rkh_event(void *state, const struct format_event *event)
{
	struct to_rkh *to = state;

	framer_event(&to->framer, &event->info, event->data, event->len);
	to->n_events++;
	return to->framer.sender->n < BATCH || write_out(to);
}

static bool to_rkh_loss(void *state, const struct format_event *event,
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
	if (!write_out(to) || !logfile_keep(&to->file))
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
	logfile_fini(&to->file);
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
	if (!logfile_create(&to->file, convert->output))
		goto free_to;
	if (!begin_frames(to, log)) {
		tool_error("%s: out of memory", convert->output);
		goto remove_file;
	}
	logfile_go_when_ended(&to->file);
	/* A file that may not grow is an error like a full disk. */
	signal(SIGXFSZ, SIG_IGN);
	return to;

remove_file:
	logfile_fini(&to->file);
free_to:
	free(to);
	return NULL;
}

const struct convert_target convert_rkh = {
	.name = "rkh",
	.summary = "a stream of RKH frames, as 'live --frames' sends it",
	.begin = to_rkh_begin,
	.event = to_rkh_event,
	.loss = to_rkh_loss,
	.rest = to_rkh_rest,
	.end = to_rkh_end,
	.destroy = to_rkh_destroy,
};
