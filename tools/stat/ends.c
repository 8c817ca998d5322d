/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Finds what events end; see ends.h. */
#include "stat/ends.h"

static struct ended as_ended(const struct pair_name *name,
			     const struct pairs *pairs, const struct type *type,
			     uint64_t ns)
{
	const struct pair_begun *begun = pairs_ended(pairs);
	uint64_t length = ns - begun->ns;

	return (struct ended){
		.type = type,
		.len = name->stem_len,
		.ns = length,
		.total_ns = length - begun->same_ns,
		.self_ns = begun->inner_ns < length ? length - begun->inner_ns : 0,
	};
}

bool ends_take(struct ends *ends, struct pairs **begun,
	       const struct trace_event *event, uint64_t ns,
	       struct ended *ended)
{
	const struct type *type = ends->log ?
		function_types_find(&ends->functions, ends->log, ends->root,
				    event) : event->type;
	struct pair_name *name;
	struct pair_event taken = {
		.type = type, .ns = ns, .data = event->data, .len = event->len,
	};

	if (!type)
		return false;
	ended->type = NULL;
	if (type->id >= TYPES_SHOWN)
		return true;
	name = &ends->names[type->id];
	if (name->role == PAIR_UNKNOWN)
		pair_parse(name, type);
	taken.name = name;
	if (pair_is_open(name))
		taken.breaks = event_breaks(event);
	switch (pairs_take(begun, ends->generation, &taken)) {
	case PAIRS_NO_MEMORY:
		return false;
	case PAIRS_ENDED:
		*ended = as_ended(name, *begun, type, ns);
		break;
	case PAIRS_NOTHING:
		break;
	}
	return true;
}
