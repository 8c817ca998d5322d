/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * When a call is recorded and when not, and the life of this library: its
 * constructor and destructor, which enclose everything that is recorded.
 *
 * What cannot be seen from here: calls that libc makes to itself (system(),
 * popen(), the threads of <threads.h>, streams that exit() empties), system calls made without
 * libc, children that share memory with their parent in another way than by
 * vfork(), and programs that are linked statically or run
 * with other rights than their user's.
 */
#include "real.h"

#include "functions.h"
#include "record.h"

#include <errno.h>
#include <link.h>
#include <string.h>

__thread volatile int pxt_busy __attribute__((tls_model("initial-exec")));

/*
 * Code whose calls are not the program's: that of this library and of
 * libposixtrace.  Written by the constructor, before pxt_unusual.
 */
static struct {
	uintptr_t begin;
	uintptr_t end;
} exempt[2];
static unsigned n_exempt;

/* The functions that are PXT_CALLS_PROGRAM: the linker defines these. */
extern const char __start_pxt_calls_program[]
	__attribute__((visibility("hidden")));
extern const char __stop_pxt_calls_program[]
	__attribute__((visibility("hidden")));

static bool is_exempt(uintptr_t address)
{
	for (unsigned i = 0; i < n_exempt; i++)
		if (address >= exempt[i].begin && address < exempt[i].end)
			return address < (uintptr_t)__start_pxt_calls_program ||
			       address >= (uintptr_t)__stop_pxt_calls_program;
	return false;
}

atomic_uint pxt_unusual = PXT_NOT_READY | PXT_FUNCTIONS_UNUSUAL;

static void begin_unusual(unsigned why)
{
	atomic_fetch_or_explicit(&pxt_unusual, why, memory_order_release);
}

static void end_unusual(unsigned why)
{
	atomic_fetch_and_explicit(&pxt_unusual, ~why, memory_order_release);
}

__thread struct pxt_stack pxt_alternate
	__attribute__((tls_model("initial-exec")));

/*
 * What a record may take of an alternate stack: less in a thread that is set
 * up, in the process that it is set up for.
 */
enum { ROOM = 4096, ROOM_TO_BEGIN = 12288 };
static __thread pid_t set_up_for __attribute__((tls_model("initial-exec")));

/* Calls that were not recorded, since their stack had too little room. */
static atomic_uint n_cramped;

static bool is_cramped(void)
{
	uintptr_t room = (uintptr_t)__builtin_frame_address(0) -
			 pxt_alternate.low;

	return room < ROOM ||
	       (room < ROOM_TO_BEGIN &&
		set_up_for != pxt_owner());
}

/* Values of pxt_busy: recording as this thread, or as its child of vfork();
 * and which of them it gets. */
enum { BUSY = 1, BUSY_CHILD = 2 };
static __thread int busy_as __attribute__((tls_model("initial-exec"))) = BUSY;

/* A child of vfork() was killed while it recorded as this thread. */
static bool was_left_busy(void)
{
	if (pxt_busy != BUSY_CHILD || pxt_shares_memory())
		return false;
	pxt_busy = 0;
	return true;
}

bool pxt_may_record(const void *caller)
{
	if ((pxt_busy && !was_left_busy()) ||
	    (atomic_load_explicit(&pxt_unusual, memory_order_acquire) &
	     PXT_NOT_READY))
		return false;
	if (is_exempt((uintptr_t)caller))
		return false;
	if (__builtin_expect(pxt_is_on_alternate(), 0) && is_cramped()) {
		atomic_fetch_add_explicit(&n_cramped, 1, memory_order_relaxed);
		begin_unusual(PXT_CRAMPED);
		return false;
	}
	return true;
}

bool pxt_may_record_process(pid_t *child, const void *caller)
{
	bool is_new;

	*child = 0;
	if (!pxt_shares_memory())
		return true;
	if (!pxt_is_vfork_child(&is_new))
		return false;
	*child = getpid();
	busy_as = BUSY_CHILD;
	if (is_new)
		pxt_record_fork(*child, 0, caller);
	return true;
}

/* The value for pxt_busy; a parent corrects what its child has left. */
int pxt_busy_value(void)
{
	if (busy_as == BUSY_CHILD && !pxt_shares_memory())
		busy_as = BUSY;
	return busy_as;
}

void pxt_warn(const char *what, const char *why, uint64_t times,
	      const void *caller)
{
	int saved_errno = errno;

	pxt_busy = pxt_busy_value();
	POSIXTRACE_BEGIN("posixtrace_not_recorded")
		POSIXTRACE_STRING(what, what)
		POSIXTRACE_STRING(why, why)
		POSIXTRACE_U64(times, times)
		POSIXTRACE_POINTER(caller, caller)
	POSIXTRACE_END;
	pxt_busy = 0;
	errno = saved_errno;
}

/* Of a stack with more room. */
static void warn_cramped(const void *caller)
{
	unsigned n;

	end_unusual(PXT_CRAMPED);
	n = atomic_exchange_explicit(&n_cramped, 0, memory_order_relaxed);
	if (n != 0)
		pxt_warn("calls in signal handlers",
			 "too little room on their alternate stack", n, caller);
}

static __attribute__((noinline))
void record_slowly(trace_event_id_t id, const void *data, size_t len,
		   const void *caller)
{
	int saved_errno = errno;

	pxt_busy = pxt_busy_value();
	posixtrace_system_event(id, data, len, caller);
	pxt_busy = 0;
	errno = saved_errno;
	if (__builtin_expect(pxt_is_on_alternate(), 0))
		return;
	set_up_for = pxt_owner();
	if (__builtin_expect(atomic_load_explicit(&pxt_unusual,
						  memory_order_relaxed) &
			     PXT_CRAMPED, 0))
		warn_cramped(caller);
}

void pxt_record(trace_event_id_t id, const void *data, size_t len,
		const void *caller)
{
	if (pxt_is_usual(PXT_FUNCTIONS_UNUSUAL) &&
	    __builtin_expect(posixtrace_try_system_event(id, data, len,
							 caller), 1))
		return;
	record_slowly(id, data, len, caller);
}

bool pxt_stop(const char *why, const void *caller)
{
	if (!pxt_may_record(caller) || pxt_shares_memory())
		return false;
	if (posixtrace_is_traced())
		pxt_warn("the rest of the process", why, 1, caller);
	begin_unusual(PXT_NOT_READY);
	return true;
}

void pxt_resume(void)
{
	end_unusual(PXT_NOT_READY);
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

/* The child that has recorded its begin. */
static _Atomic pid_t begun_child;

void pxt_begin_child(void)
{
	const pid_t parent = pxt_last_owner();

	pxt_own_memory();
	if (atomic_exchange(&begun_child, pxt_last_owner()) ==
	    pxt_last_owner())
		return;
	pxt_function_names_child();
	pxt_record_child(parent, pxt_fork_caller());
}

__attribute__((constructor)) static void begin(void)
{
	int saved_errno = errno;

	pxt_real_resolve_all();
	pxt_memory_init();
	pxt_functions_init();
	dl_iterate_phdr(consider_object, NULL);
	pxt_owner_init();
	pthread_atfork(NULL, NULL, pxt_begin_child);
	end_unusual(PXT_NOT_READY);
	pxt_record_program();
	errno = saved_errno;
}

/* Runs before the destructor of libposixtrace, on which we depend. */
__attribute__((destructor)) static void end(void)
{
	pxt_functions_fini();
	pxt_process_fini();
	begin_unusual(PXT_NOT_READY);
}
