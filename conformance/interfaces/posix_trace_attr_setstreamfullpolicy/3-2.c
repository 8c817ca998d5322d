/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-6: a value that is no stream-full policy gives EINVAL if it gives an
 * error at all.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() ERRORS; TRC; may.
 *
 * All values within a thousand of zero, the policies among them.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	int value, err;

	SETUP(posix_trace_attr_init(&attr));
	for (value = -1000; value <= 1000; value++) {
		err = posix_trace_attr_setstreamfullpolicy(&attr, value);
		if (err != 0 && err != EINVAL)
			FAIL("expected EINVAL or 0 for %d, got %s", value,
					ct_error(err));
	}
	EXPECT(posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_LOOP), 0);
	EXPECT(posix_trace_attr_setstreamfullpolicy(&attr,
			POSIX_TRACE_UNTIL_FULL), 0);
	PASS("no value gave anything but EINVAL and 0");
}
