/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Classifies the argument of -p, by proc(5). */
#include "record/process.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/proc.h"

/* PF_KTHREAD of the kernel, in the flags of /proc/PID/stat. */
#define KERNEL_THREAD	0x00200000u

static bool is_kernel_thread(pid_t pid)
{
	char path[32], line[512], *end;
	unsigned flags = 0;
	FILE *stat;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	stat = fopen(path, "re");
	if (!stat)
		return false;
	/* A name may have parentheses in it, too. */
	end = fgets(line, sizeof(line), stat) ? strrchr(line, ')') : NULL;
	fclose(stat);
	return end && sscanf(end + 1, " %*c %*d %*d %*d %*d %*d %u",
			     &flags) == 1 && flags & KERNEL_THREAD;
}

static pid_t process_of(pid_t tid)
{
	char path[32], line[128];
	int pid = tid;
	FILE *status;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)tid);
	status = fopen(path, "re");
	if (!status)
		return tid;
	while (fgets(line, sizeof(line), status) &&
	       sscanf(line, "Tgid: %d", &pid) != 1)
		;
	fclose(status);
	return pid;
}

enum process_kind process_identify(pid_t pid, pid_t *of)
{
	struct pxt_proc proc;

	*of = pid;
	if (kill(pid, 0) < 0 && errno == ESRCH)
		return PROCESS_IS_MISSING;
	*of = process_of(pid);
	if (*of != pid)
		return PROCESS_IS_THREAD;
	if (is_kernel_thread(pid))
		return PROCESS_IS_KERNEL;
	if (pxt_proc_read(pid, &proc) == 0 && proc.state == 'Z' &&
	    !proc.is_headless)
		return PROCESS_HAS_ENDED;
	return PROCESS_RUNS;
}
