/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-14: posix_trace_timedgetnext_event() reads a pre-recorded stream, or
 * refuses it.
 *
 * Source: XSH posix_trace_timedgetnext_event() DESCRIPTION; TRL; open.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	struct posix_trace_event_info info;
	struct timespec now = ct_in(0);
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 1);
	size_t len;
	int none = -1, err;

	err = posix_trace_timedgetnext_event(trid, &info, NULL, 0, &len, &none,
			&now);
	ADVISORY("posix_trace_timedgetnext_event() on a log gives %s%s",
			ct_error(err), err != 0 ? "" :
			none ? " and no event" : " and an event");
}
