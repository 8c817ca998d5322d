/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Descriptors of traced processes; see files.h. */
#include "stat/files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/sysdata.h"

struct descriptor {
	int64_t fd;
	struct file_name name;
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
	trace_event_id_t id;
	int64_t pid;
	int64_t fd, result, flags, child;
	int64_t other;			/* the second descriptor of two */
	const char *text;		/* a path or an address */
	size_t text_len;
};

static void note_member(struct call *call, const struct sysdata *member)
{
	const int64_t number = (int64_t)member->number;

	switch (member->member) {
	case SYSDATA_FD:
	case SYSDATA_FIRST:
	case SYSDATA_FROM:
		call->fd = number;
		break;
	case SYSDATA_SECOND:
	case SYSDATA_TO:
		call->other = number;
		break;
	case SYSDATA_RESULT:
		call->result = number;
		break;
	case SYSDATA_FLAGS:
		call->flags = number;
		break;
	case SYSDATA_CHILD:
		call->child = number;
		break;
	case SYSDATA_PATH:
	case SYSDATA_SOCKET:
	case SYSDATA_KIND:
		call->text = member->bytes;
		call->text_len = member->len;
		break;
	default:
		break;
	}
}

static struct call read_call(const struct trace_event *event)
{
	struct sysdata members[SYSDATA_MOST];
	size_t n = sysdata_take(event->info.posix_event_id, event->data,
				event->len, members);
	struct call call = {
		.id = event->info.posix_event_id,
		.pid = event->info.posix_pid,
		.fd = -1, .result = -1, .other = -1,
	};

	for (size_t i = 0; i < n; i++)
		note_member(&call, &members[i]);
	return call;
}

static bool find_text(struct files *files, const char *text, size_t len,
		      struct file_name *name)
{
	name->pid = 0;
	return strings_find(files->names, text, len, &name->number);
}

/* Of a descriptor that has no other name than its number in a process. */
static bool find_number(struct files *files, const char *text, int64_t pid,
			struct file_name *name)
{
	name->pid = (uint64_t)pid;
	return strings_find(files->names, text, strlen(text), &name->number);
}

static bool name_unknown(struct files *files, int64_t pid, int64_t fd,
			 struct file_name *name)
{
	static const char *const standard[] = { "stdin", "stdout", "stderr" };
	char text[32];

	if (fd >= 0 && fd < 3)
		return find_text(files, standard[fd], strlen(standard[fd]),
				 name);
	snprintf(text, sizeof(text), "fd %" PRId64, fd);
	return find_number(files, text, pid, name);
}

static bool name_of(struct files *files, const struct process_files *process,
		    const struct call *call, int64_t fd, struct file_name *name)
{
	const struct descriptor *known = find(process, fd);

	if (!known)
		return name_unknown(files, call->pid, fd, name);
	*name = known->name;
	return true;
}

/* The call has made a descriptor. */
static bool make(struct process_files *process, const struct call *call,
		 int64_t fd, const struct file_name *name)
{
	return fd < 0 || set(process, &(struct descriptor){
				.fd = fd, .name = *name,
				.ends_at_exec = call->flags & O_CLOEXEC });
}

static bool take_open(struct files *files, struct process_files *process,
		      const struct call *call, struct file_use *use)
{
	if (!call->text)
		return true;
	if (!find_text(files, call->text, call->text_len, &use->name))
		return false;
	use->is_file = true;
	return make(process, call, call->result, &use->name);
}

/* One that has no name yet: "socket 5 of 4711". */
static bool take_new(struct files *files, struct process_files *process,
		     const struct call *call, const char *kind)
{
	char text[96];
	struct file_name name;

	if (call->result < 0)
		return true;
	snprintf(text, sizeof(text), "%s %" PRId64, kind, call->result);
	return find_number(files, text, call->pid, &name) &&
	       make(process, call, call->result, &name);
}

/* Both ends have one name: "socketpair 3-4 of 4711". */
static bool take_pair(struct files *files, struct process_files *process,
		      const struct call *call, const char *kind)
{
	char text[96];
	struct file_name name;

	if (call->result < 0)
		return true;
	snprintf(text, sizeof(text), "%s %" PRId64 "-%" PRId64, kind, call->fd,
		 call->other);
	return find_number(files, text, call->pid, &name) &&
	       make(process, call, call->fd, &name) &&
	       make(process, call, call->other, &name);
}

static bool take_use(struct files *files, struct process_files *process,
		     const struct call *call, struct file_use *use)
{
	uint64_t bytes = call->result > 0 ? (uint64_t)call->result : 0;

	if (!name_of(files, process, call, call->fd, &use->name))
		return false;
	use->is_file = true;
	switch (call->id) {
	case POSIXTRACE_READ:
	case POSIXTRACE_RECV:
		use->read = bytes;
		break;
	case POSIXTRACE_WRITE:
	case POSIXTRACE_SEND:
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

/* A socket gets the address of its peer, or else its own, as its name. */
static bool take_name(struct files *files, struct process_files *process,
		      const struct call *call, struct file_use *use)
{
	struct descriptor *known = find(process, call->fd);

	if (!call->text_len)
		return take_use(files, process, call, use);
	if (!find_text(files, call->text, call->text_len, &use->name))
		return false;
	use->is_file = true;
	if (call->result < 0 && call->result != -EINPROGRESS)
		return true;
	if (known) {
		known->name = use->name;
		return true;
	}
	return make(process, call, call->fd, &use->name);
}

/* What waits is the listening socket.  Without an address the new one has its
 * name. */
static bool take_accept(struct files *files, struct process_files *process,
			const struct call *call, struct file_use *use)
{
	struct file_name name;

	if (!take_use(files, process, call, use))
		return false;
	name = use->name;
	if (call->text_len &&
	    !find_text(files, call->text, call->text_len, &name))
		return false;
	return make(process, call, call->result, &name);
}

/* "eventfd 5 of 4711", by what the event says it is. */
static bool take_kind(struct files *files, struct process_files *process,
		      const struct call *call)
{
	char kind[32];

	snprintf(kind, sizeof(kind), "%.*s", (int)call->text_len, call->text);
	return take_new(files, process, call, kind);
}

static bool take_dup(struct files *files, struct process_files *process,
		     const struct call *call, struct file_use *use)
{
	return take_use(files, process, call, use) &&
	       (call->result == call->fd ||
		make(process, call, call->result, &use->name));
}

static bool take_transfer(struct files *files, struct process_files *process,
			  const struct call *call,
			  struct file_use use[FILE_USES])
{
	uint64_t bytes = call->result > 0 ? (uint64_t)call->result : 0;

	use[0] = (struct file_use){ .is_file = true, .read = bytes };
	use[1] = (struct file_use){ .is_file = true, .written = bytes };
	return name_of(files, process, call, call->fd, &use[0].name) &&
	       name_of(files, process, call, call->other, &use[1].name);
}

static bool take_process(struct files *files, struct process_files *process,
			 const struct call *call)
{
	switch (call->id) {
	case POSIXTRACE_FORK:
		return inherit(files, call->pid, call->child, false);
	case POSIXTRACE_EXEC:
		/* Positive: a child executes it; see <posixtrace.h>. */
		if (call->result > 0)
			return inherit(files, call->pid, call->result, true);
		process->executes = call->result == 0;
		return true;
	case POSIXTRACE_EXIT:
		process->n = 0;
		return true;
	default:
		return true;
	}
}

/* Is it, or could it be, about descriptors? */
static bool concerns(trace_event_id_t id)
{
	return (id >= POSIXTRACE_READ && id <= POSIXTRACE_EXIT) ||
	       (id >= POSIXTRACE_SOCKET && id < 64);
}

bool files_take(struct files *files, const struct trace_event *event,
		struct file_use use[FILE_USES])
{
	struct process_files *process;
	struct call call;

	for (unsigned i = 0; i < FILE_USES; i++)
		use[i] = (struct file_use){ 0 };
	if (!concerns(event->info.posix_event_id))
		return true;
	call = read_call(event);
	process = find_process(files, call.pid);
	if (!process)
		return false;
	if (process->executes &&
	    !(call.id == POSIXTRACE_EXEC && call.result < 0))
		execute(process);
	process->executes = false;
	switch (call.id) {
	case POSIXTRACE_OPEN:
		return take_open(files, process, &call, use);
	case POSIXTRACE_READ:
	case POSIXTRACE_WRITE:
	case POSIXTRACE_FSYNC:
	case POSIXTRACE_CLOSE:
	case POSIXTRACE_LISTEN:
	case POSIXTRACE_SEND:
	case POSIXTRACE_RECV:
	case POSIXTRACE_SHUTDOWN:
	case POSIXTRACE_EPOLL_WAIT:
		return take_use(files, process, &call, use);
	case POSIXTRACE_TRANSFER:
		return take_transfer(files, process, &call, use);
	case POSIXTRACE_SOCKET:
		return take_new(files, process, &call, "socket");
	case POSIXTRACE_SOCKETPAIR:
		return take_pair(files, process, &call, "socketpair");
	case POSIXTRACE_PIPE:
		return take_pair(files, process, &call, "pipe");
	case POSIXTRACE_DESCRIPTOR:
		return take_kind(files, process, &call);
	case POSIXTRACE_DUP:
		return take_dup(files, process, &call, use);
	case POSIXTRACE_BIND:
	case POSIXTRACE_CONNECT:
		return take_name(files, process, &call, use);
	case POSIXTRACE_ACCEPT:
		return take_accept(files, process, &call, use);
	default:
		return take_process(files, process, &call);
	}
}
