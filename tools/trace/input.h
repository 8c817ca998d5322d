/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The file that a command reads a trace from. */
#ifndef POSIXTRACE_TOOLS_TRACE_INPUT_H
#define POSIXTRACE_TOOLS_TRACE_INPUT_H

#include <sys/types.h>

#include "common/unhex.h"

struct input {
	const char *path;	/* as given; "-": standard input */
	int fd;			/* for posix_trace_open() */
	dev_t device;		/* of the file that was named; with `inode` it tells */
	ino_t inode;		/* whether another one has its name by now */
	enum unhex_form form;	/* the file's form; fd contains bytes */
};

/*
 * Open a regular file; a hexadecimal dump is converted in memory.  Reports a
 * failure and returns false.
 */
bool input_open(struct input *input, const char *path);
void input_close(struct input *input);

/* Has another file its name by now? */
bool input_was_replaced(const struct input *input);

/*
 * Is it a log, readable or not, of either byte order: by its head, or by the
 * mark in the TXTB header?
 */
bool input_is_log(const struct input *input);

/* Report why posix_trace_open(input->fd) failed with `err`. */
void input_refuse(const struct input *input, int err);

#endif
