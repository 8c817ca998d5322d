/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What a command makes from logs that stay, and has not completed: SIGINT,
 * SIGTERM and SIGHUP remove it, since a part of it is of no use, and end the
 * program.  A signal that was ignored when the program began stays so.
 *
 * One at a time.
 */
#ifndef POSIXTRACE_TOOLS_COMMON_UNFINISHED_H
#define POSIXTRACE_TOOLS_COMMON_UNFINISHED_H

#include <stdbool.h>
#include <sys/types.h>

enum { UNFINISHED_MOST = 4 };

/*
 * Files and empty directories, removed in this order; some may not be there.
 * The list ends with NULL, the paths stay until unfinished_end().
 */
void unfinished_begin(const char *const *paths);

/*
 * There is more now than could be removed by a signal: it is remembered, and
 * the caller goes on to unfinished_end() soon, having removed all.
 */
void unfinished_hold(void);

/* Such a signal ends this process at once, which is a child; 0: none. */
void unfinished_set_child(pid_t pid);

/* There was such a signal. */
bool unfinished_is_ended(void);

/* All is complete, or gone.  Does not return if there was a signal. */
void unfinished_end(void);

#endif
