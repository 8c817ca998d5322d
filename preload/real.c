/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Looks up the functions of libc; see real.h. */
#include "real.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>

_Atomic(pxt_function) pxt_real_table[PXT_REAL_COUNT];

static const struct {
	const char *name;
	const char *version;
} symbols[PXT_REAL_COUNT] = {
#define SYMBOL(name, version) [PXT_REAL_##name] = { #name, version },
	PXT_REAL_FUNCTIONS(SYMBOL)
#undef SYMBOL
};

/* How many look_up() this thread is in; a signal handler may add one. */
static __thread int resolving __attribute__((tls_model("initial-exec")));

/* Stands for a function that this libc does not have. */
static int missing(void)
{
	errno = ENOSYS;
	return -1;
}

static bool are_of_one_object(const void *a, const void *b)
{
	Dl_info one, other;

	return dladdr(a, &one) != 0 && dladdr(b, &other) != 0 &&
	       one.dli_fbase == other.dli_fbase;
}

/*
 * The next definition.  The version chooses one of those that libc has: a library
 * before it, such as the runtime of ThreadSanitizer, has one without a version.
 */
static void *find_next(const char *name, const char *version)
{
	/* In this order, so that the first one leaves no message. */
	void *versioned = version != NULL ?
			  dlvsym(RTLD_NEXT, name, version) : NULL;
	void *next = dlsym(RTLD_NEXT, name);

	return versioned != NULL &&
	       (next == NULL || are_of_one_object(next, versioned)) ?
	       versioned : next;
}

static pxt_function look_up(enum pxt_real_name name)
{
	void *found = find_next(symbols[name].name, symbols[name].version);
	pxt_function function;

	if (found == NULL) {
		/* dlerror() is the program's: leave no message for it. */
		dlerror();
		return (pxt_function)missing;
	}
	/* POSIX lets an object pointer hold a function; ISO C has no cast. */
	__builtin_memcpy(&function, &found, sizeof(function));
	return function;
}

static void resolve(enum pxt_real_name name)
{
	pxt_function function;

	resolving++;
	function = look_up(name);
	resolving--;
	/* Threads that come here together all find the same. */
	atomic_store_explicit(&pxt_real_table[name], function,
			      memory_order_relaxed);
}

/*
 * The first call looks up all functions, so that no later dlsym() of this
 * library removes a message that one of the program's left for dlerror(): the
 * program's dlsym() calls malloc() before it leaves one.
 */
pxt_function pxt_real_resolve(enum pxt_real_name name)
{
	if (resolving == 0)
		pxt_real_resolve_all();
	else if (name > PXT_REAL_LAST_ALLOCATOR)
		/* A signal handler that interrupted a look-up. */
		resolve(name);
	return atomic_load_explicit(&pxt_real_table[name],
				    memory_order_relaxed);
}

void pxt_real_resolve_all(void)
{
	for (int name = 0; name < PXT_REAL_COUNT; name++)
		if (atomic_load_explicit(&pxt_real_table[name],
					 memory_order_relaxed) == NULL)
			resolve((enum pxt_real_name)name);
}
