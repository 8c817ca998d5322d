/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-1: one event is recorded, with the type and a copy of the data, in
 * every running stream of the process whose filter does not have the type.
 *
 * Source: XSH posix_trace_event() DESCRIPTION, XSH 2.11 Tracing; TRC; shall.
 *
 * All byte values, and each length up to a hundred.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	unsigned char data[100];
	trace_attr_t attr;
	trace_id_t trid;
	size_t i, j;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 101, 100);
	trid = ct_running(&attr);
	for (i = 0; i <= sizeof(data); i++) {
		for (j = 0; j < i; j++)
			data[j] = (unsigned char)(i * 37 + j * 11);
		posix_trace_event(id, data, i);
	}
	for (i = 0; i <= sizeof(data); i++) {
		if (!ct_find(ct_try, trid, &ev, id))
			FAIL("expected 101 events, got %zu", i);
		if (ev.len != i)
			FAIL("expected %zu bytes, got %zu", i, ev.len);
		for (j = 0; j < i; j++)
			if (ev.data[j] != (unsigned char)(i * 37 + j * 11))
				FAIL("byte %zu of %zu is wrong", j, i);
	}
	PASS("data of 0 to 100 bytes came back unchanged");
}
