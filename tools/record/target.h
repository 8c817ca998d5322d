/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The process that is recorded: a command that is started, but held until
 * the stream is there, or a process that runs already; and the signals that
 * reach the recorder meanwhile.
 */
#ifndef POSIXTRACE_TOOLS_RECORD_TARGET_H
#define POSIXTRACE_TOOLS_RECORD_TARGET_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct target {
	pid_t pid;
	bool is_child;		/* a command of ours, not -p */
	int pidfd;		/* -1: the kernel has none */
	int signalfd;
	bool has_ended;		/* target_wait() has seen that */
	int leash;		/* a byte sent lets the command go; the errno
				 * value of a failed exec comes back */
	/* What the recorder was started with, and the command starts with. */
	sigset_t mask;
	struct sigaction on_child;
	struct sigaction on_limit;
};

/* What is other for the command than for the recorder. */
struct target_setting {
	const char *preload;	/* not NULL: a path of preload_path(), put before LD_PRELOAD */
	const char *threshold;	/* not NULL: POSIXTRACE_PRELOAD_MALLOC */
	bool prints_aside;	/* its output goes to standard error */
};

/*
 * Fork the process that is to become the command argv.  It waits until
 * target_release().  Call it before there are threads.  Returns 0 or an errno
 * value.
 */
int target_spawn(struct target *target, char *const *argv,
		 const struct target_setting *setting);

/* Follow a process that runs, or, if pid is below 0, all.  ESRCH: it does not
 * run, or is no process that could be traced. */
int target_attach(struct target *target, pid_t pid);

/* Let the command go.  Returns 0, or the errno value its exec failed with. */
int target_release(struct target *target);

/* The stream never came about: the command is never run. */
void target_abandon(struct target *target);

/*
 * Wait until the target ends, a signal asks for the end (-p only; a command
 * gets SIGTERM and SIGHUP passed on), or limit_ns have passed (0: no limit).
 * For a command the result is its wait status.
 */
int target_wait(struct target *target, int64_t limit_ns);

void target_fini(struct target *target);

#endif
