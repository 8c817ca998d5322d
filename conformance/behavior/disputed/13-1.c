/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-13: posix_trace_timedgetnext_event() reads an active stream with log,
 * as the list of the page of the create says, or refuses it, as its own page
 * says.
 *
 * Source: XSH posix_trace_timedgetnext_event() DESCRIPTION, XSH
 * posix_trace_create_withlog() DESCRIPTION; TRL; disputed.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	struct posix_trace_event_info info;
	struct timespec now = ct_in(0);
	trace_id_t trid = ct_logging_for(10);
	size_t len;
	int none = -1, err;

	err = posix_trace_timedgetnext_event(trid, &info, NULL, 0, &len, &none,
			&now);
	ADVISORY("posix_trace_timedgetnext_event() on a stream with log gives %s%s",
			ct_error(err), err != 0 ? "" :
			none ? " and no event" : " and an event");
}
