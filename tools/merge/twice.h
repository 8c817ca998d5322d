/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Switches of a thread that several recorders have got from the kernel (`record
 * --sched`): each was one, and its times in the logs differ by how exactly their clocks
 * are related.
 */
#ifndef POSIXTRACE_TOOLS_MERGE_TWICE_H
#define POSIXTRACE_TOOLS_MERGE_TWICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/event.h"
#include "trace/places.h"

struct twice {
	struct places places;
	struct twice_thread *threads;	/* by the numbers of their places */
	size_t n, room;
	uint64_t n_dropped;
};

void twice_init(struct twice *twice);
void twice_fini(struct twice *twice);

/* The event of a log, at that time in all of them.  TWICE_KNOWN: another log had it. */
enum twice_found { TWICE_NEW, TWICE_KNOWN, TWICE_NO_MEMORY };
enum twice_found twice_take(struct twice *twice, size_t log, int64_t ns, int32_t pid,
			    int32_t tid, const struct trace_event *event);

#endif
