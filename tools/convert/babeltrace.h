/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Runs babeltrace2, with our plugin, to write CTF. */
#ifndef POSIXTRACE_TOOLS_CONVERT_BABELTRACE_H
#define POSIXTRACE_TOOLS_CONVERT_BABELTRACE_H

#include <stdbool.h>

/*
 * The directory of the plugin; the caller frees it.  NULL: it does not exist,
 * which was reported.
 */
char *babeltrace_find_plugins(void);

/* The name of the trace's directory in that of babeltrace2. */
#define BABELTRACE_TRACE "trace"

/*
 * Write the log that is open as `fd` as a CTF trace, BABELTRACE_TRACE in the
 * existing directory `dir`.  Reports a failure for `output`, and returns false
 * then.  A signal that ends us (unfinished.h) ends babeltrace2, too, and is
 * not reported; the caller has to remove the output then.
 */
bool babeltrace_write_ctf(const char *plugins, int fd, const char *dir,
			  const char *output);

#endif
