/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVNAME-4: the names of a log come from the log.
 *
 * Source: XSH posix_trace_eventid_get_name() DESCRIPTION; TRL; shall.
 *
 * The types of events whose names are as long as they may be.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

/* The longest name, which ends in a letter of its own. */
static void longest(char *name, size_t size, char last)
{
	long max = sysconf(_SC_TRACE_EVENT_NAME_MAX);

	if (max < 30 || max >= (long)size)
		max = 30;
	memset(name, 'n', (size_t)max);
	name[max - 1] = last;
	name[max] = '\0';
}

static void test(void)
{
	static struct ct_event ev;
	char want[4096], name[4096];
	trace_id_t trid = ct_logging(NULL, ct_file());
	int i;

	for (i = 0; i < 3; i++) {
		longest(want, sizeof(want), (char)('a' + i));
		ct_fire(ct_type(want), i);
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	for (i = 0; i < 3; i++) {
		longest(want, sizeof(want), (char)('a' + i));
		if (!ct_find_number(ct_read, trid, &ev, i))
			FAIL("expected event %d", i);
		EXPECT(posix_trace_eventid_get_name(trid,
				ev.info.posix_event_id, name), 0);
		if (strcmp(name, want) != 0)
			FAIL("expected a name of %zu bytes that ends in %c, got "
					"\"%.80s\"", strlen(want), 'a' + i, name);
	}
	PASS("the log has names of %zu bytes", strlen(want));
}
