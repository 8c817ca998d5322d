/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace receive: frames that `posixtrace live --frames` sent, from a
 * line that may be noisy, into a log.
 *
 * Events are numbered, so what the line lost is a gap in the log and counted;
 * what the stream itself had lost is told by a frame of its own.
 */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "live/endpoint.h"
#include "live/group.h"
#include "live/tolog.h"
#include "logfile.h"
#include "size.h"
#include "tool.h"

enum {
	OPT_BAUD = 256,
	DEFAULT_BAUD = 115200,
	PAUSE_MS = 200,		/* then what has come is put into the file */
	INPUT_SIZE = 64 << 10,
	JUMP_MAX = 4096,	/* events missing, by the word of a frame
				 * without a CHECK */
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
	struct tolog *log;		/* NULL: not known yet what it is */
	struct groups groups;
	struct rkh_deframer deframer;
	uint32_t session;
	uint32_t next;			/* number of the event expected */
	bool has_event;
	bool is_over;			/* the sender said so */
	bool is_other;			/* another stream began */
	bool is_flushed;
	int error;			/* of writing the log */
	uint64_t before;		/* events sent before we joined */
	uint64_t line_lost;		/* events lost on the line */
	uint64_t told_lost;		/* by the stream itself */
	uint64_t bad;			/* frames that were none */
	uint8_t *body;
	uint8_t *data;
	/* What came before the configuration: the newest of it. */
	struct early {
		uint8_t id;
		bool checked;
		uint8_t *args;
		size_t n;
	} *early;
	unsigned n_early;
};

enum { EARLY_MOST = 1024 };

static groups_taker take;

static void note_error(struct receiving *r, int err)
{
	if (err && !r->error)
		r->error = err;
}

static void drop_early(struct receiving *r, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		free(r->early[i].args);
	r->n_early -= n;
	memmove(r->early, r->early + n, r->n_early * sizeof(*r->early));
}

static void take_config(struct receiving *r, const struct wire_config *config)
{
	if (r->log) {
		r->is_other |= config->session != r->session;
		return;
	}
	if (config->version != WIRE_VERSION ||
	    config->big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)) {
		tool_error("%s: frames of %s; receive them there",
			   r->receive->source,
			   config->version != WIRE_VERSION ?
			   "another version" : "a machine of other byte order");
		r->error = EPROTO;
		return;
	}
	r->session = config->session;
	note_error(r, tolog_create(r->file.fd, config, &r->log));
	for (unsigned i = 0; i < r->n_early && r->log; i++)
		take(r, r->early[i].id, r->early[i].args, r->early[i].n,
		     r->early[i].checked);
	drop_early(r, r->n_early);
}

/* The configuration comes again and again, so this does not last. */
static void keep_early(struct receiving *r, uint8_t id, const uint8_t *args,
		       size_t n, bool checked)
{
	struct early *early;

	if (r->n_early == EARLY_MOST)
		drop_early(r, EARLY_MOST / 4);
	early = &r->early[r->n_early];
	early->args = malloc(n + 1);
	if (!early->args) {
		note_error(r, ENOMEM);
		return;
	}
	memcpy(early->args, args, n);
	early->n = n;
	early->id = id;
	early->checked = checked;
	r->n_early++;
}

/*
 * Which events are missing in front of the one with this number?  False: the
 * number is none to believe, or of what was there before.
 */
static bool take_number(struct receiving *r, uint32_t number, bool checked)
{
	uint32_t missing = number - r->next;

	if (!r->has_event) {
		r->before = number;
		missing = 0;
	}
	if (missing > (checked ? UINT32_MAX / 2 : JUMP_MAX))
		return false;
	if (missing) {
		r->line_lost += missing;
		note_error(r, tolog_loss(r->log, missing, 0));
	}
	r->has_event = true;
	r->next = number;
	return true;
}

static void take_event(struct receiving *r, const struct wire_event *event,
		       bool checked)
{
	if (!take_number(r, event->number, checked))
		return;
	r->next++;
	note_error(r, tolog_event(r->log, event));
	r->is_flushed = false;
}

static void take_loss(struct receiving *r, const struct wire_loss *loss,
		      bool checked)
{
	if (!take_number(r, loss->number, checked))
		return;
	r->told_lost += loss->events;
	note_error(r, tolog_loss(r->log, loss->events, loss->first));
}

static void take_end(struct receiving *r, const struct wire_end *end,
		     bool checked)
{
	if (r->is_over || !take_number(r, end->number, checked))
		return;
	/* A frame that told of it did not come. */
	if (end->lost > r->told_lost && r->before == 0)
		tolog_lost_somewhere(r->log, end->lost - r->told_lost);
	r->is_over = true;
}

/* A record that is to be believed. */
static void take(void *context, uint8_t id, const uint8_t *args, size_t n,
		 bool checked)
{
	struct receiving *r = context;
	union {
		struct wire_config config;
		struct wire_event event;
		struct wire_type type;
		struct wire_loss loss;
		struct wire_end end;
	} record;

	if (r->is_other || r->error)
		return;
	if (id == WIRE_CONFIG && wire_get_config(args, n, &record.config))
		take_config(r, &record.config);
	else if (!r->log)
		keep_early(r, id, args, n, checked);
	else if (id == WIRE_TYPE && wire_get_type(args, n, &record.type))
		note_error(r, tolog_type(r->log, &record.type));
	else if (id == WIRE_EVENT &&
		 wire_get_event(args, n, r->data, &record.event))
		take_event(r, &record.event, checked);
	else if (id == WIRE_LOSS && wire_get_loss(args, n, &record.loss))
		take_loss(r, &record.loss, checked);
	else if (id == WIRE_END && wire_get_end(args, n, &record.end))
		take_end(r, &record.end, checked);
	else if (id != WIRE_RKH_NAME)
		r->bad++;
}

static void take_body(struct receiving *r, const struct rkh_body *body)
{
	struct rkh_frame frame;

	if (body->cut == RKH_CUT_LEAD || body->cut == RKH_CUT_TAIL)
		return;
	/* It has its sum but neither sequence nor stamp.  A stream begins with
	 * it, so what came before is of another one. */
	if (body->cut == RKH_CUT_FLAG && body->sum == 0 && body->len == 15 &&
	    body->bytes[0] == WIRE_RKH_CONFIG) {
		drop_early(r, r->n_early);
		return;
	}
	if (body->cut != RKH_CUT_FLAG ||
	    rkh_split(&wire_layout, false, body, &frame) != RKH_GOOD) {
		r->bad++;
		return;
	}
	if (!groups_add(&r->groups, &frame))
		note_error(r, ENOMEM);
}

static void take_bytes(struct receiving *r, const uint8_t *bytes, size_t n)
{
	while (n > 0 && !r->is_over && !r->is_other && !r->error) {
		struct rkh_body body;
		size_t used = rkh_deframe(&r->deframer, bytes, n, &body);

		if (body.cut != RKH_CUT_NONE)
			take_body(r, &body);
		bytes += used;
		n -= used;
	}
}

/* Until the end of the stream, a signal, or an error. */
static int read_all(struct receiving *r, uint8_t *input, int wake)
{
	while (!r->is_over && !r->is_other && !r->error) {
		ssize_t n = endpoint_read(&r->from, input, INPUT_SIZE,
					  r->is_flushed ? -1 : PAUSE_MS, wake);

		if (n == 0 || (n < 0 && errno == EINTR))
			break;
		if (n > 0) {
			take_bytes(r, input, (size_t)n);
		} else if (errno != EAGAIN) {
			tool_error("%s: %s; what came before is in the log",
				   r->from.name, strerror(errno));
			return TOOL_FAILURE;
		} else {
			if (r->log)
				note_error(r, tolog_flush(r->log));
			r->is_flushed = true;
		}
	}
	groups_finish(&r->groups);
	return TOOL_FINE;
}

static void sum_up(const struct receiving *r)
{
	const struct groups *groups = &r->groups;
	uint64_t damaged = r->bad + groups->refused;

	tool_note("%" PRIu64 " events, lost %" PRIu64 " (%" PRIu64
		  " on the line); frames: %" PRIu64 " fine, %" PRIu64
		  " unchecked, %" PRIu64 " damaged; %s",
		  r->log ? tolog_events(r->log) : 0,
		  r->log ? tolog_lost(r->log) : 0, r->line_lost,
		  groups->believed, groups->unchecked, damaged, r->file.path);
	if (r->before)
		tool_note("%s: joined late: %" PRIu64 " events had been sent "
			  "before", r->from.name, r->before);
	if (r->is_other)
		tool_note("%s: another stream begins; receive it again for "
			  "that", r->from.name);
	else if (!r->is_over)
		tool_note("%s: the stream has no end; the log is not complete",
			  r->file.path);
}

static int finish(struct receiving *r, int status)
{
	bool cut = !r->is_over;

	if (r->error == EPROTO)
		return TOOL_FAILURE;
	if (!r->log && !r->error) {
		tool_error("%s: no frames of 'posixtrace live --frames' came; "
			   "is it the right line, and the right speed?",
			   r->from.name);
		return TOOL_FAILURE;
	}
	if (r->log)
		note_error(r, tolog_finish(r->log, cut));
	if (r->error) {
		tool_error("%s: %s; the log ends early", r->file.path,
			   strerror(r->error));
		return TOOL_FAILURE;
	}
	if (!logfile_keep(&r->file))
		return TOOL_FAILURE;
	if (!r->receive->quiet)
		sum_up(r);
	if (status)
		return status;
	if (tolog_lost(r->log))
		return TOOL_LOST;
	return cut ? TOOL_DAMAGED : TOOL_FINE;
}

/* A descriptor that becomes readable when the end is asked for. */
static int catch_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
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

	r->body = malloc(WIRE_BODY_MAX);
	r->data = malloc(WIRE_DATA_MAX);
	r->early = calloc(EARLY_MOST, sizeof(*r->early));
	if (!input || !r->body || !r->data || !r->early) {
		tool_error("%s: out of memory", receive->source);
		goto free_memory;
	}
	if (!endpoint_open(&r->from, receive->source, false, receive->baud))
		goto free_memory;
	if (!logfile_create(&r->file, receive->output))
		goto close_endpoint;
	rkh_deframer_init(&r->deframer, r->body, WIRE_BODY_MAX);
	groups_init(&r->groups, take, r);
	wake = catch_signals();
	status = finish(r, read_all(r, input, wake));
	tolog_destroy(r->log);
	if (wake >= 0)
		close(wake);
	logfile_fini(&r->file);
close_endpoint:
	endpoint_close(&r->from);
free_memory:
	if (r->early)
		drop_early(r, r->n_early);
	free(r->early);
	free(r->data);
	free(r->body);
	free(input);
	return status;
}

static const struct argp_option options[] = {
	{ "output", 'o', "LOG", 0, "write to LOG [" TOOL_DEFAULT_LOG "]", 0 },
	{ "baud", OPT_BAUD, "SPEED", 0,
	  "bits a second of a serial device [115200]", 0 },
	{ "quiet", 'q', NULL, 0, "no summary", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct receive *receive = state->input;
	size_t baud;

	switch (key) {
	case 'o':
		if (*arg == '\0')
			return tool_misuse("-o: the name is empty; name a file");
		receive->output = arg;
		return 0;
	case 'q':
		receive->quiet = true;
		return 0;
	case OPT_BAUD:
		if (!size_parse(arg, &baud) || baud > UINT32_MAX ||
		    !endpoint_has_speed((unsigned)baud))
			return tool_misuse("--baud %s: no speed of a serial line; "
					   "such as 9600, 115200, 921600", arg);
		receive->baud = (unsigned)baud;
		return 0;
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
		return 0;
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
