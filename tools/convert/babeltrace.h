/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Runs babeltrace2, with our plugin, to write CTF. */
#ifndef POSIXTRACE_TOOLS_CONVERT_BABELTRACE_H
#define POSIXTRACE_TOOLS_CONVERT_BABELTRACE_H

#include <stdbool.h>

/*
 * The directory of the plugin, for the caller to free.  NULL: it is not
 * there, which has been reported.
 */
char *babeltrace_find_plugins(void);

/* The name of the trace's directory in that of babeltrace2. */
#define BABELTRACE_TRACE "trace"

/*
 * Write the log that is open as `fd` as a CTF trace, BABELTRACE_TRACE in the
 * directory `dir`, which is there.  Says what went wrong, of `output`, and
 * returns false then.  What ends us (unfinished.h) ends babeltrace2, too, and
 * that is nothing to say; from here on the caller has to remove what is there.
 */
bool babeltrace_write_ctf(const char *plugins, int fd, const char *dir,
			  const char *output);

#endif
