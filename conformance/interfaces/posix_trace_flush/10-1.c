/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-E3: ENOSPC without room on the device.
 *
 * Source: XSH posix_trace_flush() ERRORS; TRL; shall.
 *
 * A flush that goes on by itself may report it in the status.
 */
#define NEEDS (CT_LOG)
#define ALONE 1
#include "confsmall.h"

static void test(void)
{
	static unsigned char data[1024];
	trace_event_id_t id = ct_type("conformance a");
	struct posix_trace_status_info status;
	unsigned long long room = ct_small_room(), bytes = 0;
	trace_attr_t attr;
	trace_id_t trid;
	int i, err = 0;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 200, sizeof(data));
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	ct_room(&attr, 200, sizeof(data));
	trid = ct_logging(&attr, ct_small_file());
	while (bytes < 2 * room && err == 0) {
		for (i = 0; i < 100; i++)
			posix_trace_event(id, data, sizeof(data));
		bytes += sizeof(data) * 100;
		err = posix_trace_flush(trid);
		do {
			status = ct_status(trid);
			if (err == 0)
				err = status.posix_stream_flush_error;
		} while (status.posix_stream_flush_status ==
				POSIX_TRACE_FLUSHING);
	}
	if (err != ENOSPC)
		FAIL("expected ENOSPC for %llu bytes of data in a file system "
				"of %llu, got %s", bytes, room, ct_error(err));
	PASS("%llu bytes of data in a file system of %llu gave ENOSPC", bytes,
			room);
}
