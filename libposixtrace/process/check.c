/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Noticing that the controller of a stream has ended; see self.h. */
#include "process/self.h"

#include <pthread.h>

#include "base/clock.h"
#include "base/guard.h"
#include "base/quiet.h"
#include "directory/directory.h"

void pxt_self_check(unsigned entry)
{
	struct pxt_attached *a = &pxt_attached[entry];
	struct pxt_held held;
	uint64_t now;
	int cancel;

	if (a->own || pxt_is_quiet())
		return;
	now = pxt_clock_ns(CLOCK_MONOTONIC_COARSE);
	/* Relaxed: if two threads check, both see the same. */
	if (now < pxt_load_relaxed(&a->check_ns))
		return;
	pxt_store_relaxed(&a->check_ns, now + PXT_CHECK_NS);
	pxt_guard_hold(&held);
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	if (pxt_directory_is_abandoned(pxt_self_files.proc.uid, a->slot,
				       a->view.segment))
		pxt_directory_mark_dead(a->view.segment);
	pthread_setcancelstate(cancel, NULL);
	pxt_guard_release(&held);
}
