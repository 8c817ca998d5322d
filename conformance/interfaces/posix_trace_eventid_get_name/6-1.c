/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVNAME-E2: EINVAL when the identifier is bound to no name in this stream
 * or log.
 *
 * Source: XSH posix_trace_eventid_get_name() ERRORS; TRC; shall.
 *
 * A name that was registered after the log had been completed: the log cannot have
 * it.  The types of a log may have other numbers, so the number of the new type may
 * be that of an older one there.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_event_id_t late, other;
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 1);
	int err;

	late = ct_type("conformance late");
	err = posix_trace_eventid_get_name(trid, late, name);
	if (err == 0 && (strcmp(name, "conformance late") == 0 ||
			!ct_has_type(trid, name, &other)))
		FAIL("the log has no type \"%.60s\", but gave that name", name);
	if (err != 0 && err != EINVAL)
		FAIL("expected EINVAL, got %s", ct_error(err));
	PASS("an identifier that the log has not gave no new name");
}
