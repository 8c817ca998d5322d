/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * UF-8: no event generated between the automatic stop and the restart
 * appears.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION, XSH
 * posix_trace_event() DESCRIPTION; TRC; derived.
 *
 * A reader that cannot keep up: wherever numbers are missing, STOP and START
 * came.
 */
#include "confbeside.h"

static void test(void)
{
	struct ct_missed missed = ct_must_mark_gaps(POSIX_TRACE_UNTIL_FULL,
			POSIX_TRACE_STOP, POSIX_TRACE_START);

	PASS("%d of %d events came, each of %d gaps was marked", missed.read,
			missed.recorded, missed.gaps);
}
