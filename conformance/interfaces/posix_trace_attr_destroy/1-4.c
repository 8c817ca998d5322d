/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ADEST-1: destroying an initialised object gives 0, and the object may then
 * be initialised again.
 *
 * Source: XSH posix_trace_attr_destroy() DESCRIPTION, XSH
 * posix_trace_attr_destroy() RETURN VALUE; TRC; shall.
 *
 * An object that is destroyed before the stream made with it ends.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	trace_id_t trid;

	SETUP(posix_trace_attr_init(&attr));
	trid = ct_stream(&attr);
	EXPECT(posix_trace_attr_destroy(&attr), 0);
	EXPECT(posix_trace_shutdown(trid), 0);
	PASS("object and stream ended in this order");
}
