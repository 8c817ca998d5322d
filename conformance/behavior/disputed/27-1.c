/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-27: posix_trace_set_filter() refuses a manner that is none of the
 * three, though its list of errors does not say so, or does something.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XSH
 * posix_trace_set_filter() ERRORS; TEF; disputed.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_stream(NULL);
	trace_event_set_t set;
	int how = 1;

	while (how == POSIX_TRACE_SET_EVENTSET ||
			how == POSIX_TRACE_ADD_EVENTSET ||
			how == POSIX_TRACE_SUB_EVENTSET)
		how++;
	SETUP(posix_trace_eventset_empty(&set));
	ADVISORY("posix_trace_set_filter() in manner %d gives %s", how,
			ct_error(posix_trace_set_filter(trid, &set, how)));
}
