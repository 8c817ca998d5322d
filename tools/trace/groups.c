/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Groups of system events; see groups.h. */
#include "trace/groups.h"

#include <fnmatch.h>
#include <posixtrace.h>
#include <string.h>

#include "common/tool.h"
#include "trace/sched.h"
#include "trace/types.h"

#define ONE(id)		(UINT64_C(1) << (id))
/* The ids from one to the other, both included. */
#define FROM(first, last) (2 * ONE(last) - ONE(first))

static const struct event_group groups[] = {
	{ "thread", FROM(POSIXTRACE_THREAD_CREATE, POSIXTRACE_THREAD_JOIN) |
		    ONE(POSIXTRACE_THREAD_NAME) },
	{ "lock", FROM(POSIXTRACE_MUTEX_WAIT, POSIXTRACE_COND_WAIT) |
		  FROM(POSIXTRACE_RDLOCK_WAIT, POSIXTRACE_BARRIER_WAIT) |
		  ONE(POSIXTRACE_ONCE) },
	{ "io", FROM(POSIXTRACE_READ, POSIXTRACE_FSYNC) |
		ONE(POSIXTRACE_TRANSFER) |
		FROM(POSIXTRACE_DUP, POSIXTRACE_DESCRIPTOR) |
		ONE(POSIXTRACE_CLOSE_RANGE) },
	{ "net", FROM(POSIXTRACE_SOCKET, POSIXTRACE_SHUTDOWN) },
	{ "wait", FROM(POSIXTRACE_POLL, POSIXTRACE_SIGWAIT) },
	{ "meta", ONE(POSIXTRACE_META) },
	{ "memory", FROM(POSIXTRACE_MALLOC, POSIXTRACE_FREE) },
	{ "map", FROM(POSIXTRACE_MMAP, POSIXTRACE_MPROTECT) },
	{ "process", FROM(POSIXTRACE_FORK, POSIXTRACE_EXIT) |
		     ONE(POSIXTRACE_WAITPID) |
		     FROM(POSIXTRACE_PROCESS, POSIXTRACE_INHERITED) |
		     FROM(POSIXTRACE_DLOPEN, POSIXTRACE_DLCLOSE) },
	{ "signal", ONE(POSIXTRACE_SIGNAL) | ONE(POSIXTRACE_KILL) },
	{ "function", FROM(POSIXTRACE_FUNCTION_ENTER, POSIXTRACE_FUNCTION_EXIT) },
	/* User types, by their names (sched.h). */
	{ "sched", 0 },
	{ "preload", FROM(POSIXTRACE_THREAD_CREATE, POSIXTRACE_FUNCTION_EXIT) },
};

enum { N_GROUPS = sizeof(groups) / sizeof(groups[0]) };

const struct event_group *event_group_find(const char *word)
{
	for (size_t i = 0; *word == '@' && i < N_GROUPS; i++) {
		if (strcmp(groups[i].name, word + 1) == 0)
			return &groups[i];
	}
	return NULL;
}

bool event_group_has(const struct event_group *group, trace_event_id_t id)
{
	return id < 64 && group->ids & ONE(id);
}

error_t event_group_check(const char *word)
{
	const char *names[N_GROUPS + 1] = { NULL };
	const char *nearest;

	if (*word != '@' || event_group_find(word))
		return 0;
	for (size_t i = 0; i < N_GROUPS; i++)
		names[i] = groups[i].name;
	nearest = tool_nearest(word + 1, names);
	if (nearest)
		return tool_misuse("%s: no such group; did you mean '@%s'?",
				   word, nearest);
	return tool_misuse("%s: no such group; there are @thread, @lock, @io, "
			   "@net, @wait, @meta, @memory, @map, @process, @signal, "
			   "@function, @sched and @preload",
			   word);
}

bool event_words_match(const struct patterns *words, trace_event_id_t id,
		       const char *name)
{
	for (size_t i = 0; i < words->n; i++) {
		const char *word = words->globs[i];
		const struct event_group *group = event_group_find(word);

		if (group && !group->ids && sched_is_type(name))
			return true;
		if (group ? event_group_has(group, id)
			  : fnmatch(word, name, 0) == 0 ||
			    fnmatch(word, types_label(id, name), 0) == 0)
			return true;
	}
	return false;
}
