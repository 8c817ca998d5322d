/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The event types of several logs as those of one; see merged-types.h. */
#include "merge/merged-types.h"

#include <stdio.h>
#include <string.h>

#include <bsd/string.h>

static size_t hash(const char *name)
{
	uint32_t sum = 2166136261u;

	for (; *name; name++)
		sum = (sum ^ (unsigned char)*name) * 16777619u;
	return sum % MERGED_PLACES;
}

/* Where the id of that name is, or would be: there are always free places. */
static uint16_t *find(struct merged_types *merged, const char *name)
{
	size_t at = hash(name);

	while (merged->place[at] &&
	       strcmp(merged->type[merged->place[at]].name, name) != 0)
		at = (at + 1) % MERGED_PLACES;
	return &merged->place[at];
}

static bool is_free(const struct merged_types *merged, unsigned id)
{
	return !merged->type[id].is_there;
}

static void set_type(struct merged_types *merged, unsigned id, const char *name,
		     const char *text)
{
	merged->type[id].is_there = true;
	strlcpy(merged->type[id].name, name, sizeof(merged->type[id].name));
	strlcpy(merged->type[id].text, text, sizeof(merged->type[id].text));
}

/* An id for a name that is new; 0: there is none left. */
static unsigned choose_id(const struct merged_types *merged, unsigned wanted)
{
	if (is_free(merged, wanted))
		return wanted;
	for (unsigned id = PXT_ID_USER + 1; id < PXT_ID_SPACE; id++)
		if (is_free(merged, id))
			return id;
	return 0;
}

/* A name that is too long for its number is cut. */
static void name_variant(char variant[PXT_EVENT_NAME_SIZE], const char *name,
			 unsigned number)
{
	char suffix[16] = "";
	int len = 0;

	if (number > 1)
		len = snprintf(suffix, sizeof(suffix), "~%u", number);
	snprintf(variant, PXT_EVENT_NAME_SIZE, "%.*s%s",
		 PXT_EVENT_NAME_SIZE - 1 - len, name, suffix);
}

static unsigned add_user(struct merged_types *merged, unsigned wanted,
			 const char *name, const char *text)
{
	char variant[PXT_EVENT_NAME_SIZE];

	/* More variants than ids there cannot be. */
	for (unsigned number = 1; number <= PXT_ID_SPACE; number++) {
		uint16_t *place;
		unsigned id;

		name_variant(variant, name, number);
		place = find(merged, variant);
		if (*place && strcmp(merged->type[*place].text, text) == 0)
			return *place;
		if (*place)
			continue;
		id = choose_id(merged, wanted);
		if (id) {
			set_type(merged, id, variant, text);
			*place = (uint16_t)id;
		}
		return id;
	}
	return 0;
}

bool merged_types_add(struct merged_types *merged, struct type_ids *ids, unsigned id,
	     const char *name, const char *text)
{
	unsigned becomes = id;

	if (id > PXT_ID_USER)
		becomes = add_user(merged, id, name, text);
	else if (is_free(merged, id))
		set_type(merged, id, name, text);
	ids->id[id] = (uint16_t)becomes;
	ids->is_moved |= becomes != id;
	return becomes != 0;
}

void type_ids_map_set(const struct type_ids *ids, trace_event_set_t *set)
{
	trace_event_set_t mapped = *set;
	int is_member;

	if (!ids->is_moved)
		return;
	/* Ids of no type of the log are in a set that has all. */
	for (unsigned id = 1; id < PXT_ID_SPACE; id++)
		if (ids->id[id] && ids->id[id] != id)
			posix_trace_eventset_del(id, &mapped);
	for (unsigned id = 1; id < PXT_ID_SPACE; id++) {
		if (!ids->id[id] ||
		    posix_trace_eventset_ismember(id, set, &is_member) != 0)
			continue;
		if (is_member)
			posix_trace_eventset_add(ids->id[id], &mapped);
		else
			posix_trace_eventset_del(ids->id[id], &mapped);
	}
	*set = mapped;
}
