/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Which streams `status`, `start`, `stop`, `flush` and `snapshot` are about. */
#ifndef POSIXTRACE_TOOLS_STATUS_STREAMS_H
#define POSIXTRACE_TOOLS_STATUS_STREAMS_H

#include <argp.h>
#include <posixtrace.h>
#include <stdbool.h>
#include <stddef.h>

/* All streams there are, each with its log under the name that it has now; NULL: no
 * memory, which has been reported. */
struct posixtrace_stream *streams_look(size_t *n);

/* Has it one of these names, pids or logs?  True if there are none. */
bool streams_is_asked(const struct posixtrace_stream *stream, char **which,
		      size_t n);

/* Is that the path of its log, from the working directory, too? */
bool streams_has_log(const struct posixtrace_stream *stream, const char *text);

/* For a parser of options: take an argument. */
error_t streams_parse(int key, char *arg, char **which, size_t *n);

/* No stream is as asked for: report it, and return the exit status. */
int streams_report_none(char **which, size_t n);

#endif
