/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVNAME-4: names of a log come from the log.
 *
 * Source: XSH posix_trace_eventid_get_name() DESCRIPTION; TRL; shall.
 *
 * A process that never registered the names reads them.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	char name[4096];
	int fd = ct_file();
	trace_id_t trid;
	pid_t pid = ct_fork();

	if (pid == 0) {
		ct_type("conformance unused");
		trid = ct_logging(NULL, fd);
		ct_fire(ct_type("conformance child"), 3333);
		SETUP(posix_trace_shutdown(trid));
		_exit(CT_DONE);
	}
	ct_reap(pid);
	ct_type("conformance parent");	/* may well get the same number */
	trid = ct_reopen();
	if (!ct_find_number(ct_read, trid, &ev, 3333))
		FAIL("expected an event with the number 3333; none came");
	EXPECT(posix_trace_eventid_get_name(trid, ev.info.posix_event_id, name), 0);
	if (strcmp(name, "conformance child") != 0)
		FAIL("expected \"conformance child\", got \"%.40s\"", name);
	PASS("the log brought its names");
}
