/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-4: everything comes back as it was recorded.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION, XSH posix_trace_open()
 * DESCRIPTION; TRL; derived.
 *
 * Data of sizes around those of pages and buffers.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static const size_t sizes[] = {
		511, 512, 513, 1023, 1025, 2047, 2049, 4095, 4096, 4097, 8192,
	};
	enum { N = sizeof(sizes) / sizeof(sizes[0]), MOST = 8192 };
	static struct ct_event ev;
	static unsigned char data[MOST];
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	size_t i, size;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, N, MOST);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	ct_room(&attr, N, MOST);
	trid = ct_logging(&attr, ct_file());
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &size));
	if (size < MOST)
		UNTESTED("the stream uses a data size of %zu", size);
	for (i = 0; i < MOST; i++)
		data[i] = (unsigned char)(i % 251);
	for (i = 0; i < N; i++)
		posix_trace_event(id, data, sizes[i]);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (i = 0; i < N; i++)
		if (!ct_find(ct_read, trid, &ev, id) || ev.len != sizes[i] ||
		    memcmp(ev.data, data, sizes[i]) != 0)
			FAIL("expected the %zu bytes unchanged, got "
					"%zu", sizes[i], ev.len);
	PASS("data of up to %d bytes came back", (int)MOST);
}
