/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace receive: frames that `posixtrace live --frames` sent, from a
 * line that may be noisy, into a log.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "common/address.h"
#include "common/serial.h"
#include "common/tool.h"
#include "live/endpoint.h"
#include "live/reception.h"
#include "live/senders.h"
#include "record/series.h"

enum {
	OPT_BAUD = 256,
	OPT_EACH,
	OPT_KEEP,
	DEFAULT_BAUD = 115200,
	PAUSE_MS = 200,		/* idle time after which received events are
				 * written */
	INPUT_SIZE = 64 << 10,
};

struct receive {
	const char *source;
	const char *output;
	unsigned baud;
	unsigned long keep;
	bool each;
	bool quiet;
};

struct receiving {
	struct endpoint from;
	struct reception reception;
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
			if (!receiver_feed(r->reception.receiver, input, (size_t)n))
				return TOOL_FINE;
			is_paused = false;
		} else if (errno != EAGAIN) {
			tool_error("%s: %s; earlier events are in the log",
				   r->from.name, strerror(errno));
			return TOOL_FAILURE;
		} else {
			receiver_pause(r->reception.receiver);
			is_paused = true;
		}
	}
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

static int receive_frames(const struct receive *receive)
{
	struct receiving r = {
		.reception = { .from = receive->source, .is_quiet = receive->quiet },
	};
	uint8_t *input = malloc(INPUT_SIZE);
	int status = TOOL_FAILURE;
	int wake;

	if (!input) {
		tool_error("%s: out of memory", receive->source);
		return status;
	}
	if (!endpoint_open(&r.from, receive->source, false, receive->baud))
		goto free_input;
	/* Before there is a draft, which a signal would leave. */
	wake = catch_signals();
	if (!logfile_create(&r.reception.file, receive->output))
		goto close_endpoint;
	if (reception_begin(&r.reception))
		status = reception_finish(&r.reception, read_all(&r, input, wake));
	reception_end(&r.reception);
close_endpoint:
	if (wake >= 0)
		close(wake);
	endpoint_close(&r.from);
free_input:
	free(input);
	return status;
}

static int receive_each(const struct receive *receive)
{
	const struct senders_setting setting = {
		.source = receive->source,
		.output = receive->output,
		.keep = receive->keep,
		.is_quiet = receive->quiet,
	};
	int wake = catch_signals(), status;

	if (wake < 0) {
		tool_error("%s: %s", receive->source, strerror(errno));
		return TOOL_FAILURE;
	}
	status = senders_receive(&setting, wake);
	close(wake);
	return status;
}

static const struct argp_option options[] = {
	{ "output", 'o', "LOG", 0, "write to LOG [" TOOL_DEFAULT_LOG "]", 0 },
	{ "baud", OPT_BAUD, "SPEED", 0,
	  "bits per second of a serial device [115200]", 0 },
	{ "each", OPT_EACH, NULL, 0,
	  "accept any number of senders at tcp-listen:, until a signal ends it; "
	  "each has a log of its own, LOG-000001 and so on", 0 },
	{ "keep", OPT_KEEP, "N", 0, "of these, keep the newest N", 0 },
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
	case OPT_EACH:
		receive->each = true;
		return 0;
	case OPT_KEEP:
		return series_parse_keep(arg, &receive->keep);
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
		if (receive->each &&
		    strncmp(receive->source, "tcp-listen:", 11) != 0)
			return tool_misuse("--each: senders connect; name "
					   "tcp-listen:PORT");
		if (receive->keep && !receive->each)
			return tool_misuse("--keep: of several logs; give --each");
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

	if (!tool_parse(&argp, argc, argv, &receive))
		return TOOL_USAGE;
	return receive.each ? receive_each(&receive) : receive_frames(&receive);
}
