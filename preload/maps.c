/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Memory that is mapped.  Of an allocator these are the calls by which it gets its
 * memory from the kernel; that of the C library makes them itself, unseen.
 */
#include "real.h"

#include "calls.h"

#include <errno.h>
#include <sys/mman.h>

/* `failed`: errno has the error. */
static void record(trace_event_id_t id, struct posixtrace_map *map, bool failed,
		   uint64_t begin, const void *caller)
{
	map->result = failed ? -errno : 0;
	map->duration = pxt_now() - begin;
	if (!pxt_shares_memory())
		pxt_record(id, map, sizeof(*map), caller);
}

#define MAP(...)	(&(struct posixtrace_map){ __VA_ARGS__ })

#define MMAP(at, len, prot, how, on, call)				\
	PXT_CALL(void *, call,						\
		 record(POSIXTRACE_MMAP, MAP(				\
			.address = (uintptr_t)(result == MAP_FAILED ?	\
					       (at) : result),		\
			.size = (len), .protection = (prot),		\
			.flags = (how), .fd = (on)),			\
			result == MAP_FAILED, begin, caller))

PXT_INTERPOSE void *mmap(void *address, size_t size, int protection, int flags,
			 int fd, off_t offset)
{
	MMAP(address, size, protection, flags, fd,
	     REAL(mmap)(address, size, protection, flags, fd, offset));
}

PXT_INTERPOSE void *mmap64(void *address, size_t size, int protection,
			   int flags, int fd, off64_t offset)
{
	MMAP(address, size, protection, flags, fd,
	     REAL(mmap64)(address, size, protection, flags, fd, offset));
}

PXT_INTERPOSE int munmap(void *address, size_t size)
{
	PXT_CALL(int, REAL(munmap)(address, size),
		 record(POSIXTRACE_MUNMAP, MAP(.address = (uintptr_t)address,
					       .size = size, .fd = -1),
			result != 0, begin, caller));
}

PXT_INTERPOSE int mprotect(void *address, size_t size, int protection)
{
	PXT_CALL(int, REAL(mprotect)(address, size, protection),
		 record(POSIXTRACE_MPROTECT, MAP(.address = (uintptr_t)address,
						 .size = size,
						 .protection = protection,
						 .fd = -1),
			result != 0, begin, caller));
}
