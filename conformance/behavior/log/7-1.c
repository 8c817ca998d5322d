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
#include "conffull.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	size_t size;
	trace_id_t trid = ct_small_log(POSIX_TRACE_UNTIL_FULL, 2000,
			POSIX_TRACE_UNTIL_FULL, &size);
	int i;

	for (i = 0; i < 2000; i++)
		posix_trace_event(id, ct_full_data, CT_FULL_DATA);
	EXPECT(posix_trace_flush(trid), 0);
	EXPECT(posix_trace_shutdown(trid), 0);
	PASS("a flush that fills the log is no error");
}
