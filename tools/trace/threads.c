/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Selecting threads by id or by name. */
#include "trace/threads.h"

#include <string.h>

#include "common/out.h"
#include "trace/thread-name.h"

bool threads_add(struct threads *threads, const char *arg)
{
	/* A name that consists of digits can be given as [1]2. */
	if (arg[strspn(arg, "0123456789,")] == '\0')
		return ids_add(&threads->ids, arg);
	return patterns_add(&threads->names, arg);
}

void threads_fini(struct threads *threads)
{
	ids_fini(&threads->ids);
	patterns_fini(&threads->names);
}

static bool is_named_in_dump(const struct threads *threads,
			     const struct open_log *log)
{
	struct posixtrace_context context;
	char address[32];

	if (posixtrace_get_context(log->trid, &context) != 0 ||
	    context.kind != POSIXTRACE_CONTEXT_THREAD)
		return false;
	*put_address(address, context.thread) = '\0';
	return patterns_match(&threads->names, address) ||
	       (*context.name &&
		patterns_match(&threads->names, context.name));
}

bool threads_let(const struct threads *threads, const struct open_log *log,
		 const struct posix_trace_event_info *info)
{
	struct thread_name room;
	const char *name;

	if (patterns_are_empty(&threads->names))
		return ids_let(&threads->ids, info->posix_tid);
	if (threads->ids.n && ids_let(&threads->ids, info->posix_tid))
		return true;
	if (log->is_dump)
		return is_named_in_dump(threads, log);
	name = thread_name_find(&room, log->trid, info->posix_pid,
				info->posix_tid);
	return name && patterns_match(&threads->names, name);
}
