/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Entries and exits of functions compiled with -finstrument-functions, whose calls
 * of these two the C library would leave without effect.  Recorded only if
 * `record --functions` asks for them by the environment, since they are many.
 *
 * A function that longjmp() leaves has no exit; readers take the exit of a function
 * for the end of all that was called in it.
 */
#include "real.h"

#include "record.h"

#include <dlfcn.h>
#include <string.h>

typedef void hook(void *function, void *call_site);

hook __cyg_profile_func_enter, __cyg_profile_func_exit;

/* Written by pxt_functions_init() before anything is recorded. */
static bool is_wanted;

/* Of a library of the program that has its own; NULL: there are only those of libc,
 * which do nothing. */
static hook *next_enter, *next_exit;

/* Was there a function that would be?  A child has it of its parent. */
static atomic_bool has_some;

/* From then on calls are as usual, if all that they need is to be recorded. */
static void has_one(void)
{
	atomic_store_explicit(&has_some, true, memory_order_relaxed);
	if (!next_enter && !next_exit)
		atomic_fetch_and_explicit(&pxt_unusual,
					  ~(unsigned)PXT_FUNCTIONS_UNUSUAL,
					  memory_order_relaxed);
}

static void find_next(hook **next, const char *name, const void *libc)
{
	void *found = dlsym(RTLD_NEXT, name);
	Dl_info info;

	if (found && dladdr(found, &info) && info.dli_fbase != libc)
		memcpy(next, &found, sizeof(found));
}

void pxt_functions_init(void)
{
	Dl_info libc = { 0 };

	is_wanted = getenv("POSIXTRACE_PRELOAD_FUNCTIONS") != NULL;
	dladdr(dlsym(RTLD_NEXT, "_exit"), &libc);
	find_next(&next_enter, "__cyg_profile_func_enter", libc.dli_fbase);
	find_next(&next_exit, "__cyg_profile_func_exit", libc.dli_fbase);
}

void pxt_functions_fini(void)
{
	if (is_wanted && pxt_recording(NULL) &&
	    !atomic_load_explicit(&has_some, memory_order_relaxed))
		pxt_warn("functions of some programs",
			 "not compiled with -finstrument-functions", 1, NULL);
}

static void record(trace_event_id_t id, const void *function)
{
	if (!is_wanted || !posixtrace_is_traced() || !pxt_may_record(function))
		return;
	if (!atomic_load_explicit(&has_some, memory_order_relaxed))
		has_one();
	pxt_record(id, NULL, 0, function);
}

/* Out of line, so that the usual call needs little of the stack. */
static __attribute__((noinline))
void enter(void *function, void *call_site)
{
	record(POSIXTRACE_FUNCTION_ENTER, function);
	if (next_enter)
		next_enter(function, call_site);
}

static __attribute__((noinline))
void leave(void *function, void *call_site)
{
	record(POSIXTRACE_FUNCTION_EXIT, function);
	if (next_exit)
		next_exit(function, call_site);
}

static inline bool try_record(trace_event_id_t id, const void *function)
{
	return pxt_is_usual(0) &&
	       __builtin_expect(posixtrace_try_system_event(id, NULL, 0,
							    function), 1);
}

PXT_INTERPOSE
void __cyg_profile_func_enter(void *function, void *call_site)
{
	if (!try_record(POSIXTRACE_FUNCTION_ENTER, function))
		enter(function, call_site);
}

PXT_INTERPOSE
void __cyg_profile_func_exit(void *function, void *call_site)
{
	if (!try_record(POSIXTRACE_FUNCTION_EXIT, function))
		leave(function, call_site);
}
