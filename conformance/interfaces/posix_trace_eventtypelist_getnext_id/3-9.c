/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-4: the list has the predefined types and all names of the traced
 * process, each once.
 *
 * Source: XSH 2.11 Tracing; TRC; shall.
 *
 * In a log, in which events are read meanwhile, too.
 */
#define NEEDS (CT_LOG)
#include "conflist.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid;
	int i, n = 0;

	ct_type("conformance b");
	trid = ct_made_log(ct_type("conformance a"), 60);
	for (i = 0; (i = ct_must_be_new(trid, n)) != -1; n = i)
		ct_read(trid, &ev);
	if (n < 2)
		FAIL("expected two types and more in the list, got %d", n);
	PASS("none of %d types of the log came twice", n);
}
