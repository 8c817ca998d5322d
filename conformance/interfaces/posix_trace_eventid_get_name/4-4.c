/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVNAME-4: names of a log come from the log.
 *
 * Source: XSH posix_trace_eventid_get_name() DESCRIPTION; TRL; shall.
 *
 * Names of bytes that are not ASCII, and with control characters, come back.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static const char *const names[] = {
	"a\nb", "a\n", "\t", "\303\244", "\344", "d", "\377", "\177", "\001",
};

static void test(void)
{
	const size_t n = sizeof(names) / sizeof(names[0]);
	static struct ct_event ev;
	trace_id_t trid = ct_logging_for(n);
	char name[4096];
	size_t i;

	for (i = 0; i < n; i++)
		ct_fire(ct_type(names[i]), 100000 + (int)i);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	for (i = 0; i < n; i++) {
		if (!ct_find_number(ct_read, trid, &ev, 100000 + (int)i))
			FAIL("expected event %zu of %zu", i, n);
		EXPECT(posix_trace_eventid_get_name(trid,
				ev.info.posix_event_id, name), 0);
		if (strcmp(name, names[i]) != 0)
			FAIL("name %zu of %zu came back as another", i, n);
	}
	PASS("%zu names came back from the log", n);
}
