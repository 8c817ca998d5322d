/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The descriptors of processes; see holdings.h. */
#include "stat/holdings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/strings.h"

/* More than so many are not known, so that a hostile log does not take for ever. */
enum { DESCRIPTORS_MOST = 4096 };

const char *const files_standard[3] = { "stdin", "stdout", "stderr" };

struct descriptor *holdings_find(const struct holdings *holdings, int64_t fd)
{
	for (size_t i = 0; i < holdings->n; i++)
		if (holdings->list[i].fd == fd)
			return &holdings->list[i];
	return NULL;
}

bool holdings_set(struct holdings *holdings, const struct descriptor *new)
{
	struct descriptor *at = holdings_find(holdings, new->fd);

	if (!at && holdings->n == DESCRIPTORS_MOST)
		return true;
	if (!at && holdings->n == holdings->room) {
		size_t room = holdings->room ? 2 * holdings->room : 8;

		at = reallocarray(holdings->list, room, sizeof(*at));
		if (!at)
			return false;
		holdings->list = at;
		holdings->room = room;
		at = NULL;
	}
	if (!at)
		at = &holdings->list[holdings->n++];
	*at = *new;
	return true;
}

void holdings_unset(struct holdings *holdings, int64_t fd)
{
	struct descriptor *at = holdings_find(holdings, fd);

	if (at)
		*at = holdings->list[--holdings->n];
}

void holdings_fini(struct holdings *holdings)
{
	free(holdings->list);
	*holdings = (struct holdings){ 0 };
}

void holdings_end_range(struct holdings *holdings, int64_t first, int64_t last,
			bool at_exec)
{
	size_t n = 0;

	for (size_t i = 0; i < holdings->n; i++) {
		struct descriptor one = holdings->list[i];

		if (one.fd >= first && one.fd <= last) {
			if (!at_exec)
				continue;
			one.ends_at_exec = true;
		}
		holdings->list[n++] = one;
	}
	holdings->n = n;
}

struct process_files *files_process(struct files *files, int64_t pid)
{
	size_t number;

	if (!places_find(&files->pids, 0, (uint64_t)pid, 0, &number))
		return NULL;
	if (number >= files->room) {
		size_t room = files->room ? 2 * files->room : 16;
		struct process_files *processes =
			reallocarray(files->processes, room, sizeof(*processes));

		if (!processes)
			return NULL;
		files->processes = processes;
		files->room = room;
	}
	while (files->n <= number)
		files->processes[files->n++] = (struct process_files){ 0 };
	return &files->processes[number];
}

static void forget(struct process_files *process)
{
	holdings_fini(&process->now);
	holdings_fini(&process->before);
	*process = (struct process_files){ 0 };
}

/* The child has what the parent has, unless it has changed it already. */
static bool inherit(struct files *files, int64_t parent, int64_t child,
		    bool executes)
{
	struct process_files *to = files_process(files, child);
	const struct process_files *from;
	size_t at;

	if (!to || !files_process(files, parent))
		return false;
	at = (size_t)(to - files->processes);
	from = files_process(files, parent);
	to = &files->processes[at];
	for (size_t i = 0; from != to && i < from->now.n; i++) {
		const struct descriptor *one = &from->now.list[i];

		if (!(executes && one->ends_at_exec) &&
		    !holdings_find(&to->now, one->fd) &&
		    !holdings_set(&to->now, one))
			return false;
	}
	to->is_listed = from->is_listed;
	to->is_unsure = from->is_unsure;
	return true;
}

void files_execute(struct process_files *process)
{
	struct holdings *now = &process->now;
	size_t n = 0;

	for (size_t i = 0; i < now->n; i++)
		if (!now->list[i].ends_at_exec)
			now->list[n++] = now->list[i];
	now->n = n;
	process->executes = false;
}

bool files_fork(struct files *files, int64_t parent, int64_t child)
{
	struct process_files *process = files_process(files, child);

	if (!process)
		return false;
	if (process->told == TOLD_BY_CHILD) {
		process->told = TOLD_NOT;
		process->exec_is_old = true;
		return true;
	}
	/* What there was of that number has ended.  But older logs do not tell
	 * when children begin: it may be what this one has done. */
	if (files->tells_begins)
		forget(process);
	if (!inherit(files, parent, child, false))
		return false;
	files_process(files, child)->told = TOLD_BY_PARENT;
	return true;
}

bool files_execute_child(struct files *files, int64_t parent, int64_t child)
{
	struct process_files *process = files_process(files, child);

	if (!process)
		return false;
	if (process->exec_is_old) {
		process->exec_is_old = false;
		return true;
	}
	if (!inherit(files, parent, child, true))
		return false;
	process = files_process(files, child);
	files_execute(process);
	process->is_unsure = true;
	return true;
}

/* A program begins, in a process that may be new. */
static bool begin_program(struct files *files, int64_t pid, int64_t parent,
			  bool is_listed)
{
	struct process_files *process = files_process(files, pid);

	if (process->executes) {
		files_execute(process);
		process->is_first = false;
	} else if (process->told == TOLD_NOT) {
		/* Its parent has yet to tell of it, if it ever does. */
		forget(process);
		if (!inherit(files, parent, pid, true))
			return false;
		process = files_process(files, pid);
		process->told = TOLD_BY_CHILD;
		process->is_first = !files->has_listed;
		process->is_unsure = !process->is_first;
	} else {
		process->told = TOLD_NOT;
	}
	if (!is_listed && process->is_unsure)
		process->now.n = 0;
	if (!is_listed)
		return true;
	holdings_fini(&process->before);
	process->before = process->now;
	process->now = (struct holdings){ 0 };
	process->is_listed = files->has_listed = true;
	process->was_unsure = process->is_unsure;
	process->is_unsure = false;
	return true;
}

bool files_begin(struct files *files, int64_t pid, int64_t parent,
		 int64_t inherited)
{
	struct process_files *process = files_process(files, pid);

	files->tells_begins = true;
	if (!process)
		return false;
	if (inherited != -1)
		return begin_program(files, pid, parent, inherited >= 0);
	if (process->told == TOLD_BY_PARENT) {
		process->told = TOLD_NOT;
		return true;
	}
	forget(process);
	if (!inherit(files, parent, pid, false))
		return false;
	files_process(files, pid)->told = TOLD_BY_CHILD;
	return true;
}

/* Is the path that a program gave, perhaps from its working directory, that which
 * the kernel has?  A lost file has a word behind it. */
static bool is_same_file(const char *given, const char *path, size_t len)
{
	static const char gone[] = " (deleted)";
	const size_t n_gone = sizeof(gone) - 1;
	size_t n;

	while (given[0] == '.' && given[1] == '/')
		given += 2;
	n = strlen(given);
	if (len > n_gone && memcmp(path + len - n_gone, gone, n_gone) == 0 &&
	    is_same_file(given, path, len - n_gone))
		return true;
	return n && n <= len && memcmp(path + len - n, given, n) == 0 &&
	       (n == len || (given[0] != '/' && path[len - n - 1] == '/'));
}

/* The file that the process had before, at any number; NULL: none. */
static const struct descriptor *find_file(const struct files *files,
					  const struct holdings *before,
					  const char *path, size_t len)
{
	for (size_t i = 0; i < before->n; i++)
		if (!before->list[i].name.pid &&
		    is_same_file(strings_text(files->names,
					      before->list[i].name.number),
				 path, len))
			return &before->list[i];
	return NULL;
}

/* What is known of an object of the kernel, such as "pipe:[4711]"; NULL: no memory. */
static struct file_name *find_object(struct files *files, const char *path,
				     size_t len)
{
	size_t text, number;

	if (!strings_find(files->names, path, len, &text) ||
	    !places_find(&files->objects, 0, text, 0, &number))
		return NULL;
	if (number >= files->objects_room) {
		size_t room = files->objects_room ? 2 * files->objects_room : 16;
		struct file_name *names = reallocarray(files->object_names, room,
						       sizeof(*names));

		if (!names)
			return NULL;
		files->object_names = names;
		files->objects_room = room;
	}
	while (files->n_objects <= number)
		files->object_names[files->n_objects++] =
			(struct file_name){ .number = text };
	return &files->object_names[number];
}

/* What is called "anon_inode:[eventpoll]", as all of its kind: "epoll 5 of 4711". */
static bool name_kind(struct files *files, const char *word, size_t len,
		      int64_t fd, int64_t pid, struct file_name *name)
{
	char kind[32];

	if (len > 1 && word[0] == '[' && word[len - 1] == ']') {
		word++;
		len -= 2;
	}
	snprintf(kind, sizeof(kind), "%.*s", (int)len, word);
	return files_name_number(files, strcmp(kind, "eventpoll") ? kind :
				 "epoll", fd, pid, name);
}

/* Of what is not in the file system: by who made it, if that was seen; and what the
 * first program has as its standard output, as that. */
static bool name_object(struct files *files, const struct process_files *process,
			int64_t fd, const char *path, size_t len,
			struct file_name *name)
{
	const struct descriptor *before = holdings_find(&process->before, fd);
	struct file_name *object = find_object(files, path, len);

	if (!object)
		return false;
	if (before && !process->was_unsure)
		*object = before->name;
	else if (process->is_first && fd >= 0 && fd < 3 &&
		 !files_name_text(files, files_standard[fd],
				  strlen(files_standard[fd]), object))
		return false;
	*name = *object;
	return true;
}

static bool name_inherited(struct files *files,
			   const struct process_files *process, int64_t pid,
			   int64_t fd, const char *path, size_t len,
			   struct file_name *name)
{
	static const char nameless[] = "anon_inode:";
	const size_t n = sizeof(nameless) - 1;
	const struct descriptor *before = holdings_find(&process->before, fd);
	const bool is_known = before && !process->was_unsure;

	if (len >= n && memcmp(path, nameless, n) == 0) {
		if (!is_known)
			return name_kind(files, path + n, len - n, fd, pid,
					 name);
	} else if (len && path[0] != '/') {
		return name_object(files, process, fd, path, len, name);
	} else if (!is_known) {
		before = find_file(files, &process->before, path, len);
		if (!before)
			return files_name_text(files, path, len, name);
	}
	*name = before->name;
	return true;
}

bool files_inherit(struct files *files, int64_t pid, int64_t fd,
		   const char *path, size_t len)
{
	const struct process_files *process = files_process(files, pid);
	struct descriptor new = { .fd = fd };

	return process && (fd < 0 ||
	       (name_inherited(files, process, pid, fd, path, len, &new.name) &&
		holdings_set(&files_process(files, pid)->now, &new)));
}
