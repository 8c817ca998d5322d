/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Descriptors of traced processes; see files.h. */
#include "stat/files.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/sysdata.h"

struct descriptor {
	int64_t fd;
	size_t name;
	bool ends_at_exec;
};

struct process_files {
	struct descriptor *list;
	size_t n, room;
	bool executes;			/* unless the next event says it failed */
};

void files_init(struct files *files, struct strings *names)
{
	*files = (struct files){ .names = names };
	places_init(&files->pids);
}

void files_fini(struct files *files)
{
	for (size_t i = 0; i < files->n; i++)
		free(files->processes[i].list);
	free(files->processes);
	places_fini(&files->pids);
}

/* Valid until the next one is asked for.  NULL: no memory. */
static struct process_files *find_process(struct files *files, int64_t pid)
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

static struct descriptor *find(const struct process_files *process, int64_t fd)
{
	for (size_t i = 0; i < process->n; i++)
		if (process->list[i].fd == fd)
			return &process->list[i];
	return NULL;
}

/* More than so many are not known, so that a hostile log does not take for ever. */
enum { DESCRIPTORS_MOST = 4096 };

static bool set(struct process_files *process, const struct descriptor *new)
{
	struct descriptor *at = find(process, new->fd);

	if (!at && process->n == DESCRIPTORS_MOST)
		return true;
	if (!at && process->n == process->room) {
		size_t room = process->room ? 2 * process->room : 8;

		at = reallocarray(process->list, room, sizeof(*at));
		if (!at)
			return false;
		process->list = at;
		process->room = room;
		at = NULL;
	}
	if (!at)
		at = &process->list[process->n++];
	*at = *new;
	return true;
}

static void unset(struct process_files *process, int64_t fd)
{
	struct descriptor *at = find(process, fd);

	if (at)
		*at = process->list[--process->n];
}

/* The child has what the parent has, unless it has changed it already. */
static bool inherit(struct files *files, int64_t parent, int64_t child,
		    bool executes)
{
	struct process_files *to = find_process(files, child);
	const struct process_files *from;
	size_t at;

	if (!to || !find_process(files, parent))
		return false;
	at = (size_t)(to - files->processes);
	from = find_process(files, parent);
	to = &files->processes[at];
	for (size_t i = 0; from != to && i < from->n; i++)
		if (!(executes && from->list[i].ends_at_exec) &&
		    !find(to, from->list[i].fd) && !set(to, &from->list[i]))
			return false;
	return true;
}

static void execute(struct process_files *process)
{
	size_t n = 0;

	for (size_t i = 0; i < process->n; i++)
		if (!process->list[i].ends_at_exec)
			process->list[n++] = process->list[i];
	process->n = n;
	process->executes = false;
}

/* What the members of an event say of a call. */
struct call {
	int64_t fd, result, flags, child;
	const char *path;
	size_t path_len;
};

static struct call read_call(const struct trace_event *event)
{
	struct sysdata members[SYSDATA_MOST];
	size_t n = sysdata_take(event->info.posix_event_id, event->data,
				event->len, members);
	struct call call = { .fd = -1, .result = -1 };

	for (size_t i = 0; i < n; i++) {
		const struct sysdata *member = &members[i];

		switch (member->member) {
		case SYSDATA_FD:
			call.fd = (int64_t)member->number;
			break;
		case SYSDATA_RESULT:
			call.result = (int64_t)member->number;
			break;
		case SYSDATA_FLAGS:
			call.flags = (int64_t)member->number;
			break;
		case SYSDATA_CHILD:
			call.child = (int64_t)member->number;
			break;
		case SYSDATA_PATH:
			call.path = member->bytes;
			call.path_len = member->len;
			break;
		default:
			break;
		}
	}
	return call;
}

static bool name_unknown(struct files *files, int64_t pid, int64_t fd,
			 struct file_use *use)
{
	static const char *const standard[] = { "stdin", "stdout", "stderr" };
	char text[32];

	if (fd >= 0 && fd < 3) {
		snprintf(text, sizeof(text), "%s", standard[fd]);
	} else {
		snprintf(text, sizeof(text), "fd %" PRId64, fd);
		use->pid = (uint64_t)pid;
	}
	return strings_find(files->names, text, strlen(text), &use->name);
}

static bool take_open(struct files *files, struct process_files *process,
		      const struct call *call, struct file_use *use)
{
	if (!call->path)
		return true;
	if (!strings_find(files->names, call->path, call->path_len, &use->name))
		return false;
	use->is_file = true;
	return call->result < 0 ||
	       set(process, &(struct descriptor){
			.fd = call->result, .name = use->name,
			.ends_at_exec = call->flags & O_CLOEXEC });
}

static bool take_use(struct files *files, struct process_files *process,
		     const struct trace_event *event, const struct call *call,
		     struct file_use *use)
{
	const struct descriptor *known = find(process, call->fd);
	uint64_t bytes = call->result > 0 ? (uint64_t)call->result : 0;

	if (known)
		use->name = known->name;
	else if (!name_unknown(files, event->info.posix_pid, call->fd, use))
		return false;
	use->is_file = true;
	switch (event->info.posix_event_id) {
	case POSIXTRACE_READ:
		use->read = bytes;
		break;
	case POSIXTRACE_WRITE:
		use->written = bytes;
		break;
	case POSIXTRACE_CLOSE:
		unset(process, call->fd);
		break;
	default:
		break;
	}
	return true;
}

bool files_take(struct files *files, const struct trace_event *event,
		struct file_use *use)
{
	const trace_event_id_t id = event->info.posix_event_id;
	const int64_t pid = event->info.posix_pid;
	struct process_files *process;
	struct call call;

	*use = (struct file_use){ 0 };
	if (id < POSIXTRACE_READ || id > POSIXTRACE_EXIT)
		return true;
	process = find_process(files, pid);
	if (!process)
		return false;
	call = read_call(event);
	if (process->executes && !(id == POSIXTRACE_EXEC && call.result < 0))
		execute(process);
	process->executes = false;
	switch (id) {
	case POSIXTRACE_OPEN:
		return take_open(files, process, &call, use);
	case POSIXTRACE_READ:
	case POSIXTRACE_WRITE:
	case POSIXTRACE_FSYNC:
	case POSIXTRACE_CLOSE:
		return take_use(files, process, event, &call, use);
	case POSIXTRACE_FORK:
		return inherit(files, pid, call.child, false);
	case POSIXTRACE_EXEC:
		/* Positive: a child executes it; see <posixtrace.h>. */
		if (call.result > 0)
			return inherit(files, pid, call.result, true);
		process->executes = call.result == 0;
		return true;
	case POSIXTRACE_EXIT:
		process->n = 0;
		return true;
	default:
		return true;
	}
}
