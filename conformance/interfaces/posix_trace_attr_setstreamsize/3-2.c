/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-10: a size is refused with EINVAL if it is refused at all.
 *
 * Source: XSH posix_trace_attr_setstreamsize() ERRORS; TRC; may.
 *
 * A size that no stream can have: create refuses it with EINVAL or ENOMEM,
 * or makes a smaller stream and says so.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	trace_id_t trid;
	size_t huge = (size_t)-1 / 2, size = 0;
	int err;

	SETUP(posix_trace_attr_init(&attr));
	if (posix_trace_attr_setstreamsize(&attr, huge) != 0)
		PASS("the attribute itself cannot be %zu", huge);
	err = posix_trace_create(0, &attr, &trid);
	if (err == 0) {
		SETUP(posix_trace_get_attr(trid, &attr));
		SETUP(posix_trace_attr_getstreamsize(&attr, &size));
		if (size >= huge)
			FAIL("a stream claims to have reserved %zu bytes", size);
		PASS("a stream of %zu bytes was made instead", size);
	}
	if (err != EINVAL && err != ENOMEM)
		FAIL("expected EINVAL or ENOMEM, got %s", ct_error(err));
	PASS("half of the address space gave %s", ct_error(err));
}
