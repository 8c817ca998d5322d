/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-39: the STOP that ends a full UNTIL_FULL log has data other than zero, as
 * the implementation has ended it, or zero.
 *
 * Source: XSH posix_trace_attr_setlogfullpolicy() DESCRIPTION, XSH 2.11.2 System
 * Trace Event Type Definitions; TRL; disputed.
 */
#define NEEDS (CT_LOG)
#include "conffull.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_full_log(ct_type("conformance a"));
	int number = -1;

	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	while (ct_read(trid, &ev))
		number = ct_number(&ev);
	ADVISORY("the STOP of a full log has %s", number == 0 ?
			"zero, as that of posix_trace_stop()" :
			"another number than that of posix_trace_stop()");
}
