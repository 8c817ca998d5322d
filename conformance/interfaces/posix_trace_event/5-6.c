/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-6: the event says which process and which thread recorded it, from
 * where, and when.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure; TRC; shall.
 *
 * The time: what passes between two events is what a clock says.
 */
#include "confclock.h"

static void test(void)
{
	struct ct_apart apart;
	trace_id_t trid;
	double gap;

	ct_apart_id = ct_type("conformance a");
	trid = ct_running_for(2);
	apart = ct_apart(trid, ct_fire_apart);
	gap = ct_must_be_apart(&apart, ct_try, trid, ct_apart_id,
			ct_apart_id);
	PASS("the stamps are %.3f s apart, a clock says %.3f", gap, apart.outer);
}
