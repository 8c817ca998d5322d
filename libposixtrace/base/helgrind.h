/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What valgrind's thread checkers cannot know: they take C11 atomics for plain
 * loads and stores, so memory that is ordered by them is not for them to
 * check, or users would see reports of races in our library.  ThreadSanitizer,
 * which knows atomics, checks it in the tests.  Some instructions that do
 * nothing, where memory is made; nothing at all without valgrind's headers.
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

/* What was done before the first is seen behind the second. */
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
