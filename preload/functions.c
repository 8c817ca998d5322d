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

#include "functions.h"
#include "record.h"

#include <dlfcn.h>
#include <string.h>

typedef void hook(void *function, void *call_site);

hook __cyg_profile_func_enter, __cyg_profile_func_exit;

/* Written by pxt_functions_init() before anything is recorded. */
static bool is_wanted, has_names;
static struct pxt_function_rules rules;

/* Of a library of the program that has its own; NULL: there are only those of libc,
 * which do nothing. */
static hook *next_enter, *next_exit;

/* Was there a function that could be?  A child has it of its parent. */
static atomic_bool has_some;

/* From then on calls are as usual, if all that they need is to be recorded. */
static void has_one(void)
{
	atomic_store_explicit(&has_some, true, memory_order_relaxed);
	if (!next_enter && !next_exit && !has_names && !rules.depth)
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

/* The lines of `text` that begin with `mark`, as struct pxt_function_rules has them. */
static char *take_list(const char *text, char mark)
{
	char *list = calloc(strlen(text) + 2, 1), *to = list;

	while (list != NULL && *text != '\0') {
		const size_t len = strcspn(text, "\n");

		if (*text == mark) {
			memcpy(to, text, len);
			*to = PXT_PATTERN_UNUSED;
			to += len + 1;
		}
		text += len + (text[len] == '\n');
	}
	return list;
}

/* What `record` writes: the depth or 0, the least duration or 0, and a line for each
 * pattern. */
static void take_rules(const char *text)
{
	char *rest;

	rules.depth = (unsigned)strtoul(text, &rest, 10);
	rules.least_ns = strtoull(rest, NULL, 10);
	if (rules.depth > PXT_FUNCTIONS_DEEP || (rules.least_ns && !rules.depth))
		rules.depth = PXT_FUNCTIONS_DEEP;
	rules.only = take_list(text, '+');
	rules.not = take_list(text, '-');
	has_names = rules.only != NULL && rules.not != NULL &&
		    (*rules.only != '\0' || *rules.not != '\0');
	if (has_names)
		pxt_function_names_init(&rules);
}

void pxt_functions_init(void)
{
	const char *asked = getenv("POSIXTRACE_PRELOAD_FUNCTIONS");
	Dl_info libc = { 0 };

	is_wanted = asked != NULL;
	if (is_wanted)
		take_rules(asked);
	dladdr(dlsym(RTLD_NEXT, "_exit"), &libc);
	find_next(&next_enter, "__cyg_profile_func_enter", libc.dli_fbase);
	find_next(&next_exit, "__cyg_profile_func_exit", libc.dli_fbase);
}

/* Has the program such functions of its own?  They are called in place of those here. */
static bool has_own_hooks(void)
{
	void *found = dlsym(RTLD_DEFAULT, "__cyg_profile_func_enter");
	Dl_info hook, here;

	return found != NULL && dladdr(found, &hook) && dladdr(&rules, &here) &&
	       hook.dli_fbase != here.dli_fbase;
}

void pxt_functions_fini(void)
{
	if (!is_wanted || !pxt_recording(NULL))
		return;
	if (has_names)
		pxt_function_names_warn();
	if (!atomic_load_explicit(&has_some, memory_order_relaxed))
		pxt_warn("functions of some programs", has_own_hooks() ?
			 "a __cyg_profile_func_enter() of their own is called" :
			 "none that was compiled with -finstrument-functions was called",
			 1, NULL);
}

static bool may_record(const void *function)
{
	if (!is_wanted || !posixtrace_is_traced())
		return false;
	if (!atomic_load_explicit(&has_some, memory_order_relaxed))
		has_one();
	return (!has_names || pxt_function_names_let(function)) &&
	       (pxt_is_usual(PXT_FUNCTIONS_UNUSUAL) || pxt_may_record(function));
}

/* Places on an alternate stack are not below those of what was interrupted. */
static bool counts_depth(void)
{
	return rules.depth != 0 && !pxt_is_on_alternate();
}

/* Out of line, so that the usual call needs little of the stack. */
static __attribute__((noinline))
void enter(void *function, void *call_site)
{
	const uintptr_t place = (uintptr_t)__builtin_frame_address(0);

	if (may_record(function) &&
	    (!counts_depth() ||
	     pxt_function_depth_enter(function, place, &rules)))
		pxt_record(POSIXTRACE_FUNCTION_ENTER, NULL, 0, function);
	if (next_enter)
		next_enter(function, call_site);
}

static __attribute__((noinline))
void leave(void *function, void *call_site)
{
	const uintptr_t place = (uintptr_t)__builtin_frame_address(0);

	if (may_record(function) &&
	    (!counts_depth() ||
	     pxt_function_depth_leave(function, place, &rules)))
		pxt_record(POSIXTRACE_FUNCTION_EXIT, NULL, 0, function);
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
