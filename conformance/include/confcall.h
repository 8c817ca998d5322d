/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The calls that events name by their address. */
#ifndef CONFCALL_H
#define CONFCALL_H

#include "conftest.h"

/* Of the next three events of a type the first two are of one call, made twice, and
 * the third is of another. */
static inline void ct_must_tell_calls(ct_reader *next, trace_id_t trid,
		trace_event_id_t type, const char *name)
{
	static struct ct_event ev;
	void *addr[3];
	int i;

	for (i = 0; i < 3; i++) {
		if (!ct_find(next, trid, &ev, type))
			FAIL("expected three %s events, got %d", name, i);
		addr[i] = ev.info.posix_prog_address;
	}
	if (addr[0] != addr[1])
		FAIL("one call gave two addresses of %s, %p and %p", name,
				addr[0], addr[1]);
	if (addr[1] == addr[2])
		FAIL("two calls gave one address of %s, %p", name, addr[2]);
}

#endif
