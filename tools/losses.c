/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Where events are missing; see losses.h. */
#include "losses.h"

#include <string.h>

static bool is_end_of_gap(struct losses *losses,
			  const struct format_event *event)
{
	bool was_auto_stopped = losses->was_auto_stopped;
	int stop_auto = 0;

	switch (event->info.posix_event_id) {
	case POSIX_TRACE_STOP:
		if (event->len == sizeof(stop_auto))
			memcpy(&stop_auto, event->data, sizeof(stop_auto));
		losses->was_auto_stopped = stop_auto != 0;
		return false;
	case POSIX_TRACE_START:
		losses->was_auto_stopped = false;
		return was_auto_stopped;
	case POSIX_TRACE_OVERFLOW:
		/* It may be the gap after a stop: told now, not at START. */
		losses->was_auto_stopped = false;
		return true;
	default:
		return false;
	}
}

bool losses_find(struct losses *losses, trace_id_t trid,
		 const struct format_event *event,
		 struct posixtrace_loss *loss)
{
	if (event->info.posix_event_id >= POSIX_TRACE_UNNAMED_USEREVENT ||
	    !is_end_of_gap(losses, event) ||
	    posixtrace_get_loss(trid, loss) != 0)
		return false;
	losses->told += loss->events;
	return true;
}
