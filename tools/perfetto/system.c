/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The data of system events as annotations: those of the standard and those
 * of <posixtrace.h>.  The data comes from a log, so its length is checked
 * before it is taken for what it should be.
 */
#include <posixtrace.h>
#include <signal.h>
#include <string.h>

#include "adding.h"

/* A structure of the data, or false if the length is not its own. */
#define TAKE(structure, data, len) \
	((len) == sizeof(*(structure)) && \
	 memcpy((structure), (data), sizeof(*(structure))))

/* How many event types are in the set at `data`. */
static uint64_t count_set(const void *data)
{
	trace_event_set_t set;
	uint64_t n = 0;

	memcpy(&set, data, sizeof(set));
	for (trace_event_id_t id = 0; id < 8 * sizeof(set); id++) {
		int is_member = 0;

		if (posix_trace_eventset_ismember(id, &set, &is_member) == 0)
			n += is_member != 0;
	}
	return n;
}

static bool add_int(struct notes *notes, enum note note, const void *data,
		    size_t len)
{
	int value;

	if (!TAKE(&value, data, len))
		return false;
	set_signed(add_known(notes, note), value);
	return true;
}

/* The result of a call: -errno is told with its name. */
static void add_result(struct notes *notes, int64_t result)
{
	const char *name = NULL;

	set_signed(add_known(notes, NOTE_RESULT), result);
	if (result < 0 && result > -4096)
		name = strerrorname_np((int)-result);
	if (name)
		set_word(add_known(notes, NOTE_ERRNO), name);
}

static void add_took(struct notes *notes, uint64_t duration)
{
	notes_add_number(notes, NOTE_DURATION, duration);
}

static bool add_thread(struct notes *notes, trace_event_id_t id,
		       const void *data, size_t len)
{
	struct posixtrace_thread thread;

	if (!TAKE(&thread, data, len))
		return false;
	set_pointer(add_known(notes, NOTE_THREAD), thread.thread);
	if (id == POSIXTRACE_THREAD_CREATE || id == POSIXTRACE_THREAD_START)
		set_pointer(add_known(notes, NOTE_ROUTINE), thread.routine);
	if (id == POSIXTRACE_THREAD_CREATE || id == POSIXTRACE_THREAD_JOIN) {
		add_result(notes, thread.result);
		add_took(notes, thread.duration);
	}
	/* What a start routine returned is a pointer, and no error. */
	if (id == POSIXTRACE_THREAD_EXIT)
		add_took(notes, thread.duration);
	return true;
}

static bool add_wait(struct notes *notes, enum note note, const void *data,
		     size_t len)
{
	struct posixtrace_wait wait;

	if (!TAKE(&wait, data, len))
		return false;
	set_pointer(add_known(notes, note), wait.object);
	add_result(notes, wait.result);
	add_took(notes, wait.duration);
	return true;
}

static bool add_io(struct notes *notes, trace_event_id_t id, const void *data,
		   size_t len)
{
	struct posixtrace_io io;

	if (!TAKE(&io, data, len))
		return false;
	set_signed(add_known(notes, NOTE_FD), io.fd);
	if (id == POSIXTRACE_READ || id == POSIXTRACE_WRITE)
		notes_add_number(notes, NOTE_SIZE, io.size);
	add_result(notes, io.result);
	add_took(notes, io.duration);
	return true;
}

static bool add_path(struct notes *notes, trace_event_id_t id,
		     const void *data, size_t len)
{
	const size_t fixed = offsetof(struct posixtrace_path, path);
	struct posixtrace_path path;

	if (len < fixed || len > sizeof(path))
		return false;
	memcpy(&path, data, len);
	set_text(notes, add_known(notes, NOTE_PATH), path.path, len - fixed);
	/* An exec is recorded before it has a result. */
	if (id == POSIXTRACE_EXEC)
		return true;
	set_pointer(add_known(notes, NOTE_FLAGS), (uint64_t)path.flags);
	add_result(notes, path.result);
	add_took(notes, path.duration);
	return true;
}

static bool add_memory(struct notes *notes, trace_event_id_t id,
		       const void *data, size_t len)
{
	struct posixtrace_memory memory;

	if (!TAKE(&memory, data, len))
		return false;
	set_pointer(add_known(notes, NOTE_ADDRESS), memory.address);
	if (id == POSIXTRACE_MALLOC || memory.size)
		notes_add_number(notes, NOTE_SIZE, memory.size);
	return true;
}

static bool add_process(struct notes *notes, trace_event_id_t id,
			const void *data, size_t len)
{
	struct posixtrace_process process;

	if (!TAKE(&process, data, len))
		return false;
	if (id == POSIXTRACE_FORK) {
		set_signed(add_known(notes, NOTE_CHILD), process.pid);
		return true;
	}
	set_signed(add_known(notes, NOTE_PID), process.pid);
	set_signed(add_known(notes, NOTE_STATUS), process.status);
	return true;
}

static bool add_signal(struct notes *notes, const void *data, size_t len)
{
	struct posixtrace_signal signal;
	const char *name = NULL;

	if (!TAKE(&signal, data, len))
		return false;
	set_signed(add_known(notes, NOTE_SIGNAL), signal.signal);
	if (signal.signal > 0 && signal.signal < SIGRTMIN)
		name = sigabbrev_np((int)signal.signal);
	if (name)
		set_word(add_known(notes, NOTE_SIGNAL_NAME), name);
	set_signed(add_known(notes, NOTE_CODE), signal.code);
	set_signed(add_known(notes, NOTE_SENDER), signal.sender);
	return true;
}

static bool add_sets(struct notes *notes, trace_event_id_t id,
		     const char *data, size_t len)
{
	const size_t set = sizeof(trace_event_set_t);

	if (id == POSIX_TRACE_START && len == set) {
		notes_add_number(notes, NOTE_FILTERED, count_set(data));
		return true;
	}
	if (id != POSIX_TRACE_FILTER || len != 2 * set)
		return false;
	notes_add_number(notes, NOTE_OLD, count_set(data));
	notes_add_number(notes, NOTE_NEW, count_set(data + set));
	return true;
}

bool add_system(struct notes *notes, const struct format_event *event)
{
	trace_event_id_t id = event->info.posix_event_id;
	const void *data = event->data;
	size_t len = event->len;

	switch (id) {
	case POSIX_TRACE_ERROR:
		return add_int(notes, NOTE_ERROR, data, len);
	case POSIX_TRACE_STOP:
		return add_int(notes, NOTE_AUTO, data, len);
	case POSIX_TRACE_START:
	case POSIX_TRACE_FILTER:
		return add_sets(notes, id, data, len);
	case POSIXTRACE_THREAD_CREATE:
	case POSIXTRACE_THREAD_START:
	case POSIXTRACE_THREAD_EXIT:
	case POSIXTRACE_THREAD_JOIN:
		return add_thread(notes, id, data, len);
	case POSIXTRACE_MUTEX_WAIT:
		return add_wait(notes, NOTE_MUTEX, data, len);
	case POSIXTRACE_COND_WAIT:
		return add_wait(notes, NOTE_COND, data, len);
	case POSIXTRACE_READ:
	case POSIXTRACE_WRITE:
	case POSIXTRACE_CLOSE:
	case POSIXTRACE_FSYNC:
		return add_io(notes, id, data, len);
	case POSIXTRACE_OPEN:
	case POSIXTRACE_EXEC:
		return add_path(notes, id, data, len);
	case POSIXTRACE_MALLOC:
	case POSIXTRACE_FREE:
		return add_memory(notes, id, data, len);
	case POSIXTRACE_FORK:
	case POSIXTRACE_EXIT:
		return add_process(notes, id, data, len);
	case POSIXTRACE_SIGNAL:
		return add_signal(notes, data, len);
	default:
		return false;
	}
}
