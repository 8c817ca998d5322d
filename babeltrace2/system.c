/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Descriptions of system events, and of those of ThreadX. */
#include "system.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "trace/threadx.h"

#define THREAD	"thread:x64 routine:x64 duration:u64 result:i64"
#define WAIT	"object:x64 duration:u64 result:i64 holder:i64"
#define IO	"fd:i64 size:u64 result:i64 duration:u64"
#define FILE_OF	"result:i64 duration:u64 flags:x64 path:str"
#define ADDRESS	"fd:i64 flags:x64 result:i64 duration:u64 address:str"
#define PAIR	"first:i64 second:i64 flags:x64 result:i64 duration:u64"
#define SLEEP	"result:i64 duration:u64"
#define MEMORY	"address:x64 size:u64"
#define MAP	"address:x64 size:u64 protection:x64 flags:x64 fd:i64 " \
		"result:i64 duration:u64"
#define LIBRARY	"handle:x64 result:i64 duration:u64 flags:x64"
#define PROCESS	"pid:i64 status:i64"

/* The structures of <posixtrace.h>; sets of types become their sizes. */
static const char *const descriptions[] = {
	[POSIX_TRACE_ERROR] = "error:i32",
	[POSIX_TRACE_START] = "filtered:u32",
	[POSIX_TRACE_STOP] = "auto:i32",
	[POSIX_TRACE_FILTER] = "old:u32 new:u32",
	[POSIX_TRACE_OVERFLOW] = "lost:u64",
	[POSIXTRACE_THREAD_CREATE] = THREAD,
	[POSIXTRACE_THREAD_START] = THREAD,
	[POSIXTRACE_THREAD_EXIT] = THREAD,
	[POSIXTRACE_THREAD_JOIN] = THREAD,
	[POSIXTRACE_MUTEX_WAIT] = WAIT,
	[POSIXTRACE_COND_WAIT] = WAIT,
	[POSIXTRACE_READ] = IO,
	[POSIXTRACE_WRITE] = IO,
	[POSIXTRACE_OPEN] = FILE_OF,
	[POSIXTRACE_CLOSE] = IO,
	[POSIXTRACE_FSYNC] = IO,
	[POSIXTRACE_MALLOC] = MEMORY,
	[POSIXTRACE_FREE] = MEMORY,
	[POSIXTRACE_FORK] = PROCESS,
	[POSIXTRACE_EXEC] = FILE_OF,
	[POSIXTRACE_EXIT] = PROCESS,
	[POSIXTRACE_SIGNAL] = "signal:i64 code:i64 sender:i64",
	[POSIXTRACE_SOCKET] = "family:i64 type:i64 protocol:i64 flags:x64 "
			      "result:i64 duration:u64",
	[POSIXTRACE_SOCKETPAIR] = PAIR,
	[POSIXTRACE_BIND] = ADDRESS,
	[POSIXTRACE_LISTEN] = "fd:i64 backlog:i64 result:i64 duration:u64",
	[POSIXTRACE_ACCEPT] = ADDRESS,
	[POSIXTRACE_CONNECT] = ADDRESS,
	[POSIXTRACE_SEND] = IO,
	[POSIXTRACE_RECV] = IO,
	[POSIXTRACE_SHUTDOWN] = "fd:i64 how:i64 result:i64 duration:u64",
	[POSIXTRACE_TRANSFER] = "from:i64 to:i64 size:u64 result:i64 "
				"duration:u64",
	[POSIXTRACE_POLL] = IO,
	[POSIXTRACE_SELECT] = IO,
	[POSIXTRACE_EPOLL_WAIT] = IO,
	[POSIXTRACE_SLEEP] = SLEEP,
	[POSIXTRACE_SIGWAIT] = SLEEP,
	[POSIXTRACE_DUP] = "fd:i64 flags:x64 result:i64 duration:u64",
	[POSIXTRACE_PIPE] = PAIR,
	[POSIXTRACE_RDLOCK_WAIT] = WAIT,
	[POSIXTRACE_WRLOCK_WAIT] = WAIT,
	[POSIXTRACE_SPIN_WAIT] = WAIT,
	[POSIXTRACE_SEM_WAIT] = WAIT,
	[POSIXTRACE_BARRIER_WAIT] = WAIT,
	[POSIXTRACE_WAITPID] = "pid:i64 result:i64 duration:u64 status:i64",
	[POSIXTRACE_KILL] = "to:i64 signal:i64 result:i64 duration:u64 "
			    "thread:x64",
	[POSIXTRACE_PROCESS] = "parent:i64 inherited:i64",
	[POSIXTRACE_INHERITED] = "fd:i64 duration:u64 flags:x64 path:str",
	[POSIXTRACE_CLOSE_RANGE] = PAIR,
	[POSIXTRACE_DLOPEN] = LIBRARY " path:str",
	[POSIXTRACE_DLCLOSE] = LIBRARY,
	[POSIXTRACE_MMAP] = MAP,
	[POSIXTRACE_MUNMAP] = MAP,
	[POSIXTRACE_MPROTECT] = MAP,
	[POSIXTRACE_ONCE] = WAIT,
	[POSIXTRACE_THREAD_NAME] = "thread:x64 result:i64 name:str",
	[POSIXTRACE_META] = "call:i64 fd:i64 result:i64 duration:u64 path:str",
	[POSIXTRACE_DESCRIPTOR] = "result:i64 duration:u64 flags:x64 kind:str",
};

bool system_describe(trace_event_id_t id,
		     struct posixtrace_arguments *arguments)
{
	if (id >= sizeof(descriptions) / sizeof(descriptions[0]) ||
	    !descriptions[id])
		return false;
	snprintf(arguments->text, sizeof(arguments->text), "%s",
		 descriptions[id]);
	arguments->is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	return true;
}

bool system_describe_threadx(const struct posixtrace_context *context,
			     size_t len,
			     struct posixtrace_arguments *arguments)
{
	size_t size = len / PXT_THREADX_WORDS;
	int at = 0;

	if (len % PXT_THREADX_WORDS || (size != 4 && size != 8))
		return false;
	for (unsigned i = 0; i < PXT_THREADX_WORDS; i++) {
		struct pxt_threadx_field field;

		/* A word without a meaning. */
		if (!threadx_field(context, i, &field)) {
			snprintf(field.name, sizeof(field.name), "info_%u",
				 i + 1);
			field.kind = PXT_THREADX_HEX;
		}
		at += snprintf(arguments->text + at,
			       sizeof(arguments->text) - (size_t)at,
			       "%s%s:%c%zu", i ? " " : "", field.name,
			       field.kind == PXT_THREADX_NUMBER ? 'u' : 'x',
			       8 * size);
	}
	arguments->is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	return true;
}

/* How many types are in the set that `data` begins with. */
static uint32_t count_members(const unsigned char *data)
{
	uint32_t n = 0;

	for (size_t i = 0; i < sizeof(trace_event_set_t); i++)
		n += (uint32_t)__builtin_popcount(data[i]);
	return n;
}

/* One or two sets: their sizes instead. */
static bool arrange_sets(unsigned char *data, size_t *len, size_t n)
{
	const size_t set = sizeof(trace_event_set_t);

	if (*len != n * set)
		return false;
	for (size_t i = 0; i < n; i++) {
		uint32_t members = count_members(data + i * set);

		memcpy(data + i * sizeof(members), &members, sizeof(members));
	}
	*len = n * sizeof(uint32_t);
	return true;
}

static bool arrange_loss(trace_id_t trid, void *data, size_t *len)
{
	struct posixtrace_loss loss;

	if (*len || posixtrace_get_loss(trid, &loss) != 0)
		return false;
	memcpy(data, &loss.events, sizeof(loss.events));
	*len = sizeof(loss.events);
	return true;
}

enum {
	PATH_AT = offsetof(struct posixtrace_path, path),
	NAME_AT = offsetof(struct posixtrace_name, name),
	META_AT = offsetof(struct posixtrace_meta, path),
	LIBRARY_AT = offsetof(struct posixtrace_library, path),
	ADDRESS_AT = offsetof(struct posixtrace_address, address),
};

/* A text from `least` on, which is recorded without its NUL. */
static bool end_text(void *data, size_t *len, size_t least, size_t most)
{
	if (*len < least || *len > most)
		return false;
	((unsigned char *)data)[(*len)++] = '\0';
	return true;
}

/* Older logs do not tell who had the lock. */
static void add_holder(void *data, size_t *len)
{
	const size_t at = offsetof(struct posixtrace_wait, holder);

	if (*len != at)
		return;
	*len = sizeof(struct posixtrace_wait);
	memset((unsigned char *)data + at, 0, *len - at);
}

bool system_arrange(trace_id_t trid, const struct posix_trace_event_info *info,
		    void *data, size_t *len)
{
	bool is_cut = info->posix_truncation_status !=
		      POSIX_TRACE_NOT_TRUNCATED;

	switch (info->posix_event_id) {
	case POSIX_TRACE_START:
		return !is_cut && arrange_sets(data, len, 1);
	case POSIX_TRACE_FILTER:
		return !is_cut && arrange_sets(data, len, 2);
	case POSIX_TRACE_OVERFLOW:
		return !is_cut && arrange_loss(trid, data, len);
	case POSIXTRACE_OPEN:
	case POSIXTRACE_EXEC:
	case POSIXTRACE_DESCRIPTOR:
	case POSIXTRACE_INHERITED:
		return is_cut || end_text(data, len, PATH_AT,
					  sizeof(struct posixtrace_path));
	case POSIXTRACE_DLOPEN:
		return is_cut || end_text(data, len, LIBRARY_AT,
					  sizeof(struct posixtrace_library));
	case POSIXTRACE_THREAD_NAME:
		return is_cut || end_text(data, len, NAME_AT,
					  sizeof(struct posixtrace_name));
	case POSIXTRACE_META:
		return is_cut || end_text(data, len, META_AT,
					  sizeof(struct posixtrace_meta));
	case POSIXTRACE_MUTEX_WAIT:
	case POSIXTRACE_COND_WAIT:
		if (!is_cut)
			add_holder(data, len);
		return true;
	case POSIXTRACE_BIND:
	case POSIXTRACE_ACCEPT:
	case POSIXTRACE_CONNECT:
		return is_cut || end_text(data, len, ADDRESS_AT,
					  sizeof(struct posixtrace_address));
	default:
		return true;
	}
}
