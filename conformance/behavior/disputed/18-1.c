/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-18: a stream whose UNTIL_FULL log is full is suspended, as the STOP at
 * the end of the log says, or goes on running.
 *
 * Source: XSH posix_trace_attr_setlogfullpolicy() DESCRIPTION, XSH 2.11.1
 * posix_trace_status_info Structure; TRL; disputed.
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

	ct_attr(&attr, POSIX_TRACE_LOOP, 200, sizeof(data));
	SETUP(posix_trace_attr_setlogsize(&attr, 65536));
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_UNTIL_FULL));
	ct_room(&attr, 200, sizeof(data));
	trid = ct_logging(&attr, ct_file());
	for (i = 0; i < 8192 && ct_status(trid).posix_log_full_status !=
			POSIX_TRACE_FULL; i++) {
		posix_trace_event(id, data, sizeof(data));
		if (i % 50 == 49)
			ct_flush(trid);
	}
	if (ct_status(trid).posix_log_full_status != POSIX_TRACE_FULL)
		UNTESTED("the log was not full after %d events", i);
	ADVISORY("a stream whose log is full %s",
			ct_status(trid).posix_stream_status ==
			POSIX_TRACE_RUNNING ? "goes on running" : "is suspended");
}
