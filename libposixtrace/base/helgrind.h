/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Annotations for valgrind's thread checkers, which take C11 atomics for plain
 * accesses and would report races in this library to its users.  Memory ordered
 * by atomics is excluded from their checks; ThreadSanitizer, which supports
 * atomics, checks it in the tests.  Each annotation is a few instructions
 * without effect, at creation of the memory; without valgrind's headers there
 * is none.
 */
#ifndef PXT_BASE_HELGRIND_H
#define PXT_BASE_HELGRIND_H

#include <stddef.h>

#if __has_include(<valgrind/helgrind.h>)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <valgrind/helgrind.h>
#pragma GCC diagnostic pop
#define PXT_HELGRIND_REQUEST(request) request
#else
#define PXT_HELGRIND_REQUEST(request) ((void)0)
#endif

static inline void pxt_helgrind_ignore(const volatile void *memory, size_t size)
{
	(void)memory;
	(void)size;
	PXT_HELGRIND_REQUEST(VALGRIND_HG_DISABLE_CHECKING(memory, size));
}

#define pxt_helgrind_ignore_object(object) \
	pxt_helgrind_ignore(&(object), sizeof(object))

/* Accesses before the first call happen before those after the second. */
static inline void pxt_helgrind_before(const volatile void *object)
{
	(void)object;
	PXT_HELGRIND_REQUEST(ANNOTATE_HAPPENS_BEFORE(object));
}

static inline void pxt_helgrind_after(const volatile void *object)
{
	(void)object;
	PXT_HELGRIND_REQUEST(ANNOTATE_HAPPENS_AFTER(object));
}

#endif
