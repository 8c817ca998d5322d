/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-9: there is no event until the stream is started.
 *
 * Source: XSH posix_trace_create() DESCRIPTION, XBD 4.19 Tracing; TRC;
 * derived.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid;

	CREATES(posix_trace_create(0, NULL, &trid));
	if (ct_try(trid, &ev))
		FAIL("expected no event in a new stream; one came");
	PASS("the new stream is empty");
}
