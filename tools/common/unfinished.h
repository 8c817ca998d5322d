/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Removes incomplete output: signals that end the program, such as SIGINT, SIGTERM,
 * SIGHUP and SIGQUIT, remove what a command is making from existing logs, since a
 * part of it is of no use, and end the program as before.  Signals ignored at its start stay ignored.
 *
 * One at a time.
 */
#ifndef POSIXTRACE_TOOLS_COMMON_UNFINISHED_H
#define POSIXTRACE_TOOLS_COMMON_UNFINISHED_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

enum { UNFINISHED_MOST = 4 };

/*
 * Block those signals while the output is created, until unfinished_begin() has its
 * name; the caller restores the mask.
 */
void unfinished_block(sigset_t *before);

/*
 * Files and empty directories to remove, in this order; some may not exist.
 * The list ends with NULL; the paths stay until unfinished_end().
 */
void unfinished_begin(const char *const *paths);

/*
 * There is more than a signal could remove: a signal is only remembered, and
 * the caller calls unfinished_end() soon, having removed all.
 */
void unfinished_hold(void);

/* Such a signal also ends this child process; 0: none. */
void unfinished_set_child(pid_t pid);

/* Was there such a signal? */
bool unfinished_is_ended(void);

/*
 * Everything is complete, or removed.  Does not return if there was a signal.
 */
void unfinished_end(void);

#endif
