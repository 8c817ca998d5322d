/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace start, stop, flush and snapshot: have the controllers of running streams
 * do that; all but a snapshot by the thread that writes their logs.
 */
#include <errno.h>
#include <fcntl.h>
#include <posixtrace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/logfile.h"
#include "common/tool.h"
#include "status/streams.h"

enum { OPT_ALL = 256 };

static const struct verb {
	enum posixtrace_command command;
	const char *done;
	const char *doc;
} verbs[] = {
	{ POSIXTRACE_COMMAND_START, "started",
	  "Start streams that were stopped, or never started." },
	{ POSIXTRACE_COMMAND_STOP, "stopped",
	  "Stop streams: events are not recorded until they are started again." },
	{ POSIXTRACE_COMMAND_FLUSH, "flushed",
	  "Write what has been recorded so far into the logs." },
	{ POSIXTRACE_COMMAND_SNAPSHOT, "written as a snapshot",
	  "Have recorders with --snapshot-on write what they hold in memory, the "
	  "newest events, as a log, and print its name." },
};

struct request {
	const struct verb *verb;
	char **which;			/* names, pids or logs */
	size_t n;
	bool all;
	bool quiet;
};

static const struct argp_option options[] = {
	{ "all", OPT_ALL, NULL, 0, "all streams that have a log", 0 },
	{ "quiet", 'q', NULL, 0, "print only errors", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct request *request = state->input;

	switch (key) {
	case OPT_ALL:
		request->all = true;
		return 0;
	case 'q':
		request->quiet = true;
		return 0;
	case ARGP_KEY_END:
		if (request->all && request->n)
			return tool_misuse("--all: goes without NAME");
		if (!request->all && !request->n)
			return tool_misuse("no NAME; give the name of a stream, a "
					   "pid or a log, or --all");
		return 0;
	default:
		return streams_parse(key, arg, request->which, &request->n);
	}
}

static const char *label(const struct posixtrace_stream *stream)
{
	return *stream->log ? stream->log :
	       *stream->name ? stream->name : stream->segment;
}

static bool is_snapshot(const struct request *request)
{
	return request->verb->command == POSIXTRACE_COMMAND_SNAPSHOT;
}

static void explain(const struct request *request,
		    const struct posixtrace_stream *stream, int err)
{
	const char *what = label(stream);

	/* EINVAL: by an older version of the library. */
	if (is_snapshot(request) && stream->log_inode &&
	    (err == ENOTSUP || err == EINVAL)) {
		tool_error("%s: its recorder makes no snapshots; record with "
			   "--snapshot-on command", what);
		return;
	}
	switch (err) {
	case ENOTSUP:
		tool_error("%s: has no log, so only the program that created it "
			   "can do that", what);
		break;
	case EIO:
		tool_error("%s: its recorder, %d, could not write it, or not all "
			   "of it, and has reported why", what,
			   (int)stream->controller);
		break;
	case ENOENT:
		tool_error("%s: has ended, or its recorder has died; 'posixtrace "
			   "recover' lists what that left", what);
		break;
	case ETIMEDOUT:
		tool_error("%s: its recorder, %d, has not answered for five "
			   "seconds; try again, or look whether it is stopped "
			   "or has an older version of the library", what,
			   (int)stream->controller);
		break;
	default:
		tool_error("%s: cannot be %s: %s", what, request->verb->done,
			   strerror(err));
	}
}

/* Its log, as it is called now; -1: it cannot be read. */
static int open_log(const struct posixtrace_stream *stream)
{
	int fd = open(stream->log,
		      O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat st;

	if (fd >= 0 && (fstat(fd, &st) < 0 || st.st_dev != stream->log_device ||
			st.st_ino != stream->log_inode)) {
		close(fd);
		return -1;
	}
	return fd;
}

/* Is its log full?  So if that cannot be read. */
static bool has_full_log(const struct posixtrace_stream *stream)
{
	struct posix_trace_status_info status = {
		.posix_log_full_status = POSIX_TRACE_FULL,
	};
	int fd = open_log(stream);
	trace_id_t trid;

	if (fd >= 0 && posix_trace_open(fd, &trid) == 0) {
		posix_trace_get_status(trid, &status);
		posix_trace_close(trid);
	}
	if (fd >= 0)
		close(fd);
	return status.posix_log_full_status == POSIX_TRACE_FULL;
}

/*
 * A stream whose log is full cannot be started, which is no error to the standard.
 * Another process may have stopped it since.
 */
static bool stays_stopped(const struct posixtrace_stream *stream)
{
	bool stopped = false;
	size_t n;
	struct posixtrace_stream *list = streams_look(&n);

	for (size_t i = 0; list && i < n; i++)
		if (!strcmp(list[i].segment, stream->segment))
			stopped = list[i].state == POSIXTRACE_STATE_STOPPED &&
				  has_full_log(&list[i]);
	free(list);
	return stopped;
}

/* The log that the stream has now, by its name alone; -1: it is not seen from here. */
static int hold_log(const struct posixtrace_stream *stream)
{
	int fd = open(stream->log, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	struct stat st;

	if (fd < 0 || (fstat(fd, &st) == 0 && st.st_dev == stream->log_device &&
		       st.st_ino == stream->log_inode))
		return fd;
	close(fd);
	return -1;
}

/* The log becomes the snapshot, whose name is the result. */
static int take_snapshot(const struct request *request,
			 const struct posixtrace_stream *stream)
{
	int fd = hold_log(stream);
	int err = posixtrace_command(stream, POSIXTRACE_COMMAND_SNAPSHOT);
	char *name = fd >= 0 && !err ? logfile_name_of(fd) : NULL;

	if (name && !request->quiet)
		puts(name);
	else if (!err && !request->quiet)
		tool_note("%s: written under a name that is not seen from here",
			  label(stream));
	free(name);
	if (fd >= 0)
		close(fd);
	return err;
}

static int carry_out(const struct request *request,
		     const struct posixtrace_stream *stream)
{
	const int err = is_snapshot(request) ? take_snapshot(request, stream) :
			posixtrace_command(stream, request->verb->command);

	/* Of all, those that make snapshots are meant. */
	if (err == ENOTSUP && is_snapshot(request) && request->all)
		return TOOL_FINE;
	if (err) {
		explain(request, stream, err);
		return TOOL_FAILURE;
	}
	if (request->verb->command == POSIXTRACE_COMMAND_START &&
	    stays_stopped(stream)) {
		tool_error("%s: is full, so its stream stays stopped; record to "
			   "another log, with a larger --log-size", label(stream));
		return TOOL_FAILURE;
	}
	if (!request->quiet && !is_snapshot(request))
		tool_note("%s: %s", label(stream), request->verb->done);
	return TOOL_FINE;
}

/* With --all, streams without a log and dead ones are not meant. */
static bool is_meant(const struct request *request,
		     const struct posixtrace_stream *stream)
{
	if (request->all)
		return stream->log_inode &&
		       stream->state != POSIXTRACE_STATE_DEAD;
	return streams_is_asked(stream, request->which, request->n);
}

static int run(const struct request *request)
{
	int status = TOOL_FINE;
	size_t n, found = 0;
	struct posixtrace_stream *list = streams_look(&n);

	if (!list)
		return TOOL_FAILURE;
	for (size_t i = 0; i < n; i++)
		if (is_meant(request, &list[i])) {
			found++;
			if (carry_out(request, &list[i]) != TOOL_FINE)
				status = TOOL_FAILURE;
		}
	free(list);
	if (!found && request->n)
		status = streams_report_none(request->which, request->n);
	else if (!found && !request->quiet)
		tool_note("there is no stream with a log");
	return status;
}

static int tool_command_verb(int argc, char **argv, const struct verb *verb)
{
	const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "NAME|PID|LOG...\n--all",
		.doc = verb->doc,
	};
	struct request request = {
		.verb = verb,
		.which = calloc((size_t)argc + 1, sizeof(*request.which)),
	};
	int status = TOOL_USAGE;

	if (!request.which) {
		tool_error("out of memory");
		return TOOL_FAILURE;
	}
	if (tool_parse(&argp, argc, argv, &request))
		status = run(&request);
	free(request.which);
	return status;
}

int tool_start(int argc, char **argv)
{
	return tool_command_verb(argc, argv, &verbs[0]);
}

int tool_stop(int argc, char **argv)
{
	return tool_command_verb(argc, argv, &verbs[1]);
}

int tool_flush(int argc, char **argv)
{
	return tool_command_verb(argc, argv, &verbs[2]);
}

int tool_snapshot(int argc, char **argv)
{
	return tool_command_verb(argc, argv, &verbs[3]);
}
