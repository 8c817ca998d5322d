/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Which file a descriptor of a traced process is, as far as the events of the
 * preload library tell: what it has opened, connected, accepted or made otherwise,
 * what its parent had, and what its program has inherited.
 */
#ifndef POSIXTRACE_TOOLS_STAT_FILES_H
#define POSIXTRACE_TOOLS_STAT_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/strings.h"
#include "trace/event.h"
#include "trace/places.h"

struct file_name {
	size_t number;			/* among the names */
	uint64_t pid;			/* if that is only a descriptor of this; or 0 */
};

struct files {
	struct places pids;
	struct process_files *processes;	/* by the numbers of their places */
	size_t n, room;
	struct places objects;		/* such as "pipe:[4711]", by their names */
	struct file_name *object_names;
	size_t n_objects, objects_room;
	bool tells_begins;		/* has events of processes that begin */
	bool has_listed;		/* and of what programs have inherited */
	struct strings *names;		/* the caller's */
};

void files_init(struct files *files, struct strings *names);
void files_fini(struct files *files);

/* The files that a call concerns: two if it transfers from one to another. */
enum { FILE_USES = 2 };
struct file_use {
	bool is_file;			/* false: none, and the rest is 0 */
	struct file_name name;
	uint64_t read, written;		/* bytes */
};

/*
 * Take each event of the trace, in their order.  A descriptor that is not known is
 * named by its number, and identified by that and its process, or named stdin, stdout
 * or stderr.  False: no memory.
 */
bool files_take(struct files *files, const struct trace_event *event,
		struct file_use use[FILE_USES]);

#endif
