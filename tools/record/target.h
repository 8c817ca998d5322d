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

#include "record/functions.h"

struct target {
	pid_t pid;
	bool is_child;		/* a command that was started, not -p */
	int pidfd;		/* -1: the kernel has none */
	int signalfd;
	int signal;		/* of TARGET_SIGNAL; 0: none.  Set before all. */
	bool has_ended;		/* seen by target_next() */
	int leash;		/* releases the command; errno of a failed exec
				 * comes back */
	/* The signal state of the recorder at its start, which the command
	 * gets. */
	sigset_t mask;
	bool is_prepared;	/* target_prepare() was called, and ... */
	struct sigaction on_pipe;
	int stray;		/* ... this signal was for TARGET_STRAY */
	struct sigaction on_child;
	struct sigaction on_limit;
};

/* Differences of the command's environment from the recorder's. */
struct target_setting {
	const char *preload;	/* not NULL: a path of preload_path(), put before LD_PRELOAD */
	const char *threshold;	/* not NULL: POSIXTRACE_PRELOAD_MALLOC */
	/* not NULL: POSIXTRACE_PRELOAD_FUNCTIONS */
	const struct function_rules *functions;
	bool prints_aside;	/* its output goes to standard error */
};

/*
 * From now on SIGUSR1, SIGUSR2, and SIGPIPE for messages that nobody reads, do not
 * end this process; the command gets what there was before.  The first of all
 * functions.
 */
void target_prepare(struct target *target);

/* Make this process as the command is to find it, which it executes next.  False: no
 * memory. */
bool target_apply(const struct target_setting *setting);

/*
 * Fork the process that is to become the command argv.  It waits until
 * target_release().  Call it before there are threads.  Returns 0 or an errno
 * value.
 */
int target_spawn(struct target *target, char *const *argv,
		 const struct target_setting *setting);

/* Attach to a running process, or, if pid is negative, to all.  ESRCH: it does
 * not exist, or cannot be traced. */
int target_attach(struct target *target, pid_t pid);

/* Release the command.  Returns 0, or the errno value of its exec. */
int target_release(struct target *target);

/* The stream could not be created: do not run the command. */
void target_abandon(struct target *target);

enum target_event {
	TARGET_END,		/* of the target, or a signal asks for the end (-p only;
				 * a command gets SIGTERM and SIGHUP passed on) */
	TARGET_TIME,		/* it is `until` */
	TARGET_SIGNAL,		/* that signal has come */
	TARGET_STRAY,		/* the other one of SIGUSR1 and SIGUSR2 has */
	TARGET_REQUEST,		/* another process asks for a snapshot */
};

/* The signal of TARGET_REQUEST.  None that others send by hand. */
#define TARGET_REQUEST_SIGNAL SIGRTMIN

/*
 * Wait for the first of these; `until` by CLOCK_MONOTONIC, 0: no limit.  *status is
 * the wait status of a command that has ended.
 */
enum target_event target_next(struct target *target, int64_t until, int *status);

/* The same, until the end or until limit_ns have passed (0: no limit).  The result
 * is the wait status of a command. */
int target_wait(struct target *target, int64_t limit_ns);

void target_fini(struct target *target);

#endif
