/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* top: a stream without a log for a process, which is read on-line. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/proc.h"
#include "common/nanoseconds.h"
#include "common/tool.h"
#include "record/record.h"
#include "record/target.h"
#include "top/top.h"
#include "trace/summary.h"

enum {
	DATA_MOST = 1 << 16,
	EVENTS_AT_ONCE = 1 << 15,	/* between two looks at keys and clock */
	PATIENCE_NS = 50000000,
};

struct online {
	struct top *top;
	struct by *by;
	struct open_log log;		/* for pick_lets(): only the trid */
	struct types types;
	bool has_begun;
	struct timespec first;
	char data[DATA_MOST];
};

/* False: no memory. */
static bool take(struct online *online, const struct posix_trace_event_info *info,
		 size_t len)
{
	const struct trace_event event = {
		.info = *info,
		.type = types_find(&online->types, info->posix_event_id),
		.data = online->data,
		.len = len,
	};
	const struct pick *pick = &online->top->pick;
	struct posixtrace_loss loss;
	int64_t ns;

	if (!online->has_begun)
		online->first = info->posix_timestamp;
	online->has_begun = true;
	if (info->posix_event_id == POSIX_TRACE_OVERFLOW &&
	    posixtrace_get_loss(online->log.trid, &loss) == 0)
		by_gap(online->by);
	ns = ns_between(&online->first, &info->posix_timestamp);
	return by_take(online->by, &event, ns < 0 ? 0 : (uint64_t)ns,
		       pick_lets(pick, &online->log, &event) &&
		       !pick_leaves_out(pick, &online->log, &event));
}

/* Some time from now, by the clock of timedgetnext. */
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

/*
 * Take the events that there are, or wait for one for a moment.  Returns 0, or the
 * errno value of a failure; *n: how many there were.
 */
static int take_some(struct online *online, bool waits, unsigned *n)
{
	const trace_id_t trid = online->log.trid;
	const struct timespec deadline = soon();
	struct posix_trace_event_info info;
	int err = 0, none = 0;
	size_t len;

	for (*n = 0; !err && !none && *n < EVENTS_AT_ONCE; ) {
		err = posix_trace_trygetnext_event(trid, &info, online->data,
						   DATA_MOST, &len, &none);
		if (!err && none && *n == 0 && waits)
			err = posix_trace_timedgetnext_event(trid, &info,
				online->data, DATA_MOST, &len, &none, &deadline);
		if (!err && !none) {
			err = take(online, &info, len) ? 0 : ENOMEM;
			++*n;
		}
	}
	return err == ETIMEDOUT || err == EINTR ? 0 : err;
}

/* Has the process mapped the library, or what a program that is linked with it
 * statically shows to controllers? */
static bool is_linked(pid_t pid)
{
	char path[32], *line = NULL;
	bool is_found = false;
	size_t room = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
	file = fopen(path, "re");
	while (file && !is_found && getline(&line, &room, file) > 0)
		is_found = strstr(line, "/libposixtrace.so") ||
			   strstr(line, "/posixtrace-");
	free(line);
	if (file)
		fclose(file);
	return is_found;
}

/* Why a process has attached to no stream. */
static const char *why_idle(pid_t pid)
{
	if (!is_linked(pid))
		return "it is not linked with libposixtrace; 'posixtrace "
		       "record --preload' starts and traces any program";
	switch (pxt_proc_thread_state(pid, pid)) {
	case 'S':
	case 'D':
		return "it waits, and its calls are recorded when they "
		       "return";
	case 'T':
	case 't':
		return "it is stopped";
	case 'Z':
	case 'X':
		return "it has ended";
	default:
		return "it runs, and has reached no trace point";
	}
}

static bool show(struct online *online, const struct posixtrace_usage *usage,
		 pid_t pid)
{
	const struct who who = { online->log.trid, true };
	struct thread_name room;
	const char *name = who_is(&who, pid, pid, &room);
	char what[sizeof(room) + 32];

	snprintf(what, sizeof(what), "%d%s%s", (int)pid, name ? " " : "",
		 name ? name : "");
	return top_show(online->top, &(struct view){
		.what = what, .by = online->by, .who = who, .usage = usage,
		.idle = usage->processes ? NULL : why_idle(pid) });
}

static void begin_anew(struct online *online)
{
	by_forget(online->by);
	online->top->last_events = 0;
}

/* Count until the process or the user ends it.  Returns 0 or an errno value. */
static int count(struct online *online, struct target *target)
{
	struct top *top = online->top;
	struct posixtrace_usage usage = { 0 };
	int64_t next = ns_now() + top->interval_ns;
	bool has_ended = false, is_asked;
	int err = 0, status;
	unsigned n = 0;

	while (!err && !top->is_over) {
		err = take_some(online, !has_ended, &n);
		is_asked = top_wait(top, 0);
		/* It looks at signals if it has to wait at all. */
		if (!has_ended && n < EVENTS_AT_ONCE &&
		    target_next(target, ns_now() + 1000000, &status) ==
		    TARGET_END) {
			posix_trace_stop(online->log.trid);
			has_ended = true;
			continue;
		}
		if (err || (!is_asked && ns_now() < next && !(has_ended && n == 0)))
			continue;
		posixtrace_get_usage(online->log.trid, &usage);
		if (!show(online, &usage, target->pid))
			return ENOMEM;
		if (top->is_recent && !is_asked)
			begin_anew(online);
		next = ns_now() + top->interval_ns;
		top->is_over |= has_ended && n == 0;
	}
	return err;
}

/* Losses and emptiness, as other commands tell them. */
static int conclude(trace_id_t trid)
{
	struct posixtrace_usage usage;
	const char *why;

	if (posixtrace_get_usage(trid, &usage) != 0)
		return TOOL_FINE;
	why = usage.processes == 0 ? summary_why_empty(&usage) : NULL;
	if (why)
		tool_note("no event of a traced thread: %s", why);
	return usage.lost ? TOOL_LOST : TOOL_FINE;
}

static int serve(struct online *online, struct target *target)
{
	int err = count(online, target);

	if (!err)
		return conclude(online->log.trid);
	tool_error("the events: %s", strerror(err));
	return TOOL_FAILURE;
}

int top_attach(struct top *top, pid_t pid)
{
	const struct record record = {
		.pid = pid, .policy = POSIX_TRACE_LOOP,
		.log_policy = POSIX_TRACE_APPEND, .inherit = true,
		.stream_size = top->stream_size, .quiet = true,
	};
	struct online *online = calloc(1, sizeof(*online));
	struct target target = { 0 };
	int status = TOOL_FAILURE;
	int err;

	if (online)
		online->by = by_new(&top->by);
	if (!online || !online->by) {
		tool_error("the tables: out of memory");
		goto free_online;
	}
	err = target_attach(&target, pid);
	if (err) {
		record_explain(&record, "the stream", err);
		goto free_by;
	}
	online->top = top;
	if (record_start(&record, pid, "the stream", -1, &online->log.trid)) {
		types_init(&online->types, online->log.trid, &top->pick.only,
			   &top->pick.not);
		status = serve(online, &target);
		types_fini(&online->types);
		posix_trace_shutdown(online->log.trid);
	}
	target_fini(&target);
free_by:
	by_free(online->by);
free_online:
	free(online);
	return status;
}
