/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-E3: ENOSPC without room on the device.
 *
 * Source: XSH posix_trace_flush() ERRORS; TRL; shall.
 *
 * Another file has taken all the room before.
 */
#define NEEDS (CT_LOG)
#define ALONE 1
#include "confsmall.h"

static void fill(void)
{
	static unsigned char block[4096];
	size_t size = sizeof(block);
	int fd = ct_small_file();
	ssize_t n;

	while (size > 0) {
		n = write(fd, block, size);
		if (n <= 0)
			size /= 2;
	}
	close(fd);
}

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
	fill();
	/* The log may have had some room from the start. */
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
		FAIL("expected ENOSPC in a file system without room, got %s",
				ct_error(err));
	PASS("a flush of %llu bytes, without room, gave ENOSPC", bytes);
}
