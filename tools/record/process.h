/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What a number given with -p stands for. */
#ifndef POSIXTRACE_TOOLS_RECORD_PROCESS_H
#define POSIXTRACE_TOOLS_RECORD_PROCESS_H

#include <sys/types.h>

enum process_kind {
	PROCESS_RUNS,		/* or we cannot tell */
	PROCESS_IS_MISSING,
	PROCESS_IS_THREAD,	/* of a process, but not its first one */
	PROCESS_IS_KERNEL,	/* a thread of the kernel */
	PROCESS_HAS_ENDED,	/* its parent has not waited for it yet */
};

/* *of: the process that has the thread, else pid itself. */
enum process_kind process_identify(pid_t pid, pid_t *of);

#endif
