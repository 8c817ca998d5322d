/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The name of a thread, or NULL. */
#ifndef POSIXTRACE_TOOLS_TRACE_THREAD_NAME_H
#define POSIXTRACE_TOOLS_TRACE_THREAD_NAME_H

#include <posixtrace.h>

/* Room for one. */
struct thread_name {
	char text[POSIXTRACE_THREAD_NAME_MAX + 1];
};

/* Returns the name, which is in *name, or NULL: unknown. */
static inline const char *thread_name_find(struct thread_name *name,
					   trace_id_t trid, pid_t pid,
					   pid_t tid)
{
	return posixtrace_get_thread_name(trid, pid, tid, name->text) == 0 ?
	       name->text : NULL;
}

#endif
