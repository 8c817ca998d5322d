/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-6: the log has all that can be asked later: attributes, event types
 * and their names, and the status.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRL; shall.
 *
 * The list has the longest names, which differ in the last byte only.
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
	char a[4096], b[4096];
	trace_event_id_t one, other;
	trace_id_t trid;

	longest(a, sizeof(a), 'a');
	longest(b, sizeof(b), 'b');
	trid = ct_logging(NULL, ct_file());
	ct_fire(ct_type(a), 1);
	ct_fire(ct_type(b), 2);
	EXPECT(posix_trace_shutdown(trid), 0);
	trid = ct_reopen();
	if (!ct_has_type(trid, a, &one) || !ct_has_type(trid, b, &other))
		FAIL("expected two names of %zu bytes in the log", strlen(a));
	if (posix_trace_eventid_equal(trid, one, other))
		FAIL("two names of %zu bytes have one type in the log", strlen(a));
	PASS("the log has two names of %zu bytes", strlen(a));
}
