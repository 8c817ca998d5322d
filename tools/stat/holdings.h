/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The descriptors that processes have, and their names; how they pass to
 * children and to the programs that processes execute.  Part of files.h.
 */
#ifndef POSIXTRACE_TOOLS_STAT_HOLDINGS_H
#define POSIXTRACE_TOOLS_STAT_HOLDINGS_H

#include "stat/files.h"

struct descriptor {
	int64_t fd;
	struct file_name name;
	bool ends_at_exec;
};

struct holdings {
	struct descriptor *list;
	size_t n, room;
};

/* Of the two events that tell of a child, its own and its parent's, either may come
 * first: the one that has come, if the other has not. */
enum told { TOLD_NOT, TOLD_BY_PARENT, TOLD_BY_CHILD };

struct process_files {
	struct holdings now;
	struct holdings before;		/* its program began; the parent's, of a child */
	enum told told;
	bool executes;			/* unless the next event says it failed */
	bool is_listed;			/* its program has told what it inherited */
	bool is_first;			/* of all programs that have */
	/* What happened between fork and exec was not seen: `now`, `before`. */
	bool is_unsure, was_unsure;
	bool exec_is_old;		/* its parent has yet to tell of it */
};

struct descriptor *holdings_find(const struct holdings *holdings, int64_t fd);

/* False: no memory. */
bool holdings_set(struct holdings *holdings, const struct descriptor *new);
void holdings_unset(struct holdings *holdings, int64_t fd);
void holdings_fini(struct holdings *holdings);

/* Close them, or have exec do so. */
void holdings_end_range(struct holdings *holdings, int64_t first, int64_t last,
			bool at_exec);

/* Valid until the next one is asked for.  NULL: no memory. */
struct process_files *files_process(struct files *files, int64_t pid);

/* The process has called exec successfully. */
void files_execute(struct process_files *process);

/*
 * POSIXTRACE_FORK, EXEC in the name of a child, and PROCESS and INHERITED.  False:
 * no memory.
 */
bool files_fork(struct files *files, int64_t parent, int64_t child);
bool files_execute_child(struct files *files, int64_t parent, int64_t child);
bool files_begin(struct files *files, int64_t pid, int64_t parent,
		 int64_t inherited);
bool files_inherit(struct files *files, int64_t pid, int64_t fd,
		   const char *path, size_t len);

/* files.c: of a descriptor that has no other name than its number in a process. */
bool files_name_number(struct files *files, const char *kind, int64_t fd,
		       int64_t pid, struct file_name *name);
bool files_name_text(struct files *files, const char *text, size_t len,
		     struct file_name *name);

extern const char *const files_standard[3];

#endif
