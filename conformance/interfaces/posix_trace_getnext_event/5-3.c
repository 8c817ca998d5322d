/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-5: with room for all the data, all of it comes, with its length and
 * the truncation status it was recorded with.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * Whole, into a buffer of just its length, for many lengths, from a stream
 * and from its log.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static unsigned char data[64], into[64];

/* The next event of the type, read into as many bytes as it has. */
static void whole(trace_id_t trid, trace_event_id_t id, size_t size, int log)
{
	struct posix_trace_event_info info;
	size_t len;
	int none;

	do {
		EXPECT(log ? posix_trace_getnext_event(trid, &info, into, size,
				&len, &none) :
			posix_trace_trygetnext_event(trid, &info, into, size,
				&len, &none), 0);
		if (none)
			FAIL("expected the event of %zu bytes", size);
	} while (!posix_trace_eventid_equal(trid, info.posix_event_id, id));
	if (len != size || info.posix_truncation_status !=
			POSIX_TRACE_NOT_TRUNCATED)
		FAIL("expected %zu bytes with NOT_TRUNCATED, got %zu with %d",
				size, len, info.posix_truncation_status);
}

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t live = ct_running_for(70), logged = ct_logging_for(70);
	size_t i;

	for (i = 1; i <= sizeof(data); i++)
		posix_trace_event(id, data, i);
	for (i = 1; i <= sizeof(data); i++)
		whole(live, id, i, 0);
	SETUP(posix_trace_shutdown(logged));
	logged = ct_reopen();
	id = ct_type_in(logged, "conformance a");
	for (i = 1; i <= sizeof(data); i++)
		whole(logged, id, i, 1);
	PASS("events of 1 to %zu bytes were read whole", sizeof(data));
}
