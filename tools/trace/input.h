/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The file that a command reads a trace from. */
#ifndef POSIXTRACE_TOOLS_TRACE_INPUT_H
#define POSIXTRACE_TOOLS_TRACE_INPUT_H

#include "common/unhex.h"

struct input {
	const char *path;	/* as given; "-": standard input */
	int fd;			/* for posix_trace_open() */
	enum unhex_form form;	/* what the file was; fd has bytes always */
};

/*
 * Open a regular file; a dump in hexadecimal becomes bytes in memory.  Says
 * what went wrong, and returns false then.
 */
bool input_open(struct input *input, const char *path);
void input_close(struct input *input);

/*
 * Is it a log of ours, whether it can be read or not?  Its head says so, or
 * the mark in the header that is in front for TraceX, in either byte order.
 */
bool input_is_log(const struct input *input);

/* Say why posix_trace_open(input->fd) failed with `err`. */
void input_refuse(const struct input *input, int err);

#endif
