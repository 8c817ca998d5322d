/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The data of system events, in words: those of the standard and those of
 * <posixtrace.h>.  The data comes from a log, so its length is checked
 * before it is taken for what it should be, and names in it are escaped.
 */
#include "sysdata.h"

#include <posixtrace.h>
#include <signal.h>
#include <string.h>

#include "escape.h"
#include "out.h"

/* A structure of the data, or false if the length is not its own. */
#define TAKE(structure, data, len) \
	((len) == sizeof(*(structure)) && \
	 memcpy((structure), (data), sizeof(*(structure))))

static char *put_named(char *p, const char *name, int64_t value)
{
	return put_signed(put_string(p, name), value);
}

static char *put_pointer(char *p, const char *name, uint64_t value)
{
	return put_address(put_string(p, name), value);
}

/* The result of a call: -errno is told with its name. */
static char *put_result(char *p, int64_t result)
{
	const char *name = NULL;

	p = put_named(p, " result=", result);
	if (result < 0 && result > -4096)
		name = strerrorname_np((int)-result);
	if (name) {
		*p++ = '(';
		p = put_string(p, name);
		*p++ = ')';
	}
	return p;
}

static char *put_took(char *p, uint64_t duration)
{
	return put_duration(put_string(p, " duration="), duration);
}

static char *put_set(char *p, const char *name, const void *data)
{
	trace_event_set_t set;
	int64_t n = 0;

	memcpy(&set, data, sizeof(set));
	for (trace_event_id_t id = 0; id < 8 * sizeof(set); id++) {
		int is_member = 0;

		if (posix_trace_eventset_ismember(id, &set, &is_member) == 0)
			n += is_member != 0;
	}
	p = put_named(p, name, n);
	return put_string(p, n == 1 ? " type" : " types");
}

static char *put_int(char *p, const char *name, const void *data, size_t len)
{
	int value;

	return TAKE(&value, data, len) ? put_named(p, name, value) : NULL;
}

static char *put_thread(char *p, trace_event_id_t id, const void *data,
			size_t len)
{
	struct posixtrace_thread thread;

	if (!TAKE(&thread, data, len))
		return NULL;
	p = put_pointer(p, "thread=", thread.thread);
	if (id == POSIXTRACE_THREAD_CREATE || id == POSIXTRACE_THREAD_START)
		p = put_pointer(p, " routine=", thread.routine);
	if (id == POSIXTRACE_THREAD_CREATE || id == POSIXTRACE_THREAD_JOIN)
		p = put_took(put_result(p, thread.result), thread.duration);
	return p;
}

static char *put_wait(char *p, const char *name, const void *data, size_t len)
{
	struct posixtrace_wait wait;

	if (!TAKE(&wait, data, len))
		return NULL;
	p = put_pointer(p, name, wait.object);
	return put_took(put_result(p, wait.result), wait.duration);
}

static char *put_io(char *p, trace_event_id_t id, const void *data, size_t len)
{
	struct posixtrace_io io;

	if (!TAKE(&io, data, len))
		return NULL;
	p = put_named(p, "fd=", io.fd);
	if (id == POSIXTRACE_READ || id == POSIXTRACE_WRITE)
		p = put_unsigned(put_string(p, " size="), io.size);
	return put_took(put_result(p, io.result), io.duration);
}

static char *put_path(char *p, trace_event_id_t id, const void *data,
		      size_t len)
{
	const size_t fixed = offsetof(struct posixtrace_path, path);
	struct posixtrace_path path;

	if (len < fixed || len > sizeof(path))
		return NULL;
	memcpy(&path, data, len);
	p = put_string(p, "path=\"");
	p = escape_text(p, path.path, len - fixed);
	*p++ = '"';
	/* An exec is recorded before it has a result. */
	if (id == POSIXTRACE_EXEC)
		return p;
	p = put_pointer(p, " flags=", (uint64_t)path.flags);
	return put_took(put_result(p, path.result), path.duration);
}

static char *put_memory(char *p, trace_event_id_t id, const void *data,
			size_t len)
{
	struct posixtrace_memory memory;

	if (!TAKE(&memory, data, len))
		return NULL;
	p = put_pointer(p, "address=", memory.address);
	if (id == POSIXTRACE_MALLOC || memory.size)
		p = put_unsigned(put_string(p, " size="), memory.size);
	return p;
}

static char *put_process(char *p, trace_event_id_t id, const void *data,
			 size_t len)
{
	struct posixtrace_process process;

	if (!TAKE(&process, data, len))
		return NULL;
	if (id == POSIXTRACE_FORK)
		return put_named(p, "child=", process.pid);
	p = put_named(p, "pid=", process.pid);
	return put_named(p, " status=", process.status);
}

static char *put_signal(char *p, const void *data, size_t len)
{
	struct posixtrace_signal signal;
	const char *name = NULL;

	if (!TAKE(&signal, data, len))
		return NULL;
	p = put_named(p, "signal=", signal.signal);
	if (signal.signal > 0 && signal.signal < SIGRTMIN)
		name = sigabbrev_np((int)signal.signal);
	if (name) {
		p = put_string(p, "(SIG");
		p = put_string(p, name);
		*p++ = ')';
	}
	p = put_named(p, " code=", signal.code);
	return put_named(p, " sender=", signal.sender);
}

char *sysdata_put(char *p, trace_event_id_t id, const void *data, size_t len)
{
	const size_t set = sizeof(trace_event_set_t);

	switch (id) {
	case POSIX_TRACE_ERROR:
		return put_int(p, "error=", data, len);
	case POSIX_TRACE_START:
		return len == set ? put_set(p, "filtered=", data) : NULL;
	case POSIX_TRACE_STOP:
		return put_int(p, "auto=", data, len);
	case POSIX_TRACE_FILTER:
		if (len != 2 * set)
			return NULL;
		p = put_set(p, "old=", data);
		return put_set(p, " new=", (const char *)data + set);
	case POSIXTRACE_THREAD_CREATE:
	case POSIXTRACE_THREAD_START:
	case POSIXTRACE_THREAD_EXIT:
	case POSIXTRACE_THREAD_JOIN:
		return put_thread(p, id, data, len);
	case POSIXTRACE_MUTEX_WAIT:
		return put_wait(p, "mutex=", data, len);
	case POSIXTRACE_COND_WAIT:
		return put_wait(p, "cond=", data, len);
	case POSIXTRACE_READ:
	case POSIXTRACE_WRITE:
	case POSIXTRACE_CLOSE:
	case POSIXTRACE_FSYNC:
		return put_io(p, id, data, len);
	case POSIXTRACE_OPEN:
	case POSIXTRACE_EXEC:
		return put_path(p, id, data, len);
	case POSIXTRACE_MALLOC:
	case POSIXTRACE_FREE:
		return put_memory(p, id, data, len);
	case POSIXTRACE_FORK:
	case POSIXTRACE_EXIT:
		return put_process(p, id, data, len);
	case POSIXTRACE_SIGNAL:
		return put_signal(p, data, len);
	default:
		return NULL;
	}
}
