/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TRIDOPEN-1: the identifier is the one that the traced process gets for the
 * name.
 *
 * Source: XSH posix_trace_trid_eventid_open() DESCRIPTION; TEF; shall.
 *
 * The traced process is another one: what it records under the name has the
 * controller's identifier.
 */
#define NEEDS (CT_FILTER)
#include "confchild.h"

static void target(void)
{
	ct_until_traced();
	ct_type("conformance before");
	ct_fire(ct_type("conformance a"), 12);
	ct_tell(ct_done);
	ct_hear(ct_go);
	_exit(CT_DONE);
}

static void test(void)
{
	ct_must_share_type(target, "conformance a");
	PASS("controller and traced process have one identifier");
}
