/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Opening and reading the logs to merge. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/logfile.h"
#include "common/nanoseconds.h"
#include "common/tool.h"
#include "merge/merge.h"

enum {
	FILES_A_LOG = 4,	/* descriptors, at most ... */
	FILES_BESIDES = 32,	/* ... and of everything else */
};

static bool stat_input(const char *path, struct stat *status)
{
	return (strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, status)
				       : stat(path, status)) == 0;
}

/* Each log once, and none that is the output. */
static bool check_files(const struct merge *merge)
{
	struct stat status[MERGE_MOST];

	for (size_t i = 0; i < merge->n_inputs; i++) {
		const char *path = merge->inputs[i].path;

		if (logfile_is_input(merge->output, path)) {
			tool_error("%s: is one of the logs, which would be "
				   "gone; name another file with -o",
				   merge->output);
			return false;
		}
		/* Errors are reported when it is opened. */
		if (!stat_input(path, &status[i]))
			memset(&status[i], 0, sizeof(status[i]));
		for (size_t j = 0; j < i; j++) {
			if (!status[i].st_ino ||
			    status[i].st_ino != status[j].st_ino ||
			    status[i].st_dev != status[j].st_dev)
				continue;
			tool_error("%s: the same log as %s; name it once", path,
				   merge->inputs[j].path);
			return false;
		}
	}
	return true;
}

/* Raise the limit of descriptors, if permitted. */
static bool allow_files(const struct merge *merge)
{
	const rlim_t wanted = FILES_A_LOG * merge->n_inputs + FILES_BESIDES;
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur >= wanted)
		return true;
	if (limit.rlim_max >= wanted) {
		limit.rlim_cur = wanted;
		if (setrlimit(RLIMIT_NOFILE, &limit) == 0)
			return true;
	}
	tool_error("%zu logs at once: only %ju files may be open; allow %ju "
		   "with 'ulimit -n', or merge some, and the result with the "
		   "others", merge->n_inputs, (uintmax_t)limit.rlim_max,
		   (uintmax_t)wanted);
	return false;
}

/* Read the head of the log, and its highest ids. */
static bool read_head(struct merge_input *input)
{
	struct posixtrace_origin origin;

	if (!log_writer_head(&input->head, input->reader.log.trid) ||
	    posixtrace_get_origin(input->reader.log.trid, &origin) != 0) {
		tool_error("%s: cannot be read", input->path);
		return false;
	}
	input->ids_most = origin.highest_id;
	return true;
}

/* Can its events be in one log with those of others? */
static bool check_kind(const struct merge_input *input)
{
	if (input->reader.log.is_dump)
		tool_error("%s: a ThreadX dump, whose clock counts ticks from 0; "
			   "make a log of it with 'posixtrace convert --to log', "
			   "and use --offset", input->path);
	else if (posixtrace_is_big_endian(input->reader.log.trid) !=
		 (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__))
		tool_error("%s: from a machine of the other byte order, and a "
			   "log has only one; convert it with "
			   "'posixtrace convert --to log'", input->path);
	else
		return true;
	return false;
}

/* Thread names are requested by the ids in the merged log. */
static const char *find_name(void *context, int32_t pid, int32_t tid,
			     struct thread_name *room)
{
	const struct merge_input *input = context;

	return thread_name_find(room, input->reader.log.trid,
				pid > 0 ? pid - input->ids_added : pid,
				tid > 0 ? tid - input->ids_added : tid);
}

static bool open_input(struct merge_input *input, const struct pick *pick)
{
	input->pick = *pick;
	/* Times count from the first event of all logs. */
	input->pick.from.kind = input->pick.to.kind = MOMENT_NONE;
	if (!reader_open(&input->reader, input->path, &input->pick))
		return false;
	if ((!input->reader.log.is_dump && !read_head(input)) || !check_kind(input)) {
		reader_close(&input->reader);
		return false;
	}
	input->names = (struct log_writer_names){ find_name, input };
	return true;
}

static void close_inputs(struct merge *merge, size_t n)
{
	for (size_t i = 0; i < n; i++)
		reader_close(&merge->inputs[i].reader);
}

/* A log that was found in a directory may be removed since then, as by a recorder
 * with --keep. */
static bool was_removed(const struct merge_input *input)
{
	if (!input->is_found || access(input->path, F_OK) == 0 ||
	    errno != ENOENT)
		return false;
	tool_note("%s: was removed meanwhile, and left out", input->path);
	return true;
}

/* Each that cannot be opened is reported. */
bool merge_open(struct merge *merge)
{
	size_t n = 0;
	bool is_fine = true;

	if (!check_files(merge) || !allow_files(merge))
		return false;
	for (size_t i = 0; i < merge->n_inputs; i++) {
		struct merge_input *input = &merge->inputs[n];

		if (was_removed(&merge->inputs[i]))
			continue;
		/* Nothing refers to it yet. */
		if (n != i)
			*input = merge->inputs[i];
		if (open_input(input, &merge->pick))
			n++;
		else
			is_fine = false;
	}
	merge->n_inputs = n;
	if (is_fine && !n)
		tool_error("all logs were removed meanwhile; name others");
	if (is_fine && n)
		return true;
	close_inputs(merge, n);
	return false;
}

void merge_close(struct merge *merge)
{
	close_inputs(merge, merge->n_inputs);
}

/* Set the time of the event in the merged log. */
static bool set_time(struct merge_input *input)
{
	struct timespec *time = &input->reader.event.info.posix_timestamp;
	int64_t ns;

	/* Limit the time to those that a log can have; the offset is relative
	 * to that. */
	ns_since_epoch(time, &ns);
	if (__builtin_add_overflow(ns, input->offset_ns, &ns) || ns < 0) {
		tool_error("%s: with its offset an event would be before 1970 "
			   "or after 2262; use another one", input->path);
		return false;
	}
	/* Time never decreases, also in a damaged file. */
	if (ns > input->ns)
		input->ns = ns;
	time->tv_sec = (time_t)(input->ns / 1000000000);
	time->tv_nsec = (long)(input->ns % 1000000000);
	return true;
}

bool merge_next(struct merge_input *input)
{
	enum open_log_result result = reader_next(&input->reader);

	input->is_there = result == LOG_EVENT;
	return input->is_there ? set_time(input) : result == LOG_END;
}

bool merge_seek(struct merge_input *input, int64_t ns)
{
	struct timespec time = { 0 };

	if (__builtin_sub_overflow(ns, input->offset_ns, &ns))
		ns = INT64_MAX;
	if (ns > 0)
		time = (struct timespec){
			.tv_sec = (time_t)(ns / 1000000000),
			.tv_nsec = (long)(ns % 1000000000),
		};
	reader_seek(&input->reader, &time);
	return merge_next(input);
}

/* The first event of that type.  False: there is none, or it failed. */
static bool find_event(struct merge_input *input, const char *name)
{
	char found[TRACE_EVENT_NAME_MAX + 1];
	trace_id_t trid = input->reader.log.trid;

	while (merge_next(input)) {
		if (!input->is_there) {
			tool_error("%s: has no event '%s' to align; use "
				   "--offset, or another event", input->path,
				   name);
			return false;
		}
		if (posix_trace_eventid_get_name(trid,
				input->reader.event.info.posix_event_id, found) == 0 &&
		    strcmp(found, name) == 0)
			return true;
	}
	return false;
}

bool merge_rewind(struct merge_input *input)
{
	input->ns = 0;
	/* Times count from the first event of all logs. */
	input->pick.from.kind = input->pick.to.kind = MOMENT_NONE;
	return reader_rewind(&input->reader);
}

/* Shift the log so that the found event is at `ns`; an offset of the options
 * is added. */
static bool set_offset(struct merge_input *input, int64_t ns, int64_t given)
{
	if (!__builtin_add_overflow(ns - input->ns, given, &input->offset_ns))
		return merge_rewind(input);
	tool_error("%s: its offset is too far away; use another one",
		   input->path);
	return false;
}

/* Align all logs to that event of the first log. */
static bool align_events(struct merge *merge)
{
	int64_t first = 0;

	for (size_t i = 0; i < merge->n_inputs; i++) {
		struct merge_input *input = &merge->inputs[i];
		int64_t given = input->offset_ns;

		input->offset_ns = 0;
		if (!find_event(input, merge->align))
			return false;
		if (i == 0)
			first = input->ns;
		if (!set_offset(input, first, given))
			return false;
	}
	return true;
}

/* Shift a log so that its first event is at a date. */
static bool set_begin(struct merge_input *input)
{
	int64_t given = input->offset_ns;

	input->offset_ns = 0;
	if (!merge_next(input))
		return false;
	/* A log without events has no time. */
	return !input->is_there || set_offset(input, input->begin_ns, given);
}

bool merge_align(struct merge *merge)
{
	if (merge->align && !align_events(merge))
		return false;
	for (size_t i = 0; i < merge->n_inputs; i++)
		if (merge->inputs[i].has_begin &&
		    !set_begin(&merge->inputs[i]))
			return false;
	return true;
}

int64_t merge_last(const struct merge_input *input)
{
	int64_t ns = log_writer_last(input->reader.log.trid, 0);

	if (__builtin_add_overflow(ns, input->offset_ns, &ns))
		ns = INT64_MAX;
	return ns > input->ns ? ns : input->ns;
}

bool merge_is_too_far(const struct merge *merge,
		      const struct merge_input *input, int64_t first_ns)
{
	if (input->ns - first_ns < LOG_WRITER_SPAN_MOST)
		return false;
	for (size_t i = 0; i < merge->n_inputs; i++) {
		if (!merge->inputs[i].offset_ns)
			continue;
		tool_error("%s: with the offsets an event would be more than 146 "
			   "years after the first one, and a log cannot have "
			   "both; use others", input->path);
		return true;
	}
	return false;
}
