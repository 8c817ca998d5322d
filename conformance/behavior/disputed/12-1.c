/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-12: posix_trace_trygetnext_event() reads an active stream with log, or
 * refuses it, since it is for streams without log.
 *
 * Source: XSH posix_trace_trygetnext_event() DESCRIPTION, XSH
 * posix_trace_create_withlog() DESCRIPTION; TRL; disputed.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	struct posix_trace_event_info info;
	trace_id_t trid = ct_logging_for(10);
	size_t len;
	int none = -1, err;

	err = posix_trace_trygetnext_event(trid, &info, NULL, 0, &len, &none);
	ADVISORY("posix_trace_trygetnext_event() on a stream with log gives %s%s",
			ct_error(err), err != 0 ? "" :
			none ? " and no event" : " and an event");
}
