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

#include "stat/holdings.h"
#include "trace/sysdata.h"

void files_init(struct files *files, struct strings *names)
{
	*files = (struct files){ .names = names };
	places_init(&files->pids);
	places_init(&files->objects);
}

void files_fini(struct files *files)
{
	for (size_t i = 0; i < files->n; i++) {
		holdings_fini(&files->processes[i].now);
		holdings_fini(&files->processes[i].before);
	}
	free(files->processes);
	free(files->object_names);
	places_fini(&files->pids);
	places_fini(&files->objects);
}

/* CLOSE_RANGE_CLOEXEC, for which not every libc has a name. */
enum { RANGE_CLOEXEC = 1 << 2 };

/* What the members of an event say of a call. */
struct call {
	trace_event_id_t id;
	int64_t pid;
	int64_t fd, result, flags;
	int64_t child;			/* or a parent */
	int64_t inherited;
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
	case SYSDATA_PARENT:
		call->child = number;
		break;
	case SYSDATA_INHERITED:
		call->inherited = number;
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
		.fd = -1, .result = -1, .other = -1, .inherited = -1,
	};

	for (size_t i = 0; i < n; i++)
		note_member(&call, &members[i]);
	return call;
}

/* The name of an abstract socket may have NULs in it, which are shown as ss(8) does;
 * a program that gives all of its structure has them behind it. */
static bool find_abstract(struct files *files, const char *text, size_t len,
			  struct file_name *name)
{
	char shown[POSIXTRACE_ADDRESS_MAX];

	if (len > sizeof(shown))
		len = sizeof(shown);
	while (len && !text[len - 1])
		len--;
	for (size_t i = 0; i < len; i++)
		shown[i] = text[i] ? text[i] : '@';
	return strings_find(files->names, shown, len, &name->number);
}

bool files_name_text(struct files *files, const char *text, size_t len,
		     struct file_name *name)
{
	name->pid = 0;
	if (len && text[0] == '@' && memchr(text, '\0', len))
		return find_abstract(files, text, len, name);
	return strings_find(files->names, text, len, &name->number);
}

static bool find_number(struct files *files, const char *text, int64_t pid,
			struct file_name *name)
{
	name->pid = (uint64_t)pid;
	return strings_find(files->names, text, strlen(text), &name->number);
}

bool files_name_number(struct files *files, const char *kind, int64_t fd,
		       int64_t pid, struct file_name *name)
{
	char text[96];

	snprintf(text, sizeof(text), "%s %" PRId64, kind, fd);
	return find_number(files, text, pid, name);
}

/* A program that has told of all that it inherited has no other standard streams, and
 * those of a child may have been replaced unseen. */
static bool name_unknown(struct files *files, const struct process_files *process,
			 int64_t pid, int64_t fd, struct file_name *name)
{
	if (fd >= 0 && fd < 3 && !process->is_listed && !process->is_unsure)
		return files_name_text(files, files_standard[fd],
				       strlen(files_standard[fd]), name);
	return files_name_number(files, "fd", fd, pid, name);
}

static bool name_of(struct files *files, const struct process_files *process,
		    const struct call *call, int64_t fd, struct file_name *name)
{
	const struct descriptor *known = holdings_find(&process->now, fd);

	if (!known)
		return name_unknown(files, process, call->pid, fd, name);
	*name = known->name;
	return true;
}

/* The call has made a descriptor. */
static bool make(struct process_files *process, const struct call *call,
		 int64_t fd, const struct file_name *name)
{
	return fd < 0 || holdings_set(&process->now, &(struct descriptor){
				.fd = fd, .name = *name,
				.ends_at_exec = call->flags & O_CLOEXEC });
}

static bool take_open(struct files *files, struct process_files *process,
		      const struct call *call, struct file_use *use)
{
	if (!call->text)
		return true;
	if (!files_name_text(files, call->text, call->text_len, &use->name))
		return false;
	use->is_file = true;
	return make(process, call, call->result, &use->name);
}

/* One that has no name yet: "socket 5 of 4711". */
static bool take_new(struct files *files, struct process_files *process,
		     const struct call *call, const char *kind)
{
	struct file_name name;

	return call->result < 0 ||
	       (files_name_number(files, kind, call->result, call->pid, &name) &&
		make(process, call, call->result, &name));
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
		holdings_unset(&process->now, call->fd);
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
	struct descriptor *known = holdings_find(&process->now, call->fd);

	if (!call->text_len)
		return take_use(files, process, call, use);
	if (!files_name_text(files, call->text, call->text_len, &use->name))
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
	    !files_name_text(files, call->text, call->text_len, &name))
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
		return files_fork(files, call->pid, call->child);
	case POSIXTRACE_EXEC:
		/* Positive: a child executes it; see <posixtrace.h>. */
		if (call->result > 0)
			return files_execute_child(files, call->pid,
						   call->result);
		process->executes = call->result == 0;
		return true;
	case POSIXTRACE_EXIT:
		process->now.n = 0;
		process->told = TOLD_NOT;
		return true;
	case POSIXTRACE_PROCESS:
		return files_begin(files, call->pid, call->child,
				   call->inherited);
	case POSIXTRACE_INHERITED:
		return files_inherit(files, call->pid, call->fd, call->text,
				     call->text_len);
	case POSIXTRACE_CLOSE_RANGE:
		if (call->result == 0)
			holdings_end_range(&process->now, call->fd, call->other,
					   call->flags & RANGE_CLOEXEC);
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
	process = files_process(files, call.pid);
	if (!process)
		return false;
	if (process->executes && call.id != POSIXTRACE_PROCESS) {
		if (call.id != POSIXTRACE_EXEC || call.result >= 0)
			files_execute(process);
		process->executes = false;
	}
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
