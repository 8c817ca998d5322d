/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace record: a stream with a log for a command or a running process.
 *
 * The command is forked first and held, the stream is created for its pid
 * and started, then the command is let go: no event of it can come too early.
 * When it ends the stream is shut down, and the log itself is asked what is
 * in it.
 */
#include "record/record.h"

#include <bsd/string.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/logfile.h"
#include "common/nanoseconds.h"
#include "common/size.h"
#include "common/tool.h"
#include "log/check.h"
#include "record/preload-path.h"
#include "record/rotation.h"
#include "record/sched.h"
#include "record/survivors.h"
#include "record/target.h"
#include "record/untaken.h"
#include "record/why.h"
#include "trace/cut.h"
#include "trace/summary.h"

/* How often to look for events that cause a snapshot. */
enum { LOOK_NS = 5000000 };

/* The stream's name: that of the option, else of the program. */
static void choose_name(const struct record *record,
			char name[TRACE_NAME_MAX + 1])
{
	char path[40];
	const char *base;
	FILE *comm;

	*name = '\0';
	if (record->name || record->command) {
		base = record->name ? record->name : basename(*record->command);
		strlcpy(name, base, TRACE_NAME_MAX);
		return;
	}
	if (record->pid == POSIX_TRACE_ALLPROC) {
		strlcpy(name, "all", TRACE_NAME_MAX);
		return;
	}
	snprintf(path, sizeof(path), "/proc/%d/comm", (int)record->pid);
	comm = fopen(path, "re");
	if (!comm)
		return;
	if (fgets(name, TRACE_NAME_MAX, comm))
		name[strcspn(name, "\n")] = '\0';
	fclose(comm);
}

static int fill_attr(const struct record *record, trace_attr_t *attr)
{
	char name[TRACE_NAME_MAX + 1];
	int err = posix_trace_attr_init(attr);

	choose_name(record, name);
	if (!err)
		err = posix_trace_attr_setname(attr, name);
	if (!err)
		err = posix_trace_attr_setinherited(attr, record->inherit
				? POSIX_TRACE_INHERITED
				: POSIX_TRACE_CLOSE_FOR_CHILD);
	if (!err)
		err = posix_trace_attr_setstreamfullpolicy(attr,
				record->policy);
	if (!err)
		err = posix_trace_attr_setlogfullpolicy(attr,
				record->log_policy);
	if (!err && record->stream_size)
		err = posix_trace_attr_setstreamsize(attr,
				record->stream_size);
	if (!err && record->has_max_data)
		err = posix_trace_attr_setmaxdatasize(attr, record->max_data);
	if (!err && record->compression)
		err = posixtrace_attr_setcompression(attr,
				record->compression);
	if (!err && record->log_size)
		err = posix_trace_attr_setlogsize(attr, record->log_size);
	return err;
}

/* A chunk holds the largest event, and a stream has at least two. */
static void report_sizes(const struct record *record, trace_id_t trid)
{
	trace_attr_t attr;
	char text[SIZE_TEXT];
	size_t size = 0, data = 0;

	if (record->quiet || posix_trace_get_attr(trid, &attr))
		return;
	posix_trace_attr_getstreamsize(&attr, &size);
	posix_trace_attr_getmaxdatasize(&attr, &data);
	posix_trace_attr_destroy(&attr);
	if (record->has_max_data && data < record->max_data)
		tool_note("--max-data %zu: no event is that large; data is "
			  "truncated to %zu bytes", record->max_data, data);
	if (!record->stream_size || size <= record->stream_size)
		return;
	size_format(text, size);
	tool_note("--stream-size %zu: no stream is that small%s; it has %s",
		  record->stream_size, record->has_max_data ?
		  " with that --max-data" : "", text);
}

bool record_start(const struct record *record, pid_t pid, const char *log,
		  int fd, trace_id_t *trid)
{
	trace_attr_t attr;
	int err = fill_attr(record, &attr);

	if (err) {
		record_explain(record, log, err);
		return false;
	}
	err = fd < 0 ? posix_trace_create(pid, &attr, trid) :
	      posix_trace_create_withlog(pid, &attr, fd, trid);
	posix_trace_attr_destroy(&attr);
	if (err) {
		record_explain(record, log, err);
		return false;
	}
	report_sizes(record, *trid);
	if (!exclude_apply(*trid, &record->only, &record->not))
		goto shutdown;
	do {
		err = posix_trace_start(*trid);
	} while (err == EINTR);
	if (!err)
		return true;
	tool_error("the stream: cannot be started: %s", strerror(err));
shutdown:
	posix_trace_shutdown(*trid);
	return false;
}

static const char *advice_on_room(const struct record *record)
{
	if (rotation_is_asked(&record->rotation))
		return "keep fewer logs with --keep";
	return record->log_policy == POSIX_TRACE_APPEND ?
	       "a limit with --log-policy" : "a smaller --log-size";
}

/* End the stream.  False: the end of the log could not be written, which was
 * reported.  NULL: of a log that nobody wants. */
static bool end_stream(const struct record *record, const struct logfile *log,
		       trace_id_t trid)
{
	struct posix_trace_status_info status = { 0 };
	int err;
	int flush_err;

	err = posix_trace_get_status(trid, &status);
	flush_err = err ? 0 : status.posix_stream_flush_error;
	err = posix_trace_shutdown(trid);
	err = !log ? 0 : err ? err : flush_err;
	if (err == ENOMEM)
		tool_error("%s: events were lost since a process had no memory "
			   "to record or to write them (ulimit -v, ulimit -d, "
			   "or a seccomp filter that refuses mmap())",
			   log->path);
	else if (err == EIO)
		tool_error("%s: another program has shortened it, or the device "
			   "fails: what was in it may be gone; see 'posixtrace "
			   "check'", log->path);
	else if (err)
		tool_error("%s: %s; the log ends early, give it more room or "
			   "%s", log->path, strerror(err), advice_on_room(record));
	return err == 0;
}

static const char *why_empty(const struct record *record,
			     const struct posixtrace_usage *usage)
{
	if (record->preload && usage->processes == 0 && !usage->threads)
		return untaken_is(*record->command) ?
		       "it is not recorded, as was said" :
		       "the preload library was not loaded; is the program "
		       "linked statically, or setuid, or for another machine?";
	if (record->preload && usage->starts && !usage->filtered &&
	    !usage->threads && !usage->lost)
		return "none of the calls that --preload traces was made";
	if (usage->starts && usage->processes == 0 && !usage->threads &&
	    !record->command)
		return record->pid == POSIX_TRACE_ALLPROC ?
		       "no process attached: none that is linked with "
		       "libposixtrace reached a trace point meanwhile; start "
		       "one, or any program with 'posixtrace record --preload'" :
		       "no process attached: it reached no trace point "
		       "meanwhile, has too little left to map the stream "
		       "(ulimit -v, ulimit -n), is in a sandbox, or is not "
		       "linked with libposixtrace; start it with 'posixtrace record "
		       "--preload' in that case";
	return summary_why_empty(usage);
}

static void ignore_finding(void *context, uint64_t offset, bool is_fault,
			   const char *text)
{
	(void)context;
	(void)offset;
	(void)is_fault;
	(void)text;
}

/* Its beginning or a part before later writes is missing. */
static bool is_emptied(const struct logfile *log)
{
	char first;

	return pread(log->fd, &first, 1, 0) != 1 || first == '\0';
}

/* The status in the log; false: it cannot be read. */
static bool read_usage(const struct record *record, const struct logfile *log,
		       struct summary *summary)
{
	trace_id_t trid;
	int err;

	lseek(log->fd, 0, SEEK_SET);
	err = posix_trace_open(log->fd, &trid);
	if (err == EINVAL && is_emptied(log))
		tool_error("%s: is shorter than what was written: someone has "
			   "shortened it; record again", log->path);
	else if (err)
		tool_error("%s: cannot be read back: %s", log->path,
			   strerror(err));
	if (err)
		return false;
	summary_count(summary, log->path, trid, SUMMARY_SOON);
	if (!summary->has_usage)
		tool_error("%s: tells nothing of its stream", log->path);
	else if (record->preload && !record->quiet &&
		 posix_trace_rewind(trid) == 0)
		untaken_report(trid);
	posix_trace_close(trid);
	return summary->has_usage;
}

/* Print the summary of the log, and return the exit status.  If not all of it
 * was written, no limit that was asked for is the cause. */
static int sum_up(const struct record *record, const struct logfile *log,
		  int64_t span_ns, bool is_written)
{
	struct summary summary = { .is_made = true, .span_ns = span_ns };
	const char *why;

	if (!read_usage(record, log, &summary))
		return TOOL_FAILURE;
	summary.has_limit &= is_written;
	if (!record->quiet) {
		summary_print(&summary);
		summary_note_full(&summary);
		why = record->sched ? NULL : why_empty(record, &summary.usage);
		if (why && posixtrace_guard() == 0)
			tool_note("%s: holds no event of the program: %s",
				  log->path, why);
	}
	return summary_status(&summary);
}

/*
 * A traced process that truncates what it shares may have done so when all was
 * in the log, names included.
 */
static bool is_whole(const struct logfile *log)
{
	struct pxt_finder finder = { .found = ignore_finding };

	return pxt_log_check(log->fd, &finder) == 0 && finder.n_faults == 0;
}

static int command_status(const struct target *target, int status)
{
	if (!target->is_child)
		return 0;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status)
				   : WEXITSTATUS(status);
}

static void announce(pid_t pid)
{
	if (pid == POSIX_TRACE_ALLPROC)
		tool_note("recording all processes; end it with ^C");
	else
		tool_note("recording process %d; end it with ^C", (int)pid);
}

static bool has_crashed(int status)
{
	if (!WIFSIGNALED(status))
		return false;
	switch (WTERMSIG(status)) {
	case SIGABRT:
	case SIGBUS:
	case SIGFPE:
	case SIGILL:
	case SIGQUIT:
	case SIGSEGV:
	case SIGSYS:
	case SIGTRAP:
	case SIGXCPU:
	case SIGXFSZ:
		return true;
	default:
		return false;
	}
}

/* The sooner of two times; 0: never. */
static int64_t sooner(int64_t a, int64_t b)
{
	return !a || (b && b < a) ? b : a;
}

static void look_for_cause(struct record *record, struct rotation *rotation)
{
	const char *cause = trigger_look(&record->trigger);

	if (cause)
		rotation_on_cause(rotation, cause);
}

static void report_stray(const struct record *record, int signo)
{
	int number = signo == SIGUSR1 ? 1 : 2;

	if (!record->quiet)
		tool_note("SIGUSR%d: no --snapshot-on USR%d was given; nothing "
			  "was done", number, number);
}

/* Wait until the recording is over; the wait status of a command. */
static int follow(struct record *record, struct target *target,
		  struct rotation *rotation)
{
	int64_t end = record->duration_ns ? ns_now() + record->duration_ns : 0;
	int status = 0;

	for (;;) {
		int64_t due = sooner(end, rotation_due(rotation));

		if (record->trigger.n)
			due = sooner(due, ns_now() + LOOK_NS);
		switch (target_next(target, due, &status)) {
		case TARGET_END:
			look_for_cause(record, rotation);
			return status;
		case TARGET_SIGNAL:
			rotation_on_cause(rotation, record->rotation.signal ==
					  SIGUSR1 ? "USR1" : "USR2");
			break;
		case TARGET_REQUEST:
			rotation_on_request(rotation);
			break;
		case TARGET_STRAY:
			report_stray(record, target->stray);
			break;
		case TARGET_TIME:
			if (end && ns_now() >= end)
				return status;
			look_for_cause(record, rotation);
			rotation_look(rotation);
			break;
		}
	}
}

/* The recording is over: the exit status. */
static int conclude(const struct record *record, const struct target *target,
		    struct rotation *rotation, int64_t span, int status)
{
	struct logfile *log = &rotation->log;
	struct survivors survivors = { 0 };
	bool is_fine, wants_last;
	int result = TOOL_FINE;

	if (target->has_ended && !record->quiet)
		survivors_find(&survivors, target->pid);
	wants_last = rotation_wants_last(rotation, target->has_ended,
					 target->is_child && has_crashed(status));
	is_fine = end_stream(record, wants_last ? log : NULL, rotation->trid);
	rotation_end(rotation, wants_last);
	if (wants_last)
		result = rotation_find(rotation) ?
			 sum_up(record, log, span, is_fine) : TOOL_FAILURE;
	survivors_report(&survivors);
	if (posixtrace_guard() && !is_whole(log))
		result = cut_report(result);
	if (result == TOOL_FINE && rotation->has_lost)
		result = TOOL_LOST;
	status = command_status(target, status);
	return status ? status :
	       is_fine && rotation->is_fine ? result : TOOL_FAILURE;
}

/* NULL: without --sched, or it is refused. */
static struct sched *begin_sched(struct record *record, const struct target *target,
				 trace_id_t trid)
{
	struct sched *sched = !record->sched ? NULL :
		sched_begin(trid, &(struct perf_target){
			.pid = target->pid,
			.is_held = target->is_child,
			.has_children = record->inherit,
			.has_faults = record->faults,
		});

	record->sched = sched != NULL;
	return sched;
}

/* Who reads that may have gone. */
static void tell_ready(const struct record *record, const struct logfile *log)
{
	struct stat st;

	if (!record->ready_fd)
		return;
	if (fstat(log->fd, &st) == 0)
		dprintf(record->ready_fd, "%ju %ju %s\n",
			(uintmax_t)st.st_dev, (uintmax_t)st.st_ino, log->path);
	close(record->ready_fd);
}

/* Record the held target; returns the exit status. */
static int record_target(struct record *record, struct target *target,
			 struct rotation *rotation)
{
	struct logfile *log = &rotation->log;
	struct sched *sched;
	trace_id_t trid;
	uint64_t lost;
	int64_t begin;
	int status;
	int err;

	if (!record_start(record, target->pid, log->path, log->fd, &trid)) {
		target_abandon(target);
		return TOOL_FAILURE;
	}
	if (!trigger_open(&record->trigger, target->pid, record->inherit)) {
		posix_trace_shutdown(trid);
		target_abandon(target);
		return TOOL_FAILURE;
	}
	sched = begin_sched(record, target, trid);
	begin = ns_now();
	err = target->is_child ? target_release(target) : 0;
	if (err) {
		sched_end(sched);
		trigger_close(&record->trigger);
		posix_trace_shutdown(trid);
		tool_error("%s: %s; name a program that can be run",
			   *record->command, strerror(err));
		return err == ENOENT ? 127 : 126;
	}
	rotation_begin(rotation, trid);
	tell_ready(record, log);
	if (!target->is_child && !record->quiet && isatty(STDERR_FILENO))
		announce(target->pid);
	status = follow(record, target, rotation);
	lost = sched_end(sched);
	if (lost && !record->quiet)
		tool_note("--sched: %" PRIu64 " switches are lost, for which the "
			  "kernel had no room until the recorder had a processor; "
			  "give it a higher priority, as by 'nice -n -10'", lost);
	if (!record->quiet)
		trigger_report(&record->trigger);
	trigger_close(&record->trigger);
	return conclude(record, target, rotation, ns_now() - begin, status);
}

static int record_command(struct record *record, struct target *target)
{
	struct rotation rotation;
	char *preload = NULL;
	int status = TOOL_FAILURE;
	int err;

	if (record->preload &&
	    untaken_consider(*record->command, record->quiet)) {
		preload = preload_path();
		if (!preload)
			return TOOL_FAILURE;
	}
	if (!rotation_create(&rotation, &record->rotation, record->output,
			     record->quiet))
		goto free_preload;
	if (record->functions && !record->quiet)
		function_rules_note_outer(&record->function_rules);
	err = target_spawn(target, record->command, &(struct target_setting){
		.preload = preload,
		.threshold = record->threshold,
		.functions = record->functions ? &record->function_rules : NULL,
	});
	if (err) {
		why_not_started(*record->command, err);
		goto fini_rotation;
	}
	status = record_target(record, target, &rotation);
	target_fini(target);
fini_rotation:
	rotation_fini(&rotation);
free_preload:
	free(preload);
	return status;
}

static int record_process(struct record *record, struct target *target)
{
	struct rotation rotation;
	int status = TOOL_FAILURE;
	int err = target_attach(target, record->pid);

	if (err) {
		record_explain(record, record->output, err);
		return TOOL_FAILURE;
	}
	if (rotation_create(&rotation, &record->rotation, record->output,
			    record->quiet)) {
		status = record_target(record, target, &rotation);
		rotation_fini(&rotation);
	}
	target_fini(target);
	return status;
}

int tool_record(int argc, char **argv)
{
	struct target target = { 0 };
	struct record record;
	int status = TOOL_USAGE;

	target_prepare(&target);
	if (record_options(&record, argc, argv)) {
		target.signal = record.rotation.signal;
		status = record.command ? record_command(&record, &target)
					: record_process(&record, &target);
	}
	trigger_fini(&record.trigger);
	exclude_fini(&record.only);
	exclude_fini(&record.not);
	function_rules_fini(&record.function_rules);
	return status;
}
