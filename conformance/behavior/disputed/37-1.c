/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-37: posix_trace_clear() leaves children that inherited the stream traced, or
 * ends that, as if the stream had just been created.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION, XSH fork() DESCRIPTION; TRI;
 * disputed.
 */
#define NEEDS (CT_INHERIT)
#include "confheir.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	struct ct_heir heir = ct_heir(id);

	SETUP(posix_trace_clear(heir.trid));
	ct_heir_ends(&heir);
	ADVISORY("posix_trace_clear() %s the tracing of children",
			ct_find(ct_try, heir.trid, &ev, id) ? "leaves" : "ends");
}
