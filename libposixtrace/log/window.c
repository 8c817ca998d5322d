/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The window: the newest events as TXTB entries, made when a log is completed,
 * so that TraceX shows correct data at once.
 *
 * TraceX reads only 32 bits of a time stamp and computes the rest from
 * differences.  It assumes that the clock counts up if more stamps rise than
 * fall, not counting the step from the first entry to the second, and then
 * takes a fall for a wrap.  Hence two kinds of entries that are no events:
 *
 * - During a pause longer than STEP there are TIME entries STEP apart, so that
 *   no wrap is missed and three of four steps in a long pause rise.
 * - A log whose events do not rise often enough (none, one, all at the same
 *   microsecond, two around a wrap) begins with LEAD_IN entries that do.
 *
 * Both are on TraceX's "Initialize/Idle" line, not on a thread's.
 */
#include "log/window.h"

#include <stdlib.h>
#include <string.h>

#include "log/state.h"

#define STEP	(INT64_C(1) << 30)	/* microseconds */

enum { LEAD_IN = 5 };

/* The window is filled from its end to its front. */
struct filling {
	struct pxt_txtb_entry *window;
	size_t first;		/* the entry put in last */
	int64_t us;		/* its time */
};

/* Threads of the window that have no slot in the registry. */
struct strangers {
	struct {
		int32_t pid;
		int32_t tid;
		uint32_t object;
	} threads[PXT_TXTB_ENTRIES];
	size_t n;
};

static bool is_taken(const struct pxt_registry *registry,
		     const struct strangers *strangers, uint32_t object)
{
	for (size_t i = 0; i < strangers->n; i++) {
		if (strangers->threads[i].object == object)
			return true;
	}
	return pxt_registry_has_object(registry, object);
}

static uint32_t context_of(struct pxt_registry *registry,
			   struct strangers *strangers,
			   const struct pxt_event *event)
{
	int32_t pid = event->pid, tid = event->tid;
	uint32_t object;

	/* TraceX would show it as a thread, with running time. */
	if (!pxt_txtb_is_thread(tid))
		return PXT_TXTB_NO_THREAD;
	object = pxt_registry_find(registry, pid, tid);
	if (object)
		return object;
	for (size_t i = 0; i < strangers->n; i++) {
		if (strangers->threads[i].pid == pid &&
		    strangers->threads[i].tid == tid)
			return strangers->threads[i].object;
	}
	object = (uint32_t)tid;
	if (tid <= 0 || object >= PXT_TXTB_SURROGATE ||
	    is_taken(registry, strangers, object))
		object = PXT_TXTB_SURROGATE + registry->n_surrogates++;
	strangers->threads[strangers->n].pid = pid;
	strangers->threads[strangers->n].tid = tid;
	strangers->threads[strangers->n].object = object;
	strangers->n++;
	return object;
}

static struct pxt_txtb_entry *put(struct filling *filling, uint32_t context,
				  uint32_t id, int64_t us)
{
	struct pxt_txtb_entry *entry = &filling->window[--filling->first];

	*entry = (struct pxt_txtb_entry){
		.context = context,
		.priority = UINT32_C(0x80000000) | PXT_TXTB_PRIORITY << 16 |
			    PXT_TXTB_PRIORITY,
		.id = id,
		.stamp = (uint32_t)us,
	};
	filling->us = us;
	return entry;
}

static void put_time(struct filling *filling, int64_t us)
{
	struct pxt_txtb_entry *entry = put(filling, PXT_TXTB_NO_THREAD,
					   PXT_TXTB_TIME, us);

	entry->info[0] = (uint32_t)us;
	entry->info[1] = (uint32_t)((uint64_t)us >> 32);
}

static void put_event(struct filling *filling, uint32_t context,
		      const struct pxt_event *event, int64_t us)
{
	struct pxt_txtb_entry *entry = put(filling, context, PXT_TXTB_USER +
					   event->id, us);
	size_t shown = sizeof(entry->info) - sizeof(entry->info[0]);

	entry->info[0] = (uint32_t)event->len;
	if (event->len > 0)
		memcpy(&entry->info[1], event->data,
		       event->len < shown ? event->len : shown);
}

/* Add enough TIME entries for a pause; false: no room for them. */
static bool put_silence(struct filling *filling, int64_t us)
{
	uint64_t gap = (uint64_t)filling->us - (uint64_t)us;

	if (gap / STEP >= filling->first)
		return false;
	while ((uint64_t)filling->us - (uint64_t)us > (uint64_t)STEP)
		put_time(filling, filling->us - STEP);
	return filling->first > 0;
}

/* Would TraceX detect that the clock counts up? */
static bool is_rising(const struct filling *filling)
{
	const struct pxt_txtb_entry *w = filling->window;
	size_t rises = 0, falls = 0;

	for (size_t i = filling->first + 2; i < PXT_TXTB_ENTRIES; i++) {
		rises += w[i].stamp > w[i - 1].stamp;
		falls += w[i].stamp < w[i - 1].stamp;
	}
	return rises > falls;
}

/* Add the entry that every TXTB trace begins with, and entries with rising
 * stamps. */
static void put_lead_in(struct filling *filling)
{
	const struct pxt_txtb_entry *w = filling->window;

	if (filling->first < LEAD_IN) {
		filling->us += w[LEAD_IN].stamp - w[filling->first].stamp;
		filling->first = LEAD_IN;
	}
	for (int i = LEAD_IN; i > 2; i--)
		put_time(filling, filling->us - 1);
	put(filling, PXT_TXTB_NO_THREAD, PXT_TXTB_RUNNING, filling->us - 1);
	put_time(filling, filling->us - 1);
}

void pxt_log_fill_window(struct pxt_txtb_entry *window,
			 struct pxt_registry *registry,
			 const struct pxt_event *events, const int64_t *time_ns,
			 size_t n)
{
	struct filling filling = { window, PXT_TXTB_ENTRIES, LEAD_IN };
	struct strangers strangers = { .n = 0 };
	size_t used;

	for (size_t i = n; i > 0 && filling.first > 0; i--) {
		const struct pxt_event *event = &events[i - 1];
		int64_t us = time_ns[i - 1] / 1000;

		if (i == n)
			filling.us = us;
		/* A stamp must not decrease: later ones may have been rounded
		 * down. */
		if (us > filling.us)
			us = filling.us;
		if (!put_silence(&filling, us))
			break;
		put_event(&filling, context_of(registry, &strangers, event),
			  event, us);
	}
	if (!is_rising(&filling))
		put_lead_in(&filling);

	used = PXT_TXTB_ENTRIES - filling.first;
	memmove(window, &window[filling.first], used * sizeof(*window));
	memset(&window[used], 0, filling.first * sizeof(*window));
}

void pxt_window_keep(struct pxt_window *window, const struct pxt_event *event)
{
	size_t at = window->n++ % PXT_TXTB_ENTRIES;

	window->event[at] = *event;
	window->event[at].data = window->data[at];
	if (event->len)
		memcpy(window->data[at], event->data,
		       event->len < PXT_WINDOW_DATA ? event->len :
						      PXT_WINDOW_DATA);
}

int pxt_window_complete(const struct pxt_window *window, struct pxt_log *log,
			const struct pxt_log_status *status,
			pxt_window_clock *clock, void *context)
{
	size_t n = window->n < PXT_TXTB_ENTRIES ? window->n : PXT_TXTB_ENTRIES;
	struct pxt_event *events = calloc(n + 1, sizeof(*events));
	int64_t *times = calloc(n + 1, sizeof(*times));
	int err;

	/* Without memory the log is completed nevertheless. */
	if (!events || !times)
		n = 0;
	for (size_t i = 0; i < n; i++) {
		events[i] = window->event[(window->n - n + i) %
					  PXT_TXTB_ENTRIES];
		times[i] = clock(context, events[i].ticks);
	}
	err = pxt_log_complete(log, status, events, times, n);
	free(events);
	free(times);
	return err;
}
