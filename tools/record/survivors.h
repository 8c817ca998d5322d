/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Traced processes that go on when the recording ends with its target: children
 * of a command that it did not wait for, daemons. */
#ifndef POSIXTRACE_TOOLS_RECORD_SURVIVORS_H
#define POSIXTRACE_TOOLS_RECORD_SURVIVORS_H

#include <stddef.h>
#include <sys/types.h>

enum { SURVIVORS_NAMED = 4 };

struct survivors {
	size_t n;
	struct {
		pid_t pid;
		char name[16];
	} named[SURVIVORS_NAMED];	/* the first of them */
};

/* Who records into the one stream of this process, which is still there: when
 * it has been shut down they let go of it. */
void survivors_find(struct survivors *survivors);

/* Say who they are, if there are any. */
void survivors_report(const struct survivors *survivors);

#endif
