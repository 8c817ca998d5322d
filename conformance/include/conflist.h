/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The list of types, of which none comes twice. */
#ifndef CONFLIST_H
#define CONFLIST_H

#include "conftest.h"

enum { CT_MOST_TYPES = 512 };

/* Get the next type after n others.  Returns the number of types, or -1 at the end of
 * the list. */
static inline int ct_must_be_new(trace_id_t trid, int n)
{
	static trace_event_id_t seen[CT_MOST_TYPES];
	int none = -1, i;

	EXPECT(posix_trace_eventtypelist_getnext_id(trid, &seen[n], &none), 0);
	if (none)
		return -1;
	for (i = 0; i < n; i++)
		if (posix_trace_eventid_equal(trid, seen[i], seen[n]))
			FAIL("type %d of the list is type %d again", n, i);
	if (n == CT_MOST_TYPES - 1)
		UNTESTED("the list has more than %d types", n);
	return n + 1;
}

#endif
