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

static bool create_next(struct rotation *rotation, struct logfile *log,
			char **path)
{
	*path = series_next(&rotation->series);
	if (*path && logfile_create(log, *path))
		return true;
	free(*path);
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
	if (!rotation_is_asked(setting))
		return logfile_create(&rotation->log, output);
	if (!series_init(&rotation->series, output, setting->keep))
		return false;
	if (create_next(rotation, &rotation->log, &rotation->path))
		return true;
	series_fini(&rotation->series);
	return false;
}

void rotation_fini(struct rotation *rotation)
{
	logfile_fini(&rotation->log);
	free(rotation->path);
	if (rotation_is_asked(rotation->setting))
		series_fini(&rotation->series);
}

/* Give the log its name, and remove those that are too old. */
static void keep(struct rotation *rotation, struct logfile *log)
{
	rotation->is_fine &= logfile_keep(log);
	if (rotation_is_asked(rotation->setting))
		series_prune(&rotation->series);
}

static void begin_log(struct rotation *rotation)
{
	const struct rotation_setting *setting = rotation->setting;

	rotation->due = setting->every_ns ?
			ns_now() + setting->every_ns : 0;
}

void rotation_begin(struct rotation *rotation, trace_id_t trid)
{
	rotation->trid = trid;
	if (!makes_snapshots(rotation))
		keep(rotation, &rotation->log);
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

/* The log is complete: note what it says of losses, and report a snapshot. */
static void conclude(struct rotation *rotation)
{
	struct posixtrace_usage usage = { 0 };
	char size[SIZE_TEXT];
	trace_id_t trid;

	rotation->n++;
	lseek(rotation->log.fd, 0, SEEK_SET);
	if (posix_trace_open(rotation->log.fd, &trid) != 0)
		return;
	if (posixtrace_get_usage(trid, &usage) == 0 &&
	    (usage.log_lost || (usage.lost && !makes_snapshots(rotation))))
		rotation->has_lost = true;
	posix_trace_close(trid);
	if (!makes_snapshots(rotation) || rotation->is_quiet)
		return;
	size_format(size, usage.bytes);
	tool_note("%s: a snapshot (%s), %llu events, %s", rotation->log.path,
		  rotation->cause, (unsigned long long)usage.events, size);
}

/* Complete the log, and go on with the next one.  False: it goes on with this. */
static bool switch_log(struct rotation *rotation)
{
	struct logfile next;
	char *path;
	int err;

	if (!create_next(rotation, &next, &path))
		return false;
	/* If we are killed, it is found by its name. */
	if (!makes_snapshots(rotation))
		keep(rotation, &next);
	err = posixtrace_switch_log(rotation->trid, next.fd);
	if (err) {
		tool_error("%s: %s; recording goes on in %s", path,
			   strerror(err), rotation->log.path);
		abandon(&next, path);
		return false;
	}
	if (makes_snapshots(rotation))
		keep(rotation, &rotation->log);
	conclude(rotation);
	logfile_fini(&rotation->log);
	free(rotation->path);
	rotation->log = next;
	rotation->path = path;
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

void rotation_look(struct rotation *rotation)
{
	int64_t now = ns_now();

	if (!(rotation->due && now >= rotation->due) && !is_large(rotation))
		return;
	rotation->due = 0;
	if (!switch_log(rotation))
		rotation->due = now + AGAIN_NS;
	else if (makes_snapshots(rotation))
		rotation->held_until = now + rotation->setting->hold_off_ns;
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

bool rotation_keeps_last(struct rotation *rotation, bool has_ended,
			 bool has_crashed)
{
	const unsigned causes = rotation->setting->causes;
	bool is_due = rotation->due != 0;

	if (!makes_snapshots(rotation))
		return true;
	if (is_due || (has_ended && causes & ROTATION_EXIT) ||
	    (has_crashed && causes & ROTATION_CRASH)) {
		keep(rotation, &rotation->log);
		return true;
	}
	if (!rotation->is_quiet)
		tool_note("%lu snapshot%s, and none at the end", rotation->n,
			  rotation->n == 1 ? "" : "s");
	return false;
}
