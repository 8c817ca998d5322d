/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TYPE-1: trace_event_set_t, trace_id_t and trace_event_id_t can be assigned
 * and passed by value.
 *
 * Source: XBD <sys/types.h> DESCRIPTION; TRC; shall.
 *
 * A stream is used through a copy of its identifier.
 */
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_stream(NULL), copy;

	copy = trid;
	EXPECT(posix_trace_start(copy), 0);
	if (ct_status(trid).posix_stream_status != POSIX_TRACE_RUNNING)
		FAIL("starting the copy of an identifier did not start the stream");
	EXPECT(posix_trace_shutdown(copy), 0);
	PASS("a copied trace_id_t names the same stream");
}
