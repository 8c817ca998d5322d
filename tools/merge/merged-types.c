/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The event types of several logs as those of one; see merged-types.h. */
#include "merge/merged-types.h"

#include <stdio.h>
#include <string.h>

#include <bsd/string.h>

#include "trace/plain-name.h"

static int compare(struct merged_type *a, struct merged_type *b)
{
	return strcmp(a->name, b->name);
}

PXT_RB_GENERATE(merged_names, merged_type, by_name, compare)

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

/* An id for a new name; 0: there is none left. */
static unsigned choose_id(const struct merged_types *merged, unsigned wanted)
{
	if (is_free(merged, wanted))
		return wanted;
	for (unsigned id = PXT_ID_USER + 1; id < PXT_ID_SPACE; id++)
		if (is_free(merged, id))
			return id;
	return 0;
}

/* The name itself, or that with another number; one that is too long with its number
 * is truncated. */
static void name_variant(char variant[PXT_EVENT_NAME_SIZE], const char *name,
			 unsigned number)
{
	int plain = (int)plain_name_len(name, strlen(name));
	char suffix[16];
	int len, most;

	if (number == 1) {
		strlcpy(variant, name, PXT_EVENT_NAME_SIZE);
		return;
	}
	len = snprintf(suffix, sizeof(suffix), "~%u", number);
	most = PXT_EVENT_NAME_SIZE - 1 - len;
	snprintf(variant, PXT_EVENT_NAME_SIZE, "%.*s%s",
		 plain < most ? plain : most, name, suffix);
}

static unsigned add_user(struct merged_types *merged, unsigned wanted,
			 const char *name, const char *text)
{
	struct merged_type key, *type;

	/* There cannot be more variants than ids. */
	for (unsigned number = 1; number <= PXT_ID_SPACE; number++) {
		unsigned id;

		name_variant(key.name, name, number);
		type = RB_FIND(merged_names, &merged->names, &key);
		if (type && strcmp(type->text, text) == 0)
			return (unsigned)(type - merged->type);
		if (type)
			continue;
		id = choose_id(merged, wanted);
		if (id) {
			set_type(merged, id, key.name, text);
			RB_INSERT(merged_names, &merged->names,
				  &merged->type[id]);
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
	/* A full set also has ids without a type. */
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
