/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVOPEN-3: different names give different identifiers, none of them that of
 * a system type.
 *
 * Source: XSH posix_trace_eventid_open() DESCRIPTION, XBD 4.19 Tracing; TRC;
 * shall.
 *
 * The types that the standard defines.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id, system[6];
	trace_id_t trid = ct_stream(NULL);
	int i;

	system[0] = POSIX_TRACE_ERROR;
	system[1] = POSIX_TRACE_START;
	system[2] = POSIX_TRACE_STOP;
	system[3] = POSIX_TRACE_OVERFLOW;
	system[4] = POSIX_TRACE_RESUME;
	system[5] = CT_UNNAMED;
	EXPECT(posix_trace_eventid_open("conformance a", &id), 0);
	for (i = 0; i < 6; i++)
		if (posix_trace_eventid_equal(trid, id, system[i]))
			FAIL("a new name has the identifier of predefined "
					"type %d", i);
	PASS("a new name has an identifier of its own");
}
