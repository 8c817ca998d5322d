/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Recording into several logs; see rotation.h. */
#include "record/rotation.h"

#include <errno.h>
#include <posixtrace.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/nanoseconds.h"
#include "common/size.h"
#include "common/tool.h"
#include "record/target.h"

enum {
	/* How often to look how large the log is. */
	LOOK_NS = 20000000,
	/* How long to wait if the next log cannot be had. */
	AGAIN_NS = 1000000000,
};

bool rotation_is_asked(const struct rotation_setting *setting)
{
	return setting->every_ns || setting->size || setting->causes;
}

static bool makes_snapshots(const struct rotation *rotation)
{
	return rotation->setting->causes != 0;
}

static bool create_next(const struct rotation *rotation, struct logfile *log,
			char **path, bool is_first)
{
	*path = series_next(&rotation->series,
			    makes_snapshots(rotation) && !is_first);
	if (*path && logfile_create_new(log, *path))
		return true;
	free(*path);
	return false;
}

static bool create_first(struct rotation *rotation, const char *output)
{
	/* A number makes no regular file of what is none. */
	if (!logfile_check_kind(output) ||
	    !series_init(&rotation->series, output, rotation->setting->keep))
		return false;
	if (create_next(rotation, &rotation->log, &rotation->path, true))
		return true;
	series_fini(&rotation->series);
	return false;
}

bool rotation_create(struct rotation *rotation,
		     const struct rotation_setting *setting, const char *output,
		     bool is_quiet)
{
	*rotation = (struct rotation){
		.setting = setting,
		.is_fine = true,
		.is_quiet = is_quiet,
	};
	return rotation_is_asked(setting) ? create_first(rotation, output) :
	       logfile_create(&rotation->log, output);
}

void rotation_fini(struct rotation *rotation)
{
	logfile_fini(&rotation->log);
	free(rotation->path);
	if (rotation_is_asked(rotation->setting))
		series_fini(&rotation->series);
}

/* Give the log that is written, or was, its name. */
static bool keep(struct rotation *rotation)
{
	struct logfile *log = &rotation->log;
	uint64_t number;
	int err;

	if (!rotation_is_asked(rotation->setting))
		return logfile_keep(log);
	number = series_publish(&rotation->series, log, &rotation->path, &err);
	if (number)
		rotation->series.last = number;
	else
		logfile_stay(log, err);
	return number != 0;
}

static void begin_log(struct rotation *rotation)
{
	const struct rotation_setting *setting = rotation->setting;

	rotation->due = setting->every_ns ?
			ns_now() + setting->every_ns : 0;
}

static void accept_requests(const struct rotation *rotation)
{
	const struct sigevent event = {
		.sigev_notify = SIGEV_SIGNAL,
		.sigev_signo = TARGET_REQUEST_SIGNAL,
	};

	posixtrace_notify_snapshots(rotation->trid, &event);
}

void rotation_begin(struct rotation *rotation, trace_id_t trid)
{
	rotation->trid = trid;
	if (makes_snapshots(rotation)) {
		accept_requests(rotation);
	} else {
		rotation->is_fine &= keep(rotation);
		series_prune(&rotation->series);
	}
	begin_log(rotation);
}

/* It has not become a log. */
static void abandon(struct logfile *next, char *path)
{
	if (!next->draft)
		unlink(path);
	logfile_fini(next);
	free(path);
}

/* What the log, which is complete, says of itself. */
static void read_usage(const struct rotation *rotation,
		       struct posixtrace_usage *usage)
{
	trace_id_t trid;

	*usage = (struct posixtrace_usage){ 0 };
	lseek(rotation->log.fd, 0, SEEK_SET);
	if (posix_trace_open(rotation->log.fd, &trid) != 0)
		return;
	posixtrace_get_usage(trid, usage);
	posix_trace_close(trid);
}

static void report_removed(struct rotation *rotation,
			   const struct posixtrace_usage *usage)
{
	struct logfile *log = &rotation->log;

	if (!log->is_gone)
		tool_error("%s: the log was removed while recording, its %llu "
			   "events are lost; record again, and leave the files "
			   "there", log->path,
			   (unsigned long long)usage->events);
	log->is_gone = true;
}

bool rotation_find(struct rotation *rotation)
{
	struct posixtrace_usage usage;

	if (!logfile_is_gone(&rotation->log))
		return logfile_find(&rotation->log);
	read_usage(rotation, &usage);
	report_removed(rotation, &usage);
	return false;
}

/* It could not be written to its end: report that with its name. */
static void report_cut(struct rotation *rotation, int err,
		       const struct posixtrace_usage *usage)
{
	tool_error("%s: %s; it ends early, with %llu events, and lacks %llu; give "
		   "it more room, or keep fewer logs with --keep",
		   rotation->log.path, strerror(err),
		   (unsigned long long)usage->events,
		   (unsigned long long)usage->log_lost);
	rotation->is_fine = false;
}

static void report_snapshot(struct rotation *rotation,
			    const struct posixtrace_usage *usage)
{
	char size[SIZE_TEXT];

	if (rotation->is_quiet)
		return;
	size_format(size, usage->bytes);
	tool_note("%s: a snapshot (%s), %llu events, %s", rotation->log.path,
		  rotation->cause, (unsigned long long)usage->events, size);
}

/* Its name is as it was, or else that was reported. */
static bool has_name(struct rotation *rotation)
{
	if (!logfile_find(&rotation->log))
		return false;
	if (rotation->log.moved && !rotation->is_quiet)
		tool_note("%s: was renamed while it was written, to %s",
			  rotation->path, rotation->log.path);
	return true;
}

/* What the stream could not write since the last call; 0: nothing. */
static int flush_error(const struct rotation *rotation)
{
	struct posix_trace_status_info status;

	return posix_trace_get_status(rotation->trid, &status) == 0 ?
	       status.posix_stream_flush_error : 0;
}

/* The log is complete: note what it says of losses, and report a snapshot. */
static void conclude(struct rotation *rotation)
{
	struct posixtrace_usage usage;
	int err = flush_error(rotation);

	read_usage(rotation, &usage);
	if (usage.log_lost || (usage.lost && !makes_snapshots(rotation)))
		rotation->has_lost = true;
	if (logfile_is_gone(&rotation->log)) {
		report_removed(rotation, &usage);
		rotation->is_fine = false;
		return;
	}
	if (!(makes_snapshots(rotation) ? keep(rotation) : has_name(rotation))) {
		rotation->is_fine = false;
		return;
	}
	rotation->n++;
	if (err)
		report_cut(rotation, err, &usage);
	else if (makes_snapshots(rotation))
		report_snapshot(rotation, &usage);
}

/* The next log cannot be gone on with. */
static bool go_on(struct rotation *rotation, struct logfile *next, char *path,
		  int err)
{
	const struct logfile *log = &rotation->log;

	logfile_find_draft(&rotation->log);
	tool_error("%s: %s; recording goes on in %s%s", path, strerror(err),
		   log->draft ? log->draft : log->path,
		   err == ENOSPC || err == EDQUOT ?
		   "; make room, or keep fewer logs with --keep" : "");
	abandon(next, path);
	return false;
}

/* Complete the log, and go on with the next one.  False: it goes on with this. */
static bool switch_log(struct rotation *rotation)
{
	struct logfile next;
	uint64_t number = 0;
	char *path;
	int err = 0;

	if (!create_next(rotation, &next, &path, false))
		return false;
	/* If we are killed, it is found by its name. */
	if (!makes_snapshots(rotation)) {
		number = series_publish(&rotation->series, &next, &path, &err);
		if (!number)
			return go_on(rotation, &next, path, err);
	}
	err = posixtrace_switch_log(rotation->trid, next.fd);
	if (err)
		return go_on(rotation, &next, path, err);
	conclude(rotation);
	if (number)
		rotation->series.last = number;
	logfile_fini(&rotation->log);
	free(rotation->path);
	rotation->log = next;
	rotation->path = path;
	series_prune(&rotation->series);
	begin_log(rotation);
	return true;
}

int64_t rotation_due(const struct rotation *rotation)
{
	int64_t look = rotation->setting->size ? ns_now() + LOOK_NS : 0;

	if (!rotation->due || (look && look < rotation->due))
		return look;
	return rotation->due;
}

static bool is_large(const struct rotation *rotation)
{
	struct posixtrace_usage usage;

	return rotation->setting->size &&
	       posixtrace_get_usage(rotation->trid, &usage) == 0 &&
	       usage.bytes >= rotation->setting->size;
}

static void next_log(struct rotation *rotation)
{
	rotation->due = 0;
	if (!switch_log(rotation))
		rotation->due = ns_now() + AGAIN_NS;
	else if (makes_snapshots(rotation))
		rotation->held_until = ns_now() + rotation->setting->hold_off_ns;
}

void rotation_look(struct rotation *rotation)
{
	if ((rotation->due && ns_now() >= rotation->due) || is_large(rotation))
		next_log(rotation);
}

void rotation_on_cause(struct rotation *rotation, const char *cause)
{
	int64_t now = ns_now();

	/* One is about to be made, or was made just now. */
	if (rotation->due || now < rotation->held_until)
		return;
	rotation->cause = cause;
	rotation->due = now + rotation->setting->after_ns;
	rotation_look(rotation);
}

void rotation_on_request(struct rotation *rotation)
{
	const unsigned long before = rotation->n;
	const bool was_fine = rotation->is_fine;

	rotation->is_fine = true;
	if (!rotation->due)
		rotation->cause = "command";
	next_log(rotation);
	posixtrace_answer_snapshot(rotation->trid,
				   rotation->n == before || !rotation->is_fine ?
				   EIO : 0);
	rotation->is_fine &= was_fine;
}

bool rotation_wants_last(const struct rotation *rotation, bool has_ended,
			 bool has_crashed)
{
	const unsigned causes = rotation->setting->causes;

	return !makes_snapshots(rotation) || rotation->due ||
	       (has_ended && causes & ROTATION_EXIT) ||
	       (has_crashed && causes & ROTATION_CRASH);
}

void rotation_end(struct rotation *rotation, bool wants_last)
{
	if (!makes_snapshots(rotation))
		return;
	if (wants_last) {
		rotation->is_fine &= keep(rotation);
		series_prune(&rotation->series);
	} else if (!rotation->is_quiet) {
		tool_note("%lu snapshot%s, and none at the end", rotation->n,
			  rotation->n == 1 ? "" : "s");
	}
}
