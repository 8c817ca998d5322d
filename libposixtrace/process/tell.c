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

/* To tell streams; false: nothing may be told, or another thread has it. */
static bool hold_registry(struct pxt_held *held, bool waits)
{
	if (pxt_is_quiet() || !pxt_load_acquire(&pxt_self->ready))
		return false;
	pxt_guard_hold(held);
	if (waits ? pxt_pilock_take(&pxt_self->syncing) :
	    pxt_pilock_try(&pxt_self->syncing))
		return true;
	pxt_guard_release(held);
	return false;
}

static void release_registry(const struct pxt_held *held)
{
	pxt_pilock_give(&pxt_self->syncing);
	pxt_guard_release(held);
}

void pxt_self_tell_executed(uintptr_t address)
{
	struct pxt_module_part part;
	struct pxt_held held;
	int saved = errno;

	if (!pxt_modules_look_up(address, &part) ||
	    !hold_registry(&held, false))
		return;
	pxt_images_tell_part(pxt_attached, PXT_STREAMS,
			     (int32_t)pxt_load_relaxed(&pxt_self->pid), &part);
	release_registry(&held);
	errno = saved;
}

void pxt_self_note_loaded(void)
{
	struct pxt_held held;
	unsigned long long loaded = pxt_modules_note();

	if (!hold_registry(&held, true))
		return;
	pxt_images_tell_new(pxt_attached, PXT_STREAMS,
			    (int32_t)pxt_load_relaxed(&pxt_self->pid),
			    loaded);
	release_registry(&held);
}
