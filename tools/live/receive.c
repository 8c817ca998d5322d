/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace receive: frames that `posixtrace live --frames` sent, from a
 * line that may be noisy, into a log.
 */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <trace.h>
#include <unistd.h>

#include "common/address.h"
#include "common/logfile.h"
#include "common/serial.h"
#include "common/tool.h"
#include "live/endpoint.h"
#include "live/receiver.h"
#include "trace/summary.h"

enum {
	OPT_BAUD = 256,
	DEFAULT_BAUD = 115200,
	PAUSE_MS = 200,		/* idle time after which received events are
				 * written */
	INPUT_SIZE = 64 << 10,
};

struct receive {
	const char *source;
	const char *output;
	unsigned baud;
	bool quiet;
};

struct receiving {
	const struct receive *receive;
	struct endpoint from;
	struct logfile file;
	struct receiver *receiver;
};

/* Receive until the end of the stream, a signal, or an error. */
static int read_all(struct receiving *r, uint8_t *input, int wake)
{
	bool is_paused = true;

	for (;;) {
		ssize_t n = endpoint_read(&r->from, input, INPUT_SIZE,
					  is_paused ? -1 : PAUSE_MS, wake);

		if (n == 0 || (n < 0 && errno == EINTR))
			return TOOL_FINE;
		if (n > 0) {
			if (!receiver_feed(r->receiver, input, (size_t)n))
				return TOOL_FINE;
			is_paused = false;
		} else if (errno != EAGAIN) {
			tool_error("%s: %s; earlier events are in the log",
				   r->from.name, strerror(errno));
			return TOOL_FAILURE;
		} else {
			receiver_pause(r->receiver);
			is_paused = true;
		}
	}
}

/* Counted as in other commands, including events that report losses. */
static uint64_t count_events(const struct receiving *r,
			     const struct receiver_counts *counts)
{
	struct summary summary = { 0 };
	trace_id_t trid;

	lseek(r->file.fd, 0, SEEK_SET);
	if (posix_trace_open(r->file.fd, &trid) == 0) {
		summary_count(&summary, r->file.path, trid, SUMMARY_SOON);
		posix_trace_close(trid);
	}
	return summary.has_usage ? summary.usage.events : counts->events;
}

static void sum_up(const struct receiving *r,
		   const struct receiver_counts *counts)
{
	tool_note("%" PRIu64 " events, lost %" PRIu64 " (%" PRIu64
		  " on the line); frames: %" PRIu64 " fine, %" PRIu64
		  " unchecked, %" PRIu64 " damaged; %s",
		  count_events(r, counts), counts->lost, counts->line_lost,
		  counts->fine, counts->unchecked, counts->damaged,
		  r->file.path);
	if (counts->before)
		tool_note("%s: joined late: %" PRIu64 " events had been sent "
			  "before", r->from.name, counts->before);
	if (counts->is_other)
		tool_note("%s: another stream begins; receive it again for "
			  "that", r->from.name);
	else if (!counts->is_over)
		tool_note("%s: the stream has no end; the log is not complete",
			  r->file.path);
}

static int finish(struct receiving *r, int status)
{
	struct receiver_counts counts;
	int err;

	receiver_finish(r->receiver);
	receiver_count(r->receiver, &counts);
	err = receiver_error(r->receiver);
	if (err == EPROTO)
		return TOOL_FAILURE;
	if (err) {
		tool_error("%s: %s; the log ends early", r->file.path,
			   strerror(err));
		return TOOL_FAILURE;
	}
	if (!counts.has_begun) {
		tool_error("%s: no frames of 'posixtrace live --frames' came; "
			   "is it the right line, and the right speed?",
			   r->from.name);
		return TOOL_FAILURE;
	}
	if (!logfile_keep(&r->file))
		return TOOL_FAILURE;
	if (!r->receive->quiet)
		sum_up(r, &counts);
	if (status)
		return status;
	if (counts.lost)
		return TOOL_LOST;
	return counts.is_over ? TOOL_FINE : TOOL_DAMAGED;
}

/* A descriptor that becomes readable when a signal requests the end. */
static int catch_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGQUIT);
	sigprocmask(SIG_BLOCK, &set, NULL);
	signal(SIGXFSZ, SIG_IGN);
	return signalfd(-1, &set, SFD_CLOEXEC);
}

static int receive_frames(struct receiving *r)
{
	const struct receive *receive = r->receive;
	uint8_t *input = malloc(INPUT_SIZE);
	int status = TOOL_FAILURE;
	int wake;

	if (!input) {
		tool_error("%s: out of memory", receive->source);
		return status;
	}
	if (!endpoint_open(&r->from, receive->source, false, receive->baud))
		goto free_input;
	/* Before there is a draft, which a signal would leave. */
	wake = catch_signals();
	if (!logfile_create(&r->file, receive->output))
		goto close_endpoint;
	r->receiver = receiver_create(r->file.fd, receive->source);
	if (!r->receiver) {
		tool_error("%s: out of memory", receive->source);
		goto close_file;
	}
	status = finish(r, read_all(r, input, wake));
	receiver_destroy(r->receiver);
close_file:
	logfile_fini(&r->file);
close_endpoint:
	if (wake >= 0)
		close(wake);
	endpoint_close(&r->from);
free_input:
	free(input);
	return status;
}

static const struct argp_option options[] = {
	{ "output", 'o', "LOG", 0, "write to LOG [" TOOL_DEFAULT_LOG "]", 0 },
	{ "baud", OPT_BAUD, "SPEED", 0,
	  "bits per second of a serial device [115200]", 0 },
	{ "quiet", 'q', NULL, 0, "no summary", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct receive *receive = state->input;

	switch (key) {
	case 'o':
		receive->output = arg;
		return logfile_check_name(arg);
	case 'q':
		receive->quiet = true;
		return 0;
	case OPT_BAUD:
		return serial_parse_speed(arg, &receive->baud);
	case ARGP_KEY_ARG:
		if (receive->source)
			return tool_misuse("%s: one source at a time; leave %s out",
					   arg, receive->source);
		receive->source = arg;
		return 0;
	case ARGP_KEY_END:
		if (!receive->source)
			return tool_misuse("no source; name a file, a device, "
					   "tcp:HOST:PORT, tcp-listen:PORT, or - ");
		return address_check(receive->source, false);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

int tool_receive(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "SOURCE",
		.doc = "Turn the frames of 'posixtrace live --frames' into a "
		       "log.\v"
		       "SOURCE is a file, a pipe, a serial device, - for "
		       "standard input, tcp:HOST:PORT to connect, or "
		       "tcp-listen:[HOST:]PORT to be connected to.\n\n"
		       "Exit status: 0 fine, 1 failure, 2 usage, 3 events lost, "
		       "4 the end of the stream did not come.",
	};
	struct receive receive = {
		.output = TOOL_DEFAULT_LOG,
		.baud = DEFAULT_BAUD,
	};
	struct receiving receiving = { .receive = &receive };

	if (!tool_parse(&argp, argc, argv, &receive))
		return TOOL_USAGE;
	return receive_frames(&receiving);
}
