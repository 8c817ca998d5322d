/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OVF-3: a reader of a LOOP stream that was overrun sees OVERFLOW, then
 * RESUME, then the oldest survivor; the stamps rise, and RESUME has that of
 * the survivor.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions; TRC; derived.
 *
 * A reader that cannot keep up: wherever numbers are missing, OVERFLOW and
 * RESUME came.
 */
#include "confbeside.h"

static void test(void)
{
	struct ct_missed missed = ct_must_mark_gaps(POSIX_TRACE_LOOP,
			POSIX_TRACE_OVERFLOW, POSIX_TRACE_RESUME);

	PASS("%d of %d events came, each of %d gaps was marked", missed.read,
			missed.recorded, missed.gaps);
}
