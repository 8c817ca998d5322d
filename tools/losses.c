/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Where in a trace events were lost. */
#include "losses.h"

#include <string.h>

bool losses_find(struct losses *losses, trace_id_t trid,
		 const struct posix_trace_event_info *info, const void *data,
		 size_t len, struct posixtrace_loss *loss)
{
	int stop_auto = 0;

	switch (info->posix_event_id) {
	case POSIX_TRACE_STOP:
		if (len == sizeof(stop_auto))
			memcpy(&stop_auto, data, sizeof(stop_auto));
		losses->was_auto_stopped = stop_auto != 0;
		return false;
	case POSIX_TRACE_START:
		if (!losses->was_auto_stopped)
			return false;
		losses->was_auto_stopped = false;
		break;
	case POSIX_TRACE_OVERFLOW:
		/* It may be the gap after a stop: told now, not at START. */
		losses->was_auto_stopped = false;
		break;
	default:
		return false;
	}
	if (posixtrace_get_loss(trid, loss) != 0)
		return false;
	losses->n_told += loss->events;
	return true;
}
