/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-32: a type that gets a name after the list has come to its end is given
 * by the next call, or after a rewind only.
 *
 * Source: XSH posix_trace_eventtypelist_getnext_id() DESCRIPTION, XRAT B.2.11
 * Retrieve the List of Trace Event Types Used in a Trace Log; TRC; disputed.
 */
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_stream(NULL);
	trace_event_id_t id;
	int none;

	do
		SETUP(posix_trace_eventtypelist_getnext_id(trid, &id, &none));
	while (!none);
	ct_type("conformance a");
	SETUP(posix_trace_eventtypelist_getnext_id(trid, &id, &none));
	ADVISORY("a type that comes late is given %s",
			none ? "after a rewind only" : "by the next call");
}
