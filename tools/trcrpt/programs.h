/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Which program a process is, from what the log says: the traced process is
 * called as the stream (`posixtrace record` gives that the name of the
 * program), a forked child as its parent, and an exec gives a new name.
 */
#ifndef POSIXTRACE_TOOLS_TRCRPT_PROGRAMS_H
#define POSIXTRACE_TOOLS_TRCRPT_PROGRAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <trace.h>

enum { PROGRAMS_MOST = 1 << 16 };	/* processes that are remembered */

struct programs {
	void *by_pid;		/* tsearch() tree of struct program */
	size_t n;
};

void programs_init(struct programs *programs);
void programs_fini(struct programs *programs);

/* The traced process, by the name of its stream; an empty name is none. */
void programs_begin(struct programs *programs, pid_t pid, const char *stream);

/* Take what an event says: a fork, or an exec. */
void programs_learn(struct programs *programs,
		    const struct posix_trace_event_info *info,
		    const void *data, size_t len);

/* Path of the executable and its last component; NULL: unknown. */
const char *programs_path(const struct programs *programs, int64_t pid);
const char *programs_name(const struct programs *programs, int64_t pid);

#endif
