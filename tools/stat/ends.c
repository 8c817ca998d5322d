/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Finds what events end; see ends.h. */
#include "stat/ends.h"

#include <inttypes.h>

#include "common/tool.h"

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

/* Has the event that began a pair discarded the oldest ones of `before`? */
static bool was_deep(const struct pairs *pairs, unsigned before)
{
	return before == PAIRS_DEEP &&
	       pairs->n == PAIRS_DEEP - PAIRS_DISCARDED + 1;
}

void ends_note_deep(const struct ends *ends, const char *path)
{
	if (ends->n_deep)
		tool_note("%s: more than %d slices were open at once on a thread; "
			  "the %" PRIu64 " outermost ones are not counted", path,
			  PAIRS_DEEP, ends->n_deep);
}

bool ends_take(struct ends *ends, struct pairs **begun,
	       const struct trace_event *event, uint64_t ns,
	       struct ended *ended)
{
	const struct type *type = ends->log ?
		function_types_find(&ends->functions, ends->log, ends->root,
				    event) : event->type;
	const unsigned before = *begun ? (*begun)->n : 0;
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
		if (name->role == PAIR_BEGIN && was_deep(*begun, before))
			ends->n_deep += PAIRS_DISCARDED;
		break;
	}
	return true;
}
