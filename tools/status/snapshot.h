/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The log of a stream that becomes a snapshot, and the name that it gets then. */
#ifndef POSIXTRACE_TOOLS_STATUS_SNAPSHOT_H
#define POSIXTRACE_TOOLS_STATUS_SNAPSHOT_H

#include <limits.h>
#include <posixtrace.h>
#include <stdbool.h>

struct snapshot {
	int fd;			/* -1: it is not seen from here */
	char path[PATH_MAX];	/* of snapshot_find() */
};

/* Hold the log that the stream has now.  It is not read. */
void snapshot_begin(struct snapshot *snapshot,
		    const struct posixtrace_stream *stream);

/* Find its name.  False: it has none that is seen from here. */
bool snapshot_find(struct snapshot *snapshot);

void snapshot_end(struct snapshot *snapshot);

#endif
