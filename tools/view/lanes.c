/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The lanes of the page. */
#include "view/lanes.h"

#include <stdlib.h>
#include <string.h>

#include "trace/thread-name.h"

void lanes_init(struct lanes *lanes, trace_id_t trid)
{
	*lanes = (struct lanes){ .trid = trid };
	places_init(&lanes->places);
}

void lanes_fini(struct lanes *lanes)
{
	for (size_t i = 0; i < lanes->n; i++) {
		free(lanes->list[i].name);
		free(lanes->list[i].pairs);
	}
	free(lanes->list);
	places_fini(&lanes->places);
}

/* Room for another one. */
static bool grow(struct lanes *lanes)
{
	size_t room = lanes->room ? 2 * lanes->room : 64;
	struct lane *list;

	if (lanes->n < lanes->room)
		return true;
	list = reallocarray(lanes->list, room, sizeof(*list));
	if (!list)
		return false;
	lanes->list = list;
	lanes->room = room;
	return true;
}

/* Set its name; NULL is allowed, and without memory it has none. */
static char *name_of(struct lanes *lanes, const struct lane *lane,
		     const struct posixtrace_context *context)
{
	const char *name = context ? context->name : NULL;
	struct thread_name room;

	if (lane->kind == LANE_THREAD)
		name = thread_name_find(&room, lanes->trid, lane->pid,
					lane->tid);
	return name && *name ? strdup(name) : NULL;
}

static struct lane *find(struct lanes *lanes, const struct lane *wanted,
			 uint64_t a, uint64_t b,
			 const struct posixtrace_context *context)
{
	struct lane *lane;
	size_t number;

	if (!grow(lanes) || !places_find(&lanes->places, wanted->kind, a, b,
					 &number))
		return NULL;
	lane = &lanes->list[number];
	if (number < lanes->n)
		return lane;
	*lane = *wanted;
	lane->name = name_of(lanes, lane, context);
	lanes->n++;
	return lane;
}

static struct lane *find_context(struct lanes *lanes,
				 const struct posixtrace_context *context)
{
	bool is_thread = context->kind == POSIXTRACE_CONTEXT_THREAD;
	const struct lane wanted = {
		.kind = LANE_CONTEXT, .context = context->kind,
		.thread = is_thread ? context->thread : 0,
	};

	return find(lanes, &wanted, wanted.thread, (unsigned)context->kind,
		    is_thread ? context : NULL);
}

struct lane *lanes_find(struct lanes *lanes,
			const struct posix_trace_event_info *info,
			const struct posixtrace_context *context)
{
	const struct lane wanted = {
		.kind = info->posix_tid ? LANE_THREAD : LANE_STREAM,
		.pid = info->posix_pid, .tid = info->posix_tid,
	};

	if (context)
		return find_context(lanes, context);
	return find(lanes, &wanted, (uint32_t)wanted.pid,
		    (uint32_t)wanted.tid, NULL);
}

const struct lane *lanes_known(const struct lanes *lanes,
			       const struct posix_trace_event_info *info)
{
	size_t number;

	return places_known(&lanes->places, LANE_THREAD,
			    (uint32_t)info->posix_pid, (uint32_t)info->posix_tid,
			    &number) ? &lanes->list[number] : NULL;
}
