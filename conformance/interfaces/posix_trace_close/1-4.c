/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLOSE-1: the pre-recorded stream is gone; later use gives EINVAL.
 *
 * Source: XSH posix_trace_close() DESCRIPTION; TRL; shall.
 *
 * Every function that a log can be asked with.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 1);
	struct posix_trace_status_info status;
	trace_event_id_t id;
	trace_attr_t attr;
	char name[4096];
	int none;

	SETUP(posix_trace_eventtypelist_getnext_id(trid, &id, &none));
	EXPECT(posix_trace_close(trid), 0);
	EXPECT(posix_trace_get_attr(trid, &attr), EINVAL);
	EXPECT(posix_trace_get_status(trid, &status), EINVAL);
	EXPECT(posix_trace_eventtypelist_getnext_id(trid, &id, &none), EINVAL);
	EXPECT(posix_trace_eventtypelist_rewind(trid), EINVAL);
	EXPECT(posix_trace_eventid_get_name(trid, id, name), EINVAL);
	PASS("a closed log gave EINVAL to all that asked it");
}
