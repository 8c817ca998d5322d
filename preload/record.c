/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * When a call is recorded and when not, and the life of this library: its
 * constructor and destructor, which enclose everything that is recorded.
 *
 * What cannot be seen from here: calls that libc makes to itself (stdio,
 * system(), popen(), the threads of <threads.h>), system calls made without
 * libc, vfork and its child, and programs that are linked statically or run
 * with other rights than their user's.
 */
#include "real.h"

#include "record.h"

#include <errno.h>
#include <link.h>
#include <string.h>

__thread volatile int pxt_busy __attribute__((tls_model("initial-exec")));

/*
 * Code whose calls are not the program's: ours and libposixtrace's.  Written
 * by the constructor, before `ready`.
 */
static struct {
	uintptr_t begin;
	uintptr_t end;
} exempt[2];
static unsigned n_exempt;

static atomic_bool ready;

/* The process that owns this memory; a vfork child has another pid. */
static _Atomic pid_t owner;

bool pxt_may_record(const void *caller)
{
	uintptr_t address = (uintptr_t)caller;

	if (pxt_busy || !atomic_load_explicit(&ready, memory_order_acquire))
		return false;
	for (unsigned i = 0; i < n_exempt; i++)
		if (address >= exempt[i].begin && address < exempt[i].end)
			return false;
	return true;
}

bool pxt_is_borrowed(void)
{
	return getpid() != atomic_load_explicit(&owner, memory_order_relaxed);
}

void pxt_record(trace_event_id_t id, const void *data, size_t len,
		const void *caller)
{
	int saved_errno = errno;

	pxt_busy = 1;
	posixtrace_system_event(id, data, len, caller);
	pxt_busy = 0;
	errno = saved_errno;
}

/* All of an object from its first to its last loaded byte. */
static void exempt_object(const struct dl_phdr_info *info)
{
	uintptr_t begin = UINTPTR_MAX;
	uintptr_t end = 0;

	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
		uintptr_t start = info->dlpi_addr + segment->p_vaddr;

		if (segment->p_type != PT_LOAD)
			continue;
		if (start < begin)
			begin = start;
		if (start + segment->p_memsz > end)
			end = start + segment->p_memsz;
	}
	exempt[n_exempt].begin = begin;
	exempt[n_exempt].end = end;
	n_exempt++;
}

static int consider_object(struct dl_phdr_info *info, size_t size, void *none)
{
	const char *slash = strrchr(info->dlpi_name, '/');
	const char *name = slash != NULL ? slash + 1 : info->dlpi_name;

	(void)size;
	(void)none;
	if (strncmp(name, "libposixtrace", 13) == 0)
		exempt_object(info);
	return n_exempt == sizeof(exempt) / sizeof(exempt[0]);
}

void pxt_take_possession(void)
{
	atomic_store_explicit(&owner, getpid(), memory_order_relaxed);
}

__attribute__((constructor)) static void begin(void)
{
	int saved_errno = errno;

	pxt_real_resolve_all();
	pxt_memory_init();
	dl_iterate_phdr(consider_object, NULL);
	pxt_take_possession();
	pthread_atfork(NULL, NULL, pxt_take_possession);
	atomic_store_explicit(&ready, true, memory_order_release);
	errno = saved_errno;
}

/* Runs before the destructor of libposixtrace, on which we depend. */
__attribute__((destructor)) static void end(void)
{
	pxt_process_fini();
	atomic_store_explicit(&ready, false, memory_order_release);
}
