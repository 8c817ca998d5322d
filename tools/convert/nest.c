/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Slices inside of slices; see nest.h. */
#include "convert/nest.h"

#include <posixtrace.h>
#include <stdlib.h>
#include <string.h>

#include "common/out.h"

size_t nest_name(char name[NEST_NAME], const struct pair_begun *slice,
		 bool ends)
{
	size_t len = slice->name.stem_len;
	const char *label = type_label(slice->type, &len);
	char *end = put_bytes(name, label, len);

	return (size_t)((ends ? end : put_string(end, " (did not end)")) -
			name);
}

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

/* The innermost first, until `n` are left of `open`. */
static void cut_all(struct nest *nest, const struct lane *lane, unsigned open,
		    unsigned n)
{
	while (nest->cut && open > n)
		nest->cut(nest->state, lane, &lane->pairs->begun[--open],
			  nest->ns);
}

/* How many are open, of those that no loss has cut. */
static unsigned depth(const struct nest *nest, const struct lane *lane)
{
	return lane->pairs && lane->pairs->generation == nest->generation ?
	       lane->pairs->n : 0;
}

/* Events of the thread may be missing since its last begin or end. */
static void cut_at_break(struct nest *nest, struct lane *lane, uint32_t breaks)
{
	if (lane->pairs && lane->pairs->breaks != breaks) {
		cut_all(nest, lane, depth(nest, lane), 0);
		pairs_forget(lane->pairs);
	}
}

/* There is no room for one more. */
static void forget_oldest(struct nest *nest, const struct lane *lane)
{
	for (unsigned i = 0; nest->forget && i < PAIRS_DISCARDED; i++)
		nest->forget(nest->state, lane, &lane->pairs->begun[i]);
}

/* What the event ended.  There were `before` slices open. */
static void end(struct nest *nest, const struct lane *lane, unsigned before,
		enum pair_role role, const struct trace_event *event)
{
	const struct pairs *pairs = lane->pairs;

	if (role == PAIR_CALL) {
		cut_all(nest, lane, before, pairs->n);
		if (nest->call)
			nest->call(nest->state, lane, pairs_ended(pairs),
				   nest->ns, event);
		return;
	}
	cut_all(nest, lane, before, pairs->n + 1);
	if (nest->close)
		nest->close(nest->state, lane, pairs_ended(pairs), nest->ns);
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
		.number = nest->number,
	};
	struct pair_name *name;
	unsigned before;

	*is_slice = false;
	if (!lane || id >= TYPES_SHOWN) {
		nest->ns = ns;
		return lane;
	}
	name = &nest->names[id];
	if (name->role == PAIR_UNKNOWN)
		pair_parse(name, event->type);
	if (pair_is_open(name)) {
		taken.breaks = event_breaks(event);
		cut_at_break(nest, lane, taken.breaks);
	}
	nest->ns = ns;
	before = depth(nest, lane);
	if (name->role == PAIR_BEGIN && before == PAIRS_DEEP)
		forget_oldest(nest, lane);
	if (name->role == PAIR_PROGRAM)
		cut_all(nest, lane, before, 0);
	taken.name = name;
	switch (pairs_take(&lane->pairs, nest->generation, &taken)) {
	case PAIRS_NO_MEMORY:
		return NULL;
	case PAIRS_ENDED:
		*is_slice = true;
		end(nest, lane, before, name->role, event);
		return lane;
	default:
		break;
	}
	*is_slice = name->role == PAIR_BEGIN;
	if (*is_slice && nest->open)
		nest->open(nest->state, lane,
			   &lane->pairs->begun[lane->pairs->n - 1], event);
	return lane;
}

void nest_end(struct nest *nest)
{
	for (size_t i = 0; i < nest->lanes.n; i++) {
		const struct lane *lane = &nest->lanes.list[i];

		cut_all(nest, lane, depth(nest, lane), 0);
	}
}

void nest_lose(struct nest *nest)
{
	nest_end(nest);
	nest->generation++;
}
