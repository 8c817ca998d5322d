/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-1: one event is recorded, with the type and a copy of the data, in
 * every running stream of the process whose filter does not have the type.
 *
 * Source: XSH posix_trace_event() DESCRIPTION, XSH 2.11 Tracing; TRC; shall.
 *
 * Data at every alignment.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	static unsigned char room[64];
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running_for(16);
	size_t i;

	for (i = 0; i < sizeof(room); i++)
		room[i] = (unsigned char)i;
	for (i = 0; i < 16; i++)
		posix_trace_event(id, room + i, 13);
	for (i = 0; i < 16; i++)
		if (!ct_find(ct_try, trid, &ev, id) || ev.len != 13 ||
		    memcmp(ev.data, room + i, 13) != 0)
			FAIL("expected the 13 bytes at offset %zu, got %zu "
					"bytes", i, ev.len);
	PASS("data is copied from any address");
}
