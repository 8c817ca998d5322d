/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-4: flushing more than the log takes: UNTIL_FULL discards, LOOP
 * overwrites, APPEND appends; none of them is an error.
 *
 * Source: XSH posix_trace_flush() DESCRIPTION; TRL; shall.
 *
 * UNTIL_FULL.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static unsigned char data[256];
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 2000, sizeof(data));
	SETUP(posix_trace_attr_setlogsize(&attr, 65536));
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_UNTIL_FULL));
	ct_room(&attr, 2000, sizeof(data));
	trid = ct_logging(&attr, ct_file());
	for (i = 0; i < 2000; i++)
		posix_trace_event(id, data, sizeof(data));
	EXPECT(posix_trace_flush(trid), 0);
	EXPECT(posix_trace_shutdown(trid), 0);
	PASS("a flush that fills the log is no error");
}
