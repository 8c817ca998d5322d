/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Selecting records of a stream of RKH; see picking.h. */
#include "picking.h"

#include <inttypes.h>
#include <stdio.h>

#include "common/tool.h"
#include "trace/groups.h"

enum { NAME_ROOM = 128, NS_A_SECOND = 1000000000 };

error_t picking_check(const struct pick *pick)
{
	if (pick->pids.n)
		return tool_misuse("-p: records of RKH do not tell of processes; "
				   "leave it out");
	if (pick->threads.ids.n)
		return tool_misuse("-t: active objects of RKH have no ids; give a "
				   "pattern of their names");
	if (pick->from.kind == MOMENT_DATE || pick->to.kind == MOMENT_DATE)
		return tool_misuse("--from and --to: records of RKH have no dates; "
				   "write 1.5s or 200ms");
	if (pick->newest)
		return tool_misuse("--last: a stream is shown as it comes; make a "
				   "log of it with -o, and use 'posixtrace report "
				   "--last'");
	return 0;
}

/* Time since the first record. */
static struct timespec time_of(struct picking *picking,
			       const struct rkh_event *event)
{
	uint64_t hz = picking->hz ? picking->hz : event->config->hz;
	uint64_t ticks;

	if (!picking->has_begun) {
		static const struct timespec zero;

		picking->has_begun = true;
		picking->begin = event->time;
		pick_begin(picking->pick, &zero);
	}
	ticks = event->time - picking->begin;
	if (!hz)
		hz = NS_A_SECOND;
	return (struct timespec){
		.tv_sec = (time_t)(ticks / hz),
		.tv_nsec = (long)(ticks % hz * NS_A_SECOND / hz),
	};
}

static bool lets_name(const struct pick *pick, const struct rkh_event *event)
{
	char name[NAME_ROOM];

	if (event->class == RKH_UNKNOWN)
		snprintf(name, sizeof(name), "RKH.unknown");
	else
		snprintf(name, sizeof(name), "%s.%s", event->group,
			 event->name);
	return (patterns_are_empty(&pick->only) ||
		event_words_match(&pick->only, 0, name)) &&
	       !event_words_match(&pick->not, 0, name);
}

static bool lets_object(const struct pick *pick, const struct rkh_event *event)
{
	const struct patterns *names = &pick->threads.names;
	char address[32];

	if (patterns_are_empty(names))
		return true;
	for (size_t i = 0; i < event->n_values; i++) {
		const struct rkh_value *value = &event->values[i];

		if (value->type != RKH_ACTIVE || value->number == 0)
			continue;
		snprintf(address, sizeof(address), "0X%" PRIX64,
			 value->number);
		return patterns_match(names, address) ||
		       (value->name && patterns_match(names, value->name));
	}
	return false;
}

static bool is_wanted(struct picking *picking, const struct rkh_event *event)
{
	struct pick *pick = picking->pick;
	const struct timespec time = time_of(picking, event);

	if (pick_is_early(pick, &time) || pick_is_late(pick, &time))
		return false;
	if (event->class != RKH_REC && event->class != RKH_UNKNOWN)
		return pick_has_come(pick) && !pick_is_over(pick);
	return lets_name(pick, event) && lets_object(pick, event) &&
	       pick_count(pick) == PICK_TAKEN;
}

bool picking_takes(struct picking *picking, struct rkh_event *event)
{
	if (!is_wanted(picking, event)) {
		if (event->missing && !picking->missing) {
			picking->since = event->since;
			picking->is_first = event->is_first;
		}
		picking->missing += event->missing;
		return false;
	}
	if (picking->missing) {
		event->missing += picking->missing;
		event->since = picking->since;
		event->is_first = picking->is_first;
		picking->missing = 0;
	}
	return true;
}
