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

/* Was there a function that would be?  A child has it of its parent. */
static atomic_bool has_some;

/* Of a library of the program that has its own; NULL: there are only those of libc,
 * which do nothing. */
static hook *next_enter, *next_exit;

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

/* Out of line, so that a function that is not recorded costs little. */
static __attribute__((noinline))
void record(trace_event_id_t id, const void *function)
{
	if (!pxt_may_record(function))
		return;
	if (!atomic_load_explicit(&has_some, memory_order_relaxed))
		atomic_store_explicit(&has_some, true, memory_order_relaxed);
	pxt_record(id, NULL, 0, function);
}

PXT_INTERPOSE
void __cyg_profile_func_enter(void *function, void *call_site)
{
	if (is_wanted && posixtrace_is_traced())
		record(POSIXTRACE_FUNCTION_ENTER, function);
	if (__builtin_expect(next_enter != NULL, 0))
		next_enter(function, call_site);
}

PXT_INTERPOSE
void __cyg_profile_func_exit(void *function, void *call_site)
{
	if (is_wanted && posixtrace_is_traced())
		record(POSIXTRACE_FUNCTION_EXIT, function);
	if (__builtin_expect(next_exit != NULL, 0))
		next_exit(function, call_site);
}
