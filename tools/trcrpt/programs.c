/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Which program a process is. */
#include "programs.h"

#include <limits.h>
#include <posixtrace.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/tool.h"

struct program {
	pid_t pid;
	char path[POSIXTRACE_PATH_MAX + 1];
	char before[POSIXTRACE_PATH_MAX + 1];	/* the exec that may fail */
};

static int compare(const void *a, const void *b)
{
	const struct program *x = a;
	const struct program *y = b;

	return (x->pid > y->pid) - (x->pid < y->pid);
}

void programs_init(struct programs *programs)
{
	*programs = (struct programs){ .n = 0 };
}

void programs_fini(struct programs *programs)
{
	tdestroy(programs->by_pid, free);
}

static struct program *find(const struct programs *programs, int64_t pid)
{
	struct program key;
	struct program **node;

	if (pid < INT_MIN || pid > INT_MAX)
		return NULL;
	key.pid = (pid_t)pid;
	node = tfind(&key, &programs->by_pid, compare);
	return node ? *node : NULL;
}

/*
 * A name less is not worth ending a report for, so it does not matter when
 * there is no memory or there are too many processes.
 */
static struct program *find_or_add(struct programs *programs, pid_t pid)
{
	struct program *program = find(programs, pid);

	if (program || programs->n >= PROGRAMS_MOST)
		return program;
	program = calloc(1, sizeof(*program));
	if (!program)
		return NULL;
	program->pid = pid;
	if (!tsearch(program, &programs->by_pid, compare)) {
		free(program);
		return NULL;
	}
	programs->n++;
	return program;
}

static void set_path(struct program *program, const char *path, size_t len)
{
	len = strnlen(path, len);
	if (len >= sizeof(program->path))
		len = sizeof(program->path) - 1;
	memcpy(program->before, program->path, sizeof(program->path));
	memcpy(program->path, path, len);
	/* Control characters would spoil the columns. */
	tool_mask(program->path, len);
	program->path[len] = '\0';
}

void programs_begin(struct programs *programs, pid_t pid, const char *stream)
{
	struct program *program;

	if (!*stream || pid == 0 || find(programs, pid))
		return;
	program = find_or_add(programs, pid);
	if (program)
		set_path(program, stream, strlen(stream));
}

static void learn_fork(struct programs *programs, pid_t parent,
		       const void *data, size_t len)
{
	struct posixtrace_process child;
	const struct program *old = find(programs, parent);
	struct program *program;

	if (len != sizeof(child) || !old)
		return;
	memcpy(&child, data, sizeof(child));
	if (child.pid <= 0 || child.pid > INT_MAX || child.pid == parent)
		return;
	program = find_or_add(programs, (pid_t)child.pid);
	/* What the child itself recorded first is newer. */
	if (program && !*program->path)
		set_path(program, old->path, strlen(old->path));
}

static void learn_exec(struct programs *programs, pid_t pid,
		       const void *data, size_t len)
{
	const size_t fixed = offsetof(struct posixtrace_path, path);
	struct posixtrace_path exec;
	struct program *program;

	if (len < fixed || len > sizeof(exec))
		return;
	memcpy(&exec, data, len);
	/* Told by the parent of who runs it. */
	if (exec.result > 0 && exec.result <= INT_MAX)
		pid = (pid_t)exec.result;
	program = find_or_add(programs, pid);
	if (!program)
		return;
	if (exec.result < 0)
		memcpy(program->path, program->before, sizeof(program->path));
	else
		set_path(program, exec.path, len - fixed);
}

void programs_learn(struct programs *programs,
		    const struct posix_trace_event_info *info,
		    const void *data, size_t len)
{
	if (info->posix_event_id == POSIXTRACE_FORK)
		learn_fork(programs, info->posix_pid, data, len);
	else if (info->posix_event_id == POSIXTRACE_EXEC)
		learn_exec(programs, info->posix_pid, data, len);
}

const char *programs_path(const struct programs *programs, int64_t pid)
{
	const struct program *program = find(programs, pid);

	return program && *program->path ? program->path : NULL;
}

const char *programs_name(const struct programs *programs, int64_t pid)
{
	const char *path = programs_path(programs, pid);
	const char *slash = path ? strrchr(path, '/') : NULL;

	return slash && slash[1] ? slash + 1 : path;
}
