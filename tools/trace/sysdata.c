/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Decoding the data of system events.  It comes from a log, so its length is
 * checked first.
 */
#include "trace/sysdata.h"

#include <posixtrace.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>

#include "common/escape.h"
#include "common/out.h"

const char *const sysdata_names[SYSDATA_MEMBERS] = {
	[SYSDATA_ERROR] = "error",
	[SYSDATA_FILTERED] = "filtered",
	[SYSDATA_AUTO] = "auto",
	[SYSDATA_OLD] = "old",
	[SYSDATA_NEW] = "new",
	[SYSDATA_THREAD] = "thread",
	[SYSDATA_ROUTINE] = "routine",
	[SYSDATA_LIFE] = "life",
	[SYSDATA_MUTEX] = "mutex",
	[SYSDATA_COND] = "cond",
	[SYSDATA_FD] = "fd",
	[SYSDATA_SIZE] = "size",
	[SYSDATA_PATH] = "path",
	[SYSDATA_FLAGS] = "flags",
	[SYSDATA_RESULT] = "result",
	[SYSDATA_DURATION] = "duration",
	[SYSDATA_ADDRESS] = "address",
	[SYSDATA_CHILD] = "child",
	[SYSDATA_PID] = "pid",
	[SYSDATA_STATUS] = "status",
	[SYSDATA_SIGNAL] = "signal",
	[SYSDATA_CODE] = "code",
	[SYSDATA_SENDER] = "sender",
	[SYSDATA_FAMILY] = "family",
	[SYSDATA_TYPE] = "type",
	[SYSDATA_PROTOCOL] = "protocol",
	[SYSDATA_FIRST] = "first",
	[SYSDATA_SECOND] = "second",
	[SYSDATA_SOCKET] = "address",
	[SYSDATA_BACKLOG] = "backlog",
	[SYSDATA_HOW] = "how",
	[SYSDATA_FROM] = "from",
	[SYSDATA_TO] = "to",
	[SYSDATA_KIND] = "kind",
	[SYSDATA_RWLOCK] = "rwlock",
	[SYSDATA_SPIN] = "spin",
	[SYSDATA_SEM] = "sem",
	[SYSDATA_BARRIER] = "barrier",
	[SYSDATA_HOLDER] = "holder",
	[SYSDATA_PARENT] = "parent",
	[SYSDATA_INHERITED] = "inherited",
	[SYSDATA_HANDLE] = "handle",
	[SYSDATA_PROTECTION] = "protection",
	[SYSDATA_ONCE] = "once",
	[SYSDATA_NAME] = "name",
	[SYSDATA_CALL] = "call",
	[SYSDATA_LATE] = "late",
};

static const uint8_t kinds[SYSDATA_MEMBERS] = {
	[SYSDATA_ERROR] = SYSDATA_SIGNED,
	[SYSDATA_FILTERED] = SYSDATA_TYPES,
	[SYSDATA_AUTO] = SYSDATA_SIGNED,
	[SYSDATA_OLD] = SYSDATA_TYPES,
	[SYSDATA_NEW] = SYSDATA_TYPES,
	[SYSDATA_THREAD] = SYSDATA_POINTER,
	[SYSDATA_ROUTINE] = SYSDATA_POINTER,
	[SYSDATA_LIFE] = SYSDATA_NANOSECONDS,
	[SYSDATA_MUTEX] = SYSDATA_POINTER,
	[SYSDATA_COND] = SYSDATA_POINTER,
	[SYSDATA_FD] = SYSDATA_SIGNED,
	[SYSDATA_SIZE] = SYSDATA_UNSIGNED,
	[SYSDATA_PATH] = SYSDATA_TEXT,
	[SYSDATA_FLAGS] = SYSDATA_POINTER,
	[SYSDATA_RESULT] = SYSDATA_SIGNED,
	[SYSDATA_DURATION] = SYSDATA_NANOSECONDS,
	[SYSDATA_ADDRESS] = SYSDATA_POINTER,
	[SYSDATA_CHILD] = SYSDATA_SIGNED,
	[SYSDATA_PID] = SYSDATA_SIGNED,
	[SYSDATA_STATUS] = SYSDATA_SIGNED,
	[SYSDATA_SIGNAL] = SYSDATA_SIGNED,
	[SYSDATA_CODE] = SYSDATA_SIGNED,
	[SYSDATA_SENDER] = SYSDATA_SIGNED,
	[SYSDATA_FAMILY] = SYSDATA_SIGNED,
	[SYSDATA_TYPE] = SYSDATA_SIGNED,
	[SYSDATA_PROTOCOL] = SYSDATA_SIGNED,
	[SYSDATA_FIRST] = SYSDATA_SIGNED,
	[SYSDATA_SECOND] = SYSDATA_SIGNED,
	[SYSDATA_SOCKET] = SYSDATA_TEXT,
	[SYSDATA_BACKLOG] = SYSDATA_SIGNED,
	[SYSDATA_HOW] = SYSDATA_SIGNED,
	[SYSDATA_FROM] = SYSDATA_SIGNED,
	[SYSDATA_TO] = SYSDATA_SIGNED,
	[SYSDATA_KIND] = SYSDATA_TEXT,
	[SYSDATA_RWLOCK] = SYSDATA_POINTER,
	[SYSDATA_SPIN] = SYSDATA_POINTER,
	[SYSDATA_SEM] = SYSDATA_POINTER,
	[SYSDATA_BARRIER] = SYSDATA_POINTER,
	[SYSDATA_HOLDER] = SYSDATA_SIGNED,
	[SYSDATA_PARENT] = SYSDATA_SIGNED,
	[SYSDATA_INHERITED] = SYSDATA_SIGNED,
	[SYSDATA_HANDLE] = SYSDATA_POINTER,
	[SYSDATA_PROTECTION] = SYSDATA_POINTER,
	[SYSDATA_ONCE] = SYSDATA_POINTER,
	[SYSDATA_NAME] = SYSDATA_TEXT,
	[SYSDATA_CALL] = SYSDATA_SIGNED,
	[SYSDATA_LATE] = SYSDATA_NANOSECONDS,
};

/* The positions of the members of an event's data. */
struct form {
	size_t size;			/* of the data, up to a text */
	struct {
		uint16_t member;	/* SYSDATA_NONE: no more */
		uint16_t at;
	} place[SYSDATA_MOST];
	size_t text;			/* bytes of the text, at most */
	size_t more;			/* at the end; older logs do not have it */
};

#define SET	sizeof(trace_event_set_t)

#define AT(member, structure, field) \
	{ SYSDATA_##member, offsetof(struct posixtrace_##structure, field) }

#define IO_RESULT	AT(RESULT, io, result), AT(DURATION, io, duration)

#define WAIT_SIZE	offsetof(struct posixtrace_wait, holder)
#define WAIT_MORE	(sizeof(struct posixtrace_wait) - WAIT_SIZE)
#define WAIT_RESULT	AT(RESULT, wait, result), AT(DURATION, wait, duration)

#define PATH_AT		offsetof(struct posixtrace_path, path)
#define MAP_RESULT	AT(RESULT, map, result), AT(DURATION, map, duration)
#define LIBRARY_SIZE	offsetof(struct posixtrace_library, path)
#define ADDRESS_AT	offsetof(struct posixtrace_address, address)
#define ADDRESS_RESULT	AT(RESULT, address, result), \
			AT(DURATION, address, duration)

static const struct form forms[] = {
	[POSIX_TRACE_ERROR] = { .size = sizeof(int), .place = { { SYSDATA_ERROR, 0 } } },
	[POSIX_TRACE_START] = { .size = SET, .place = { { SYSDATA_FILTERED, 0 } } },
	[POSIX_TRACE_STOP] = { .size = sizeof(int), .place = { { SYSDATA_AUTO, 0 } } },
	[POSIX_TRACE_FILTER] = { .size = 2 * SET, .place = {
		{ SYSDATA_OLD, 0 }, { SYSDATA_NEW, SET } } },
	[POSIXTRACE_THREAD_CREATE] = { .size = sizeof(struct posixtrace_thread), .place = {
		AT(THREAD, thread, thread), AT(ROUTINE, thread, routine),
		AT(RESULT, thread, result),
		AT(DURATION, thread, duration) } },
	[POSIXTRACE_THREAD_START] = { .size = sizeof(struct posixtrace_thread), .place = {
		AT(THREAD, thread, thread), AT(ROUTINE, thread, routine) } },
	/* The result of a start routine is not an error. */
	[POSIXTRACE_THREAD_EXIT] = { .size = sizeof(struct posixtrace_thread), .place = {
		AT(THREAD, thread, thread), AT(LIFE, thread, duration) } },
	[POSIXTRACE_THREAD_JOIN] = { .size = sizeof(struct posixtrace_thread), .place = {
		AT(THREAD, thread, thread), AT(RESULT, thread, result),
		AT(DURATION, thread, duration) } },
	[POSIXTRACE_MUTEX_WAIT] = { .size = WAIT_SIZE, .place = {
		AT(MUTEX, wait, object), WAIT_RESULT, AT(HOLDER, wait, holder) },
		.more = WAIT_MORE },
	[POSIXTRACE_COND_WAIT] = { .size = WAIT_SIZE, .place = {
		AT(COND, wait, object), WAIT_RESULT },
		.more = WAIT_MORE },
	[POSIXTRACE_READ] = { .size = sizeof(struct posixtrace_io), .place = {
		AT(FD, io, fd), AT(SIZE, io, size), IO_RESULT } },
	[POSIXTRACE_WRITE] = { .size = sizeof(struct posixtrace_io), .place = {
		AT(FD, io, fd), AT(SIZE, io, size), IO_RESULT } },
	[POSIXTRACE_OPEN] = { .size = PATH_AT, .place = {
		AT(PATH, path, path), AT(FLAGS, path, flags),
		AT(RESULT, path, result), AT(DURATION, path, duration) },
		.text = POSIXTRACE_PATH_MAX },
	[POSIXTRACE_CLOSE] = { .size = sizeof(struct posixtrace_io), .place = {
		AT(FD, io, fd), IO_RESULT } },
	[POSIXTRACE_FSYNC] = { .size = sizeof(struct posixtrace_io), .place = {
		AT(FD, io, fd), IO_RESULT } },
	[POSIXTRACE_MALLOC] = { .size = sizeof(struct posixtrace_memory), .place = {
		AT(ADDRESS, memory, address), AT(SIZE, memory, size) } },
	[POSIXTRACE_FREE] = { .size = sizeof(struct posixtrace_memory), .place = {
		AT(ADDRESS, memory, address), AT(SIZE, memory, size) } },
	[POSIXTRACE_FORK] = { .size = sizeof(struct posixtrace_process), .place = {
		AT(CHILD, process, pid) } },
	/* 0: recorded before the call returned; else an error, or a child. */
	[POSIXTRACE_EXEC] = { .size = PATH_AT, .place = {
		AT(PATH, path, path), AT(RESULT, path, result) },
		.text = POSIXTRACE_PATH_MAX },
	[POSIXTRACE_EXIT] = { .size = sizeof(struct posixtrace_process), .place = {
		AT(PID, process, pid), AT(STATUS, process, status) } },
	[POSIXTRACE_SIGNAL] = { .size = sizeof(struct posixtrace_signal), .place = {
		AT(SIGNAL, signal, signal), AT(CODE, signal, code),
		AT(SENDER, signal, sender) } },
	[POSIXTRACE_SOCKET] = { .size = sizeof(struct posixtrace_socket), .place = {
		AT(FAMILY, socket, family), AT(TYPE, socket, type),
		AT(PROTOCOL, socket, protocol), AT(FLAGS, socket, flags),
		AT(RESULT, socket, result), AT(DURATION, socket, duration) } },
	[POSIXTRACE_SOCKETPAIR] = { .size = sizeof(struct posixtrace_pair), .place = {
		AT(FIRST, pair, first), AT(SECOND, pair, second),
		AT(FLAGS, pair, flags), AT(RESULT, pair, result),
		AT(DURATION, pair, duration) } },
	[POSIXTRACE_BIND] = { .size = ADDRESS_AT, .place = {
		AT(FD, address, fd), AT(SOCKET, address, address),
		ADDRESS_RESULT }, POSIXTRACE_ADDRESS_MAX },
	[POSIXTRACE_LISTEN] = { .size = sizeof(struct posixtrace_io), .place = {
		AT(FD, io, fd), AT(BACKLOG, io, size), IO_RESULT } },
	[POSIXTRACE_ACCEPT] = { .size = ADDRESS_AT, .place = {
		AT(FD, address, fd), AT(SOCKET, address, address),
		AT(FLAGS, address, flags), ADDRESS_RESULT },
		.text = POSIXTRACE_ADDRESS_MAX },
	[POSIXTRACE_CONNECT] = { .size = ADDRESS_AT, .place = {
		AT(FD, address, fd), AT(SOCKET, address, address),
		ADDRESS_RESULT }, POSIXTRACE_ADDRESS_MAX },
	[POSIXTRACE_SEND] = { .size = sizeof(struct posixtrace_io), .place = {
		AT(FD, io, fd), AT(SIZE, io, size), IO_RESULT } },
	[POSIXTRACE_RECV] = { .size = sizeof(struct posixtrace_io), .place = {
		AT(FD, io, fd), AT(SIZE, io, size), IO_RESULT } },
	[POSIXTRACE_SHUTDOWN] = { .size = sizeof(struct posixtrace_io), .place = {
		AT(FD, io, fd), AT(HOW, io, size), IO_RESULT } },
	[POSIXTRACE_TRANSFER] = { .size = sizeof(struct posixtrace_transfer), .place = {
		AT(FROM, transfer, from), AT(TO, transfer, to),
		AT(SIZE, transfer, size), AT(RESULT, transfer, result),
		AT(DURATION, transfer, duration) } },
	[POSIXTRACE_POLL] = { .size = sizeof(struct posixtrace_io), .place = {
		AT(SIZE, io, size), IO_RESULT } },
	[POSIXTRACE_SELECT] = { .size = sizeof(struct posixtrace_io), .place = {
		AT(SIZE, io, size), IO_RESULT } },
	[POSIXTRACE_EPOLL_WAIT] = { .size = sizeof(struct posixtrace_io), .place = {
		AT(FD, io, fd), AT(SIZE, io, size), IO_RESULT } },
	[POSIXTRACE_SLEEP] = { .size = sizeof(struct posixtrace_sleep), .place = {
		AT(RESULT, sleep, result), AT(DURATION, sleep, duration) } },
	[POSIXTRACE_SIGWAIT] = { .size = sizeof(struct posixtrace_sleep), .place = {
		AT(RESULT, sleep, result), AT(DURATION, sleep, duration) } },
	[POSIXTRACE_RDLOCK_WAIT] = { .size = WAIT_SIZE, .place = {
		AT(RWLOCK, wait, object), WAIT_RESULT, AT(HOLDER, wait, holder) },
		.more = WAIT_MORE },
	[POSIXTRACE_WRLOCK_WAIT] = { .size = WAIT_SIZE, .place = {
		AT(RWLOCK, wait, object), WAIT_RESULT, AT(HOLDER, wait, holder) },
		.more = WAIT_MORE },
	[POSIXTRACE_SPIN_WAIT] = { .size = WAIT_SIZE, .place = {
		AT(SPIN, wait, object), WAIT_RESULT },
		.more = WAIT_MORE },
	[POSIXTRACE_SEM_WAIT] = { .size = WAIT_SIZE, .place = {
		AT(SEM, wait, object), WAIT_RESULT },
		.more = WAIT_MORE },
	[POSIXTRACE_BARRIER_WAIT] = { .size = WAIT_SIZE, .place = {
		AT(BARRIER, wait, object), WAIT_RESULT },
		.more = WAIT_MORE },
	[POSIXTRACE_WAITPID] = { .size = sizeof(struct posixtrace_child), .place = {
		AT(PID, child, pid), AT(RESULT, child, result),
		AT(DURATION, child, duration), AT(STATUS, child, status) } },
	[POSIXTRACE_KILL] = { .size = sizeof(struct posixtrace_kill), .place = {
		AT(TO, kill, to), AT(SIGNAL, kill, signal),
		AT(RESULT, kill, result), AT(DURATION, kill, duration),
		AT(THREAD, kill, thread) } },
	[POSIXTRACE_DUP] = { .size = sizeof(struct posixtrace_dup), .place = {
		AT(FD, dup, fd), AT(FLAGS, dup, flags),
		AT(RESULT, dup, result), AT(DURATION, dup, duration) } },
	[POSIXTRACE_PIPE] = { .size = sizeof(struct posixtrace_pair), .place = {
		AT(FIRST, pair, first), AT(SECOND, pair, second),
		AT(FLAGS, pair, flags), AT(RESULT, pair, result),
		AT(DURATION, pair, duration) } },
	[POSIXTRACE_DESCRIPTOR] = { .size = PATH_AT, .place = {
		AT(KIND, path, path), AT(FLAGS, path, flags),
		AT(RESULT, path, result), AT(DURATION, path, duration) },
		.text = POSIXTRACE_PATH_MAX },
	[POSIXTRACE_PROCESS] = { .size = sizeof(struct posixtrace_process), .place = {
		AT(PARENT, process, pid), AT(INHERITED, process, status) } },
	[POSIXTRACE_INHERITED] = { .size = PATH_AT, .place = {
		AT(FD, path, result), AT(PATH, path, path) },
		.text = POSIXTRACE_PATH_MAX },
	[POSIXTRACE_CLOSE_RANGE] = { .size = sizeof(struct posixtrace_pair), .place = {
		AT(FIRST, pair, first), AT(SECOND, pair, second),
		AT(FLAGS, pair, flags), AT(RESULT, pair, result),
		AT(DURATION, pair, duration) } },
	[POSIXTRACE_DLOPEN] = { .size = LIBRARY_SIZE, .place = {
		AT(PATH, library, path), AT(FLAGS, library, flags),
		AT(HANDLE, library, handle),
		AT(DURATION, library, duration) },
		.text = POSIXTRACE_PATH_MAX },
	[POSIXTRACE_DLCLOSE] = { .size = LIBRARY_SIZE, .place = {
		AT(HANDLE, library, handle), AT(RESULT, library, result),
		AT(DURATION, library, duration) } },
	[POSIXTRACE_MMAP] = { .size = sizeof(struct posixtrace_map), .place = {
		AT(ADDRESS, map, address), AT(SIZE, map, size),
		AT(PROTECTION, map, protection), AT(FLAGS, map, flags),
		AT(FD, map, fd), MAP_RESULT } },
	[POSIXTRACE_MUNMAP] = { .size = sizeof(struct posixtrace_map), .place = {
		AT(ADDRESS, map, address), AT(SIZE, map, size), MAP_RESULT } },
	[POSIXTRACE_MPROTECT] = { .size = sizeof(struct posixtrace_map), .place = {
		AT(ADDRESS, map, address), AT(SIZE, map, size),
		AT(PROTECTION, map, protection), MAP_RESULT } },
	[POSIXTRACE_ONCE] = { .size = sizeof(struct posixtrace_wait), .place = {
		AT(ONCE, wait, object), WAIT_RESULT } },
	[POSIXTRACE_THREAD_NAME] = { .size = offsetof(struct posixtrace_name, name),
		.place = { AT(NAME, name, name), AT(THREAD, name, thread),
			   AT(RESULT, name, result) },
		.text = POSIXTRACE_NAME_SIZE },
	[POSIXTRACE_META] = { .size = offsetof(struct posixtrace_meta, path), .place = {
		AT(CALL, meta, call), AT(PATH, meta, path), AT(FD, meta, fd),
		AT(RESULT, meta, result), AT(DURATION, meta, duration) },
		.text = POSIXTRACE_PATH_MAX },
	[POSIXTRACE_FUNCTION_ENTER] = { .size = sizeof(struct posixtrace_function),
		.place = { AT(LATE, function, late) } },
};

static bool is_of_form(const struct form *form, size_t len)
{
	if (form->more && len == form->size + form->more)
		return true;
	return form->size && len >= form->size &&
	       len <= form->size + form->text;
}

static uint64_t count_types(const char *data)
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

/* All numbers have 64 bits, except one that is the whole data. */
static uint64_t take_number(const struct form *form, const char *data)
{
	uint64_t number;
	int small;

	if (form->size == sizeof(small)) {
		memcpy(&small, data, sizeof(small));
		return (uint64_t)small;
	}
	memcpy(&number, data, sizeof(number));
	return number;
}

static const char *family_word(int64_t family)
{
	switch (family) {
	case AF_UNIX:
		return "AF_UNIX";
	case AF_INET:
		return "AF_INET";
	case AF_INET6:
		return "AF_INET6";
	case AF_NETLINK:
		return "AF_NETLINK";
	case AF_PACKET:
		return "AF_PACKET";
	default:
		return NULL;
	}
}

static const char *type_word(int64_t type)
{
	switch (type) {
	case SOCK_STREAM:
		return "SOCK_STREAM";
	case SOCK_DGRAM:
		return "SOCK_DGRAM";
	case SOCK_RAW:
		return "SOCK_RAW";
	case SOCK_SEQPACKET:
		return "SOCK_SEQPACKET";
	default:
		return NULL;
	}
}

static const char *how_word(int64_t how)
{
	switch (how) {
	case SHUT_RD:
		return "SHUT_RD";
	case SHUT_WR:
		return "SHUT_WR";
	case SHUT_RDWR:
		return "SHUT_RDWR";
	default:
		return NULL;
	}
}

static const char *call_word(int64_t call)
{
	static const char *const words[] = {
		[POSIXTRACE_META_STAT] = "stat",
		[POSIXTRACE_META_ACCESS] = "access",
		[POSIXTRACE_META_UNLINK] = "unlink",
		[POSIXTRACE_META_RMDIR] = "rmdir",
		[POSIXTRACE_META_MKDIR] = "mkdir",
		[POSIXTRACE_META_RENAME] = "rename",
		[POSIXTRACE_META_LINK] = "link",
		[POSIXTRACE_META_SYMLINK] = "symlink",
		[POSIXTRACE_META_CHMOD] = "chmod",
		[POSIXTRACE_META_CHOWN] = "chown",
		[POSIXTRACE_META_TRUNCATE] = "truncate",
		[POSIXTRACE_META_CHDIR] = "chdir",
		[POSIXTRACE_META_READLINK] = "readlink",
	};

	return call > 0 && call < (int64_t)(sizeof(words) / sizeof(words[0])) ?
	       words[call] : NULL;
}

/* The result of a call may be -errno. */
static const char *word_of(const struct sysdata *value)
{
	int64_t number = (int64_t)value->number;

	if (value->member == SYSDATA_RESULT && number < 0 && number > -4096)
		return strerrorname_np((int)-number);
	if (value->member == SYSDATA_SIGNAL && number > 0 && number < SIGRTMIN)
		return sigabbrev_np((int)number);
	if (value->member == SYSDATA_FAMILY)
		return family_word(number);
	if (value->member == SYSDATA_TYPE)
		return type_word(number);
	if (value->member == SYSDATA_HOW)
		return how_word(number);
	if (value->member == SYSDATA_CALL)
		return call_word(number);
	return NULL;
}

static bool is_optional(trace_event_id_t id, const struct sysdata *last)
{
	if (id == POSIXTRACE_WAITPID || id == POSIXTRACE_PROCESS)
		return last->number == (uint64_t)-1;
	return last->number == 0 && (id == POSIXTRACE_FREE ||
				     id == POSIXTRACE_KILL ||
				     last->member == SYSDATA_HOLDER);
}

/* Of a dlopen that was recorded before the call. */
static bool has_outcome(trace_event_id_t id, const void *data)
{
	struct posixtrace_library library;

	if (id != POSIXTRACE_DLOPEN)
		return true;
	memcpy(&library, data, LIBRARY_SIZE);
	return library.handle != 0 || library.result != 0;
}

/* How many of the last members are not known. */
static size_t count_unknown(trace_event_id_t id, const void *data,
			    const struct sysdata *last)
{
	/* Handle and duration. */
	if (!has_outcome(id, data))
		return 2;
	return is_optional(id, last);
}

size_t sysdata_take(trace_event_id_t id, const void *data, size_t len,
		    struct sysdata members[SYSDATA_MOST])
{
	const struct form *form;
	size_t n = 0;

	if (id >= sizeof(forms) / sizeof(forms[0]))
		return 0;
	form = &forms[id];
	if (!is_of_form(form, len))
		return 0;
	while (n < SYSDATA_MOST && form->place[n].member != SYSDATA_NONE) {
		const char *at = (const char *)data + form->place[n].at;
		enum sysdata_member member = form->place[n].member;
		struct sysdata *value = &members[n];

		if (form->more && form->place[n].at >= len)
			break;
		n++;
		*value = (struct sysdata){
			.member = member, .kind = kinds[member],
		};
		if (value->kind == SYSDATA_TEXT) {
			value->bytes = at;
			value->len = len - form->size;
			continue;
		}
		value->number = value->kind == SYSDATA_TYPES ?
				count_types(at) : take_number(form, at);
		value->word = word_of(value);
	}
	/* The last one, such as who has a lock, is not always known. */
	return n - count_unknown(id, data, &members[n - 1]);
}

size_t sysdata_members(trace_event_id_t id,
		       enum sysdata_member members[SYSDATA_MOST])
{
	size_t n = 0;
	const struct form *form;

	if (id >= sizeof(forms) / sizeof(forms[0]))
		return 0;
	form = &forms[id];
	while (n < SYSDATA_MOST && form->place[n].member != SYSDATA_NONE) {
		members[n] = form->place[n].member;
		n++;
	}
	return n;
}

enum sysdata_kind sysdata_kind_of(enum sysdata_member member)
{
	return kinds[member];
}

size_t sysdata_shown(trace_event_id_t id, const void *data, size_t len)
{
	const unsigned char *bytes = data;

	if ((id != POSIX_TRACE_START && id != POSIX_TRACE_FILTER) ||
	    !is_of_form(&forms[id], len))
		return len;
	while (len && bytes[len - 1] == 0)
		len--;
	return len;
}

uint64_t sysdata_duration(trace_event_id_t id, const void *data, size_t len)
{
	struct sysdata members[SYSDATA_MOST];
	size_t n = sysdata_take(id, data, len, members);

	for (size_t i = 0; i < n; i++)
		if (members[i].member == SYSDATA_DURATION)
			return members[i].number;
	return 0;
}

char *sysdata_put_value(char *p, const struct sysdata *value)
{
	switch (value->kind) {
	case SYSDATA_SIGNED:
		p = put_signed(p, (int64_t)value->number);
		break;
	case SYSDATA_POINTER:
		return put_address(p, value->number);
	case SYSDATA_TYPES:
		p = put_unsigned(p, value->number);
		return put_string(p, value->number == 1 ? " type" : " types");
	case SYSDATA_NANOSECONDS:
		return put_duration(p, value->number);
	case SYSDATA_TEXT:
		*p++ = '"';
		p = escape_text(p, value->bytes, value->len);
		*p++ = '"';
		return p;
	default:
		return put_unsigned(p, value->number);
	}
	if (value->word) {
		p = put_string(p, value->member == SYSDATA_SIGNAL ? "(SIG"
								  : "(");
		p = put_string(p, value->word);
		*p++ = ')';
	}
	return p;
}

char *sysdata_put(char *p, trace_event_id_t id, const void *data, size_t len)
{
	struct sysdata members[SYSDATA_MOST];
	size_t n = sysdata_take(id, data, len, members);

	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			*p++ = ' ';
		p = put_string(p, sysdata_names[members[i].member]);
		*p++ = '=';
		p = sysdata_put_value(p, &members[i]);
	}
	return n ? p : NULL;
}
