/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The names of all threads of a log: those of the registry at its front, and
 * of threads that it had no room for, those that their blocks say.
 */
#ifndef POSIXTRACE_TOOLS_NAMES_H
#define POSIXTRACE_TOOLS_NAMES_H

#include <stdbool.h>

#include "log/reader.h"
#include "thread-names.h"

struct names {
	struct thread_names registry;
	int fd;
	bool is_open;			/* it has been tried */
	struct pxt_log_reader *reader;	/* NULL: there are no blocks */
	const struct pxt_log_block **blocks;	/* by thread, then newest first */
	size_t n;
	void *room;			/* for a block */
	char name[THREAD_NAME_SIZE];
};

void names_init(struct names *names, int fd);
void names_fini(struct names *names);

/* Until the next call.  NULL: the log does not say. */
const char *names_find(struct names *names, int32_t pid, int32_t tid);

#endif
