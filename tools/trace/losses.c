/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Where events are missing; see losses.h. */
#include "trace/losses.h"

#include <string.h>

/* What a log of another policy lost has gaps of its own. */
static bool is_until_full(trace_id_t trid)
{
	int policy = POSIX_TRACE_APPEND;
	trace_attr_t attr;

	if (posix_trace_get_attr(trid, &attr) != 0)
		return false;
	posix_trace_attr_getlogfullpolicy(&attr, &policy);
	posix_trace_attr_destroy(&attr);
	return policy == POSIX_TRACE_UNTIL_FULL;
}

bool losses_may_skip(trace_id_t trid)
{
	struct posixtrace_usage usage;

	return posixtrace_get_usage(trid, &usage) == 0 && usage.complete &&
	       usage.lost == 0 &&
	       (usage.log_lost == 0 || !is_until_full(trid));
}

/* Could a gap have ended here? */
static bool may_end_gap(struct losses *losses, const struct trace_event *event)
{
	int stop_auto = 0;

	switch (event->info.posix_event_id) {
	case POSIX_TRACE_STOP:
		if (event->len == sizeof(stop_auto))
			memcpy(&stop_auto, event->data, sizeof(stop_auto));
		losses->was_auto_stopped = stop_auto != 0;
		losses->stopped = event->info.posix_timestamp;
		return false;
	case POSIX_TRACE_START:
	case POSIX_TRACE_OVERFLOW:
		/* It may be the gap after a stop: not reported at START. */
		losses->was_auto_stopped = false;
		return true;
	default:
		return false;
	}
}

static bool are_same(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

/* What START is asked may be a gap of long ago. */
static bool is_reported(const struct losses *losses,
			const struct posixtrace_loss *loss)
{
	return loss->events == losses->last.events &&
	       are_same(&loss->first, &losses->last.first) &&
	       are_same(&loss->resume, &losses->last.resume);
}

static bool find_new(struct losses *losses, trace_id_t trid,
		     struct posixtrace_loss *loss)
{
	if (posixtrace_get_loss(trid, loss) != 0 || is_reported(losses, loss))
		return false;
	losses->last = *loss;
	losses->reported += loss->events;
	return true;
}

bool losses_find_end(struct losses *losses, trace_id_t trid,
		     struct posixtrace_loss *loss)
{
	losses->has_end |= find_new(losses, trid, loss);
	return losses->has_end;
}

bool losses_find(struct losses *losses, trace_id_t trid,
		 const struct trace_event *event,
		 struct posixtrace_loss *loss)
{
	return event->info.posix_event_id < POSIX_TRACE_UNNAMED_USEREVENT &&
	       may_end_gap(losses, event) &&
	       find_new(losses, trid, loss);
}

uint64_t losses_rest(const struct losses *losses, trace_id_t trid)
{
	struct posixtrace_usage usage;
	uint64_t lost;

	if (posixtrace_get_usage(trid, &usage) != 0 ||
	    __builtin_add_overflow(usage.lost, usage.log_lost, &lost))
		return 0;
	return lost > losses->reported ? lost - losses->reported : 0;
}
