/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Telling the streams that are attached what this process executes; see self.h. */
#include "process/self.h"

#include <errno.h>

#include "base/guard.h"
#include "base/modules.h"
#include "base/pilock.h"
#include "base/quiet.h"
#include "process/images.h"

void pxt_self_tell_executed(uintptr_t address)
{
	struct pxt_module_part part;
	struct pxt_held held;
	int saved = errno;

	if (!pxt_modules_look_up(address, &part) || pxt_is_quiet() ||
	    !pxt_load_acquire(&pxt_self->ready))
		return;
	pxt_guard_hold(&held);
	/* Another thread may have the registry: the next event tells it. */
	if (pxt_pilock_try(&pxt_self->syncing)) {
		pxt_images_tell_part(pxt_attached, PXT_STREAMS,
				     (int32_t)pxt_load_relaxed(&pxt_self->pid),
				     &part);
		pxt_pilock_give(&pxt_self->syncing);
	}
	pxt_guard_release(&held);
	errno = saved;
}

void pxt_self_note_loaded(void)
{
	unsigned long long loaded;
	struct pxt_held held;

	/* It locks nothing, and nobody looks for what is noted. */
	if (pxt_is_quiet()) {
		pxt_modules_note();
		return;
	}
	pxt_guard_hold(&held);
	/* Who tells looks up what is noted, so that is done under the same lock. */
	if (pxt_pilock_take(&pxt_self->syncing)) {
		loaded = pxt_modules_note();
		if (pxt_load_acquire(&pxt_self->ready))
			pxt_images_tell_new(pxt_attached, PXT_STREAMS,
					    (int32_t)pxt_load_relaxed(
						    &pxt_self->pid), loaded);
		pxt_pilock_give(&pxt_self->syncing);
	}
	pxt_guard_release(&held);
}
