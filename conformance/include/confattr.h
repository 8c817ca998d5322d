/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The attributes of a stream, asked for twice.  For programs that need the option
 * Trace Inherit.
 */
#ifndef CONFATTR_H
#define CONFATTR_H

#include "conftest.h"

/* Attributes of which none has the value that it usually has by default. */
static inline void ct_unusual(trace_attr_t *attr)
{
	ct_attr(attr, POSIX_TRACE_UNTIL_FULL, 30, 77);
	SETUP(posix_trace_attr_setname(attr, "unusual"));
	SETUP(posix_trace_attr_setinherited(attr, POSIX_TRACE_INHERITED));
	ct_room(attr, 30, 77);
}

static inline void ct_same(const char *what, unsigned long long first,
		unsigned long long again)
{
	if (first != again)
		FAIL("expected the %s to stay %llu, it is %llu", what, first,
				again);
}

/* All that the application sets and that does not depend on an option. */
static inline void ct_same_attr(const trace_attr_t *first,
		const trace_attr_t *again)
{
	char a[4096] = "a", b[4096] = "b";
	size_t m = 1, n = 2;	/* unless they are written */
	int i = 1, k = 2;

	SETUP(posix_trace_attr_getname(first, a));
	EXPECT(posix_trace_attr_getname(again, b), 0);
	if (strcmp(a, b) != 0)
		FAIL("expected the name \"%.40s\", it is \"%.40s\"", a, b);
	SETUP(posix_trace_attr_getstreamfullpolicy(first, &i));
	EXPECT(posix_trace_attr_getstreamfullpolicy(again, &k), 0);
	ct_same("stream-full-policy", (unsigned int)i, (unsigned int)k);
	SETUP(posix_trace_attr_getinherited(first, &i));
	EXPECT(posix_trace_attr_getinherited(again, &k), 0);
	ct_same("inheritance", (unsigned int)i, (unsigned int)k);
	SETUP(posix_trace_attr_getmaxdatasize(first, &m));
	EXPECT(posix_trace_attr_getmaxdatasize(again, &n), 0);
	ct_same("max-data-size", m, n);
	SETUP(posix_trace_attr_getstreamsize(first, &m));
	EXPECT(posix_trace_attr_getstreamsize(again, &n), 0);
	ct_same("stream-min-size", m, n);
}

#endif
