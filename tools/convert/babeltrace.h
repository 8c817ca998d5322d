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

struct babeltrace {
	const char *plugins;		/* babeltrace_find_plugins() */
	int fd;				/* of the log */
	const char *dir;		/* it exists */
	const char *output;		/* for messages */
	/* NULL: no names for addresses; else where the files of the traced machine
	 * are, "": here.  An absolute path, as it is run in `dir`. */
	const char *symbols;
};

/*
 * Write the log as a CTF trace, BABELTRACE_TRACE in the directory.  Reports a
 * failure for the output, and returns false then.  A signal that ends us
 * (unfinished.h) ends babeltrace2, too, and is not reported; the caller has to
 * remove the output then.
 */
bool babeltrace_write_ctf(const struct babeltrace *run);

#endif
