/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TRY-E1: EINVAL when trid is not an active stream.
 *
 * Source: XSH posix_trace_trygetnext_event() ERRORS; TRC; shall.
 *
 * A log that has been read to its end, and one that was rewound.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_made_log(id, 3);
	int none;

	id = ct_type_in(trid, "conformance a");
	while (ct_read(trid, &ev))
		;
	EXPECT(posix_trace_trygetnext_event(trid, &ev.info, ev.data,
			sizeof(ev.data), &ev.len, &none), EINVAL);
	SETUP(posix_trace_rewind(trid));
	EXPECT(posix_trace_trygetnext_event(trid, &ev.info, ev.data,
			sizeof(ev.data), &ev.len, &none), EINVAL);
	if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != 0)
		FAIL("expected event 0 after the rewind, got %d", ct_number(&ev));
	PASS("a log gave EINVAL at its end and at its beginning");
}
