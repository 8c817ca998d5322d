/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-4: everything comes back as it was recorded.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION, XSH posix_trace_open()
 * DESCRIPTION; TRL; derived.
 *
 * The time of an event, not of its flush.
 */
#define NEEDS (CT_LOG)
#include "confclock.h"

static void test(void)
{
	struct ct_apart apart;
	trace_event_id_t id;
	trace_id_t trid;
	double gap;

	ct_apart_id = ct_type("conformance a");
	trid = ct_logging_for(2);
	apart = ct_apart(trid, ct_fire_apart);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	gap = ct_must_be_apart(&apart, ct_read, trid, id, id);
	PASS("the stamps are %.3f s apart, a clock says %.3f", gap, apart.outer);
}
