/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace live: prints the events of a command or of a running process as
 * they come, as lines, or sends them as frames.
 *
 * There is no log.  One thread waits for the end of the process, this one reads
 * the stream.  If the output is read too slowly, the stream loses events; the
 * traced process never waits.
 */
#include "live/feed.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/address.h"
#include "common/serial.h"
#include "common/tool.h"
#include "live/endpoint.h"
#include "model/record.h"
#include "record/survivors.h"
#include "record/target.h"
#include "record/why.h"
#include "trace/summary.h"

enum {
	OPT_FRAMES = OPT_RECORD_END,
	OPT_BAUD,
	OPT_JSON,
	OPT_ABSOLUTE,
	DEFAULT_BAUD = 115200,
	PATIENCE_NS = 50000000,		/* interval of the check whether the
					 * process has ended */
	DATA_MOST = 1 << 16,
};

struct waiting {
	struct target *target;
	int64_t limit_ns;
	int status;			/* once `is_over` */
	atomic_bool is_over;
};

struct live_event {
	struct posix_trace_event_info info;
	void *data;
	size_t len;
};

static void *wait_for_target(void *arg)
{
	struct waiting *waiting = arg;

	waiting->status = target_wait(waiting->target, waiting->limit_ns);
	atomic_store(&waiting->is_over, true);
	return NULL;
}

/* A time from now, by the clock of timedgetnext. */
static struct timespec soon(void)
{
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	time.tv_nsec += PATIENCE_NS;
	if (time.tv_nsec >= 1000000000) {
		time.tv_nsec -= 1000000000;
		time.tv_sec++;
	}
	return time;
}

/* The next event, without waiting.  ENOENT: there is none. */
static int next_now(trace_id_t trid, struct live_event *event)
{
	int unavailable = 0;
	int err = posix_trace_trygetnext_event(trid, &event->info,
					       event->data, DATA_MOST,
					       &event->len, &unavailable);

	return err ? err : unavailable ? ENOENT : 0;
}

static int next_soon(trace_id_t trid, struct live_event *event)
{
	const struct timespec deadline = soon();
	int unavailable = 0;
	int err = posix_trace_timedgetnext_event(trid, &event->info,
						 event->data, DATA_MOST,
						 &event->len, &unavailable,
						 &deadline);

	return err ? err : unavailable ? ENOENT : 0;
}

/*
 * Pass all events to the sink until the process has ended.  Returns 0 or the
 * errno value of the sink, or of reading; *bytes: their size in the stream.
 */
static int follow(struct feed *feed, trace_id_t trid,
		  struct live_event *event, const struct waiting *waiting,
		  uint64_t *bytes)
{
	bool is_stopped = false;
	int err;

	for (;;) {
		err = next_now(trid, event);
		if (err == ENOENT && is_stopped)
			return feed_pause(feed);
		if (err == ENOENT) {
			err = feed_pause(feed);
			if (err)
				return err;
			if (atomic_load(&waiting->is_over)) {
				posix_trace_stop(trid);
				is_stopped = true;
				continue;
			}
			err = next_soon(trid, event);
		}
		if (err == ETIMEDOUT || err == EINTR || err == ENOENT)
			continue;
		if (!err) {
			*bytes += pxt_record_size(event->len);
			err = feed_event(feed, &event->info, event->data,
					 event->len);
		}
		if (err)
			return err;
	}
}

/* Report losses.  A stream without a log does not know the size of its
 * events. */
static int report_losses(const struct live *live, trace_id_t trid,
			 uint64_t bytes)
{
	struct posixtrace_usage usage;
	char advice[SUMMARY_ADVICE];

	if (posixtrace_get_usage(trid, &usage) != 0 || usage.lost == 0)
		return TOOL_FINE;
	usage.bytes = bytes;
	summary_advise_lost(advice, &usage);
	if (!live->record.quiet)
		tool_note("%" PRIu64 " events were lost; %s", usage.lost,
			  advice);
	return TOOL_LOST;
}

/* The stream ends with its target, but children may continue. */
static void report_survivors(const struct live *live,
			     const struct target *target)
{
	struct survivors survivors;

	if (!target->has_ended || live->record.quiet)
		return;
	survivors_find(&survivors, target->pid);
	survivors_report(&survivors);
}

static int command_status(const struct live *live, int status)
{
	if (!live->record.command)
		return TOOL_FINE;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status)
				   : WEXITSTATUS(status);
}

/*
 * The sink has failed.  If a reader of lines has closed its pipe, that is no
 * error; frames that cannot be sent are lost.
 */
static int report_failure(const struct live *live, int err)
{
	const char *output = live->record.output ? live->record.output
						 : "standard output";

	if (err == EPIPE && !live->frames)
		return TOOL_FINE;
	if (err == EPIPE)
		tool_error("%s: the receiver has disconnected; later events were "
			   "not sent", output);
	else
		tool_error("%s: %s; later events were not %s", output,
			   strerror(err), live->frames ? "sent" : "shown");
	return TOOL_FAILURE;
}

/*
 * The stream runs: release the target, and pass on its events.  *failed: the
 * sink has failed, and that was reported.
 */
static int serve(const struct live *live, struct feed *feed,
		 trace_id_t trid, struct target *target,
		 struct live_event *event, bool *failed)
{
	struct waiting waiting = {
		.target = target,
		.limit_ns = live->record.duration_ns,
	};
	pthread_t waiter;
	uint64_t bytes = 0;
	int status;
	int err = target->is_child ? target_release(target) : 0;

	if (err) {
		tool_error("%s: %s; name a program that can be run",
			   *live->record.command, strerror(err));
		return err == ENOENT ? 127 : 126;
	}
	err = pthread_create(&waiter, NULL, wait_for_target, &waiting);
	if (err) {
		why_no_thread("the stream", "that waits for the command");
		return TOOL_FAILURE;
	}
	err = follow(feed, trid, event, &waiting, &bytes);
	if (err)
		posix_trace_stop(trid);
	/* An attached process continues without us.  The signal is blocked in
	 * all threads, and read by the thread that waits for the process. */
	if (err && !target->is_child)
		kill(getpid(), SIGTERM);
	pthread_join(waiter, NULL);
	*failed = err;
	if (err)
		return report_failure(live, err);
	report_survivors(live, target);
	err = report_losses(live, trid, bytes);
	status = command_status(live, waiting.status);
	return status ? status : err;
}

static int serve_target(const struct live *live, struct target *target,
			struct endpoint *to)
{
	struct live_event event = { .data = malloc(DATA_MOST) };
	struct feed feed;
	trace_id_t trid;
	int status = TOOL_FAILURE;
	bool failed = false;
	int err;

	if (!event.data) {
		tool_error("the events: out of memory");
		target_abandon(target);
		return TOOL_FAILURE;
	}
	if (!record_start(&live->record, target->pid, "the stream", -1,
			  &trid)) {
		target_abandon(target);
		goto free_event;
	}
	if (feed_open(&feed, live, trid, DATA_MOST, target->pid, to)) {
		status = serve(live, &feed, trid, target, &event, &failed);
		err = feed_close(&feed);
		if (err && !failed && report_failure(live, err) != TOOL_FINE &&
		    status == TOOL_FINE)
			status = TOOL_FAILURE;
	} else {
		tool_error("the events: out of memory");
		target_abandon(target);
	}
	posix_trace_shutdown(trid);
free_event:
	free(event.data);
	return status;
}

static int run(const struct live *live)
{
	const struct record *record = &live->record;
	struct endpoint to = { .fd = -1, .listener = -1 };
	struct target_setting setting = { 0 };
	struct target target = { 0 };
	int status = TOOL_FAILURE;
	int err;

	if (live->frames &&
	    !endpoint_open(&to, record->output, true, live->baud))
		return TOOL_FAILURE;
	setting.prints_aside = live->json || endpoint_is_stdout(&to);
	err = record->command ?
	      target_spawn(&target, record->command, &setting) :
	      target_attach(&target, record->pid);
	if (err && record->command)
		why_not_started(*record->command, err);
	else if (err)
		record_explain(record, "the stream", err);
	if (!err) {
		signal(SIGPIPE, SIG_IGN);
		status = serve_target(live, &target, &to);
		target_fini(&target);
	}
	if (live->frames)
		endpoint_close(&to);
	return status;
}

static const struct argp_option options[] = {
	{ "pid", 'p', "PID", 0,
	  "attach to a running process, instead of running a command", 0 },
	{ "event", 'e', "GLOB", 0,
	  "only events whose name matches, or of @GROUP; may be given again", 0 },
	{ "exclude", 'x', "GLOB", 0,
	  "no events whose name matches, nor of @GROUP; may be given again", 0 },
	{ "tid", 't', "TID,...", 0, "only events of these threads", 0 },
	{ "duration", OPT_DURATION, "TIME", 0,
	  "with -p: end after TIME (seconds, or with ms, s, m, h)", 0 },
	{ "no-inherit", OPT_NO_INHERIT, NULL, 0,
	  "do not trace the children of the process", 0 },
	{ "stream-size", OPT_STREAM_SIZE, "SIZE", 0,
	  "bytes for events that wait to be shown", 0 },
	{ "max-data", OPT_MAX_DATA, "SIZE", 0, "truncate the data of an event to SIZE", 0 },
	{ "name", OPT_NAME, "NAME", 0, "name of the stream [that of the program]", 0 },
	{ "json", OPT_JSON, NULL, 0, "print each event as a JSON object", 0 },
	{ "absolute", OPT_ABSOLUTE, NULL, 0, "print dates instead of seconds", 0 },
	{ "frames", OPT_FRAMES, NULL, 0,
	  "send frames to DEST, for 'posixtrace receive'", 0 },
	{ "output", 'o', "DEST", 0, "with --frames: send to DEST [-]", 0 },
	{ "baud", OPT_BAUD, "SPEED", 0,
	  "bits per second of a serial device [115200]", 0 },
	{ "quiet", 'q', NULL, 0, "no summary", 0 },
	{ 0 }
};

static const char doc[] =
	"Run COMMAND, or attach to a process, and print its trace events as they "
	"come.\v"
	"DEST is a file, a pipe, a serial device, - for standard output, "
	"tcp:HOST:PORT to connect, or tcp-listen:[HOST:]PORT to be connected "
	"to.  What COMMAND prints goes to standard error where standard output "
	"has --json or frames.\n\n"
	"Exit status: that of COMMAND unless 0; 1 failure, 2 usage, 3 events lost, "
	"126 COMMAND cannot be executed, 127 it was not found.";

static error_t check(const struct live *live)
{
	const struct record *record = &live->record;

	if (!record->command && !record->pid)
		return tool_misuse("no command and no -p PID; "
				   "try 'posixtrace live -- COMMAND'");
	if (record->output && !live->frames)
		return tool_misuse("-o: goes with --frames; give that too, or use "
				   "'posixtrace record'");
	if (live->frames && (live->json || live->absolute))
		return tool_misuse("--frames: sends no text; leave out %s",
				   live->json ? "--json" : "--absolute");
	return record->output ? address_check(record->output, false) : 0;
}

static bool is_pattern(const char *word)
{
	return *word != '@' && strpbrk(word, "*?[");
}

/* Names and groups are applied by the filter of the stream, patterns by us. */
static error_t parse_event(struct live *live, int key, char *arg,
			   struct argp_state *state)
{
	struct patterns *words = key == 'e' ? &live->only : &live->not;
	bool is_glob = is_pattern(arg);
	error_t err = is_glob ? 0 : record_parse(key, arg, state);

	if (err || (key == 'x' && !is_glob))
		return err;
	live->has_pattern |= key == 'e' && is_glob;
	return patterns_add(words, arg) ? 0 : ENOMEM;
}

/* The filter cannot select events that only a pattern matches. */
static error_t settle_patterns(struct live *live)
{
	if (!live->has_pattern) {
		patterns_fini(&live->only);
		return 0;
	}
	exclude_fini(&live->record.only);
	/* Events of the standard are kept, as with names. */
	return patterns_add(&live->only, "posix_trace_*") ? 0 : ENOMEM;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct live *live = state->input;
	error_t err;

	switch (key) {
	case 'e':
	case 'x':
		return parse_event(live, key, arg, state);
	case 't':
		if (ids_add(&live->tids, arg))
			return 0;
		return tool_misuse("-t %s: not an id; give numbers, as 12 or "
				   "12,34", arg);
	case OPT_FRAMES:
		live->frames = true;
		return 0;
	case OPT_JSON:
		live->json = true;
		return 0;
	case OPT_ABSOLUTE:
		live->absolute = true;
		return 0;
	case OPT_BAUD:
		return serial_parse_speed(arg, &live->baud);
	case ARGP_KEY_END:
		err = check(live);
		if (!err)
			err = settle_patterns(live);
		return err ? err : record_parse(key, arg, state);
	default:
		return record_parse(key, arg, state);
	}
}

int tool_live(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "[--] COMMAND [ARG...]\n-p PID",
		.doc = doc,
	};
	struct live live = {
		.record = {
			.policy = POSIX_TRACE_LOOP,
			.log_policy = POSIX_TRACE_APPEND,
			.inherit = true,
		},
		.baud = DEFAULT_BAUD,
	};
	int status = TOOL_USAGE;

	if (tool_parse(&argp, argc, argv, &live)) {
		if (live.frames && !live.record.output)
			live.record.output = "-";
		status = run(&live);
	}
	exclude_fini(&live.record.only);
	exclude_fini(&live.record.not);
	patterns_fini(&live.only);
	patterns_fini(&live.not);
	ids_fini(&live.tids);
	return status;
}
