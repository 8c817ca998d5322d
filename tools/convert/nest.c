/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Slices inside of slices; see nest.h. */
#include "convert/nest.h"

#include <posixtrace.h>
#include <stdlib.h>

void nest_init(struct nest *nest, trace_id_t trid, bool is_dump)
{
	*nest = (struct nest){ .trid = trid, .is_dump = is_dump };
	lanes_init(&nest->lanes, trid);
}

void nest_fini(struct nest *nest)
{
	lanes_fini(&nest->lanes);
}

static struct lane *find(struct nest *nest, const struct trace_event *event)
{
	struct posixtrace_context context;
	bool has_context = nest->is_dump &&
			   posixtrace_get_context(nest->trid, &context) == 0;

	return lanes_find(&nest->lanes, &event->info,
			  has_context ? &context : NULL);
}

static void close_all(struct nest *nest, const struct lane *lane, unsigned n)
{
	while (n--)
		nest->close(nest->state, lane, nest->ns);
}

/* How many are open, of those that no loss has closed. */
static unsigned depth(const struct nest *nest, const struct lane *lane)
{
	return lane->pairs && lane->pairs->generation == nest->generation ?
	       lane->pairs->n : 0;
}

const struct lane *nest_take(struct nest *nest,
			     const struct trace_event *event, uint64_t ns,
			     bool *is_slice)
{
	struct lane *lane = find(nest, event);
	trace_event_id_t id = event->type->id;
	struct pair_event taken = {
		.type = event->type, .ns = ns,
		.data = event->data, .len = event->len,
	};
	struct pair_name *name;
	unsigned before;

	*is_slice = false;
	nest->ns = ns;
	/* That the stream runs is nothing that a thread does. */
	if (!lane || id >= TYPES_IDS || id == POSIX_TRACE_START ||
	    id == POSIX_TRACE_STOP)
		return lane;
	name = &nest->names[id];
	if (name->role == PAIR_UNKNOWN)
		pair_parse(name, event->type);
	before = depth(nest, lane);
	taken.name = name;
	switch (pairs_take(&lane->pairs, nest->generation, &taken)) {
	case PAIRS_NO_MEMORY:
		return NULL;
	case PAIRS_ENDED:
		*is_slice = true;
		close_all(nest, lane, before - lane->pairs->n);
		if (name->role == PAIR_CALL)
			nest->call(nest->state, lane, pairs_ended(lane->pairs),
				   ns, event);
		return lane;
	default:
		break;
	}
	if (name->role != PAIR_BEGIN)
		return lane;
	*is_slice = true;
	/* The outermost was forgotten: the innermost closes for it. */
	if (lane->pairs->n == before)
		close_all(nest, lane, 1);
	nest->open(nest->state, lane,
		   &lane->pairs->begun[lane->pairs->n - 1], event);
	return lane;
}

void nest_end(struct nest *nest)
{
	for (size_t i = 0; i < nest->lanes.n; i++) {
		const struct lane *lane = &nest->lanes.list[i];

		close_all(nest, lane, depth(nest, lane));
	}
}

void nest_lose(struct nest *nest)
{
	nest_end(nest);
	nest->generation++;
}
