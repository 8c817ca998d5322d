/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * From names of event types to the filter of a stream.
 *
 * The filter is a set of types that are not recorded, and a program may
 * register a type at any time.  A name can be turned into its type before
 * the program does so: posix_trace_trid_eventid_open() gives the one it will
 * get.  A pattern cannot, so there are none here; `report` has them, since
 * it knows all names.  "Only these" works: a full set covers the types to
 * come.
 */
#include "record/exclude.h"

#include <posixtrace.h>
#include <stdlib.h>
#include <string.h>

#include "common/tool.h"
#include "trace/groups.h"

error_t exclude_add(struct exclude_list *list, const char *word)
{
	const char **words;
	error_t err = event_group_check(word);

	if (err)
		return err;
	if (*word == '\0')
		return tool_misuse("-e and -x: the name is empty; "
				   "give the name of an event type");
	if (strlen(word) > TRACE_EVENT_NAME_MAX)
		return tool_misuse("%s: longer than an event name can be (%d); "
				   "give the exact name", word,
				   TRACE_EVENT_NAME_MAX);
	if (strpbrk(word, "*?["))
		return tool_misuse("%s: no patterns here, the names are not yet known; "
				   "give exact names, or use -e of 'posixtrace report'",
				   word);
	words = reallocarray(list->words, list->n_words + 1, sizeof(*words));
	if (!words)
		return ENOMEM;
	list->words = words;
	list->words[list->n_words++] = word;
	return 0;
}

void exclude_fini(struct exclude_list *list)
{
	free(list->words);
	*list = (struct exclude_list){ 0 };
}

static int change(trace_event_id_t id, trace_event_set_t *set, bool add)
{
	return add ? posix_trace_eventset_add(id, set)
		   : posix_trace_eventset_del(id, set);
}

static bool change_word(trace_id_t trid, const char *word,
			trace_event_set_t *set, bool add)
{
	const struct event_group *group = event_group_find(word);
	trace_event_id_t id;
	char name[TRACE_EVENT_NAME_MAX + 1];
	int err = 0;

	if (group) {
		for (id = 0; !err && id < 64; id++)
			if (event_group_has(group, id))
				err = change(id, set, add);
	} else {
		err = posix_trace_trid_eventid_open(trid, word, &id);
		if (!err && id == POSIX_TRACE_UNNAMED_USEREVENT &&
		    posix_trace_eventid_get_name(trid, id, name) == 0 &&
		    strcmp(name, word) != 0) {
			tool_error("%s: the process has %d event types, there "
				   "is no room for another; leave the name out",
				   word, TRACE_USER_EVENT_MAX);
			return false;
		}
		if (!err)
			err = change(id, set, add);
	}
	if (err)
		tool_error("%s: %s; leave the name out", word, strerror(err));
	return err == 0;
}

/* All types but those of the standard. */
static int fill_but_standard(trace_event_set_t *set)
{
	int err = posix_trace_eventset_fill(set, POSIX_TRACE_ALL_EVENTS);

	for (trace_event_id_t id = POSIX_TRACE_ERROR;
	     !err && id <= POSIX_TRACE_FLUSH_STOP; id++)
		err = posix_trace_eventset_del(id, set);
	return err;
}

bool exclude_apply(trace_id_t trid, const struct exclude_list *only,
		   const struct exclude_list *not)
{
	trace_event_set_t set;
	int err;

	if (only->n_words == 0 && not->n_words == 0)
		return true;
	err = only->n_words ? fill_but_standard(&set)
			    : posix_trace_eventset_empty(&set);
	for (size_t i = 0; !err && i < only->n_words; i++) {
		if (!change_word(trid, only->words[i], &set, false))
			return false;
	}
	for (size_t i = 0; !err && i < not->n_words; i++) {
		if (!change_word(trid, not->words[i], &set, true))
			return false;
	}
	if (!err)
		err = posix_trace_set_filter(trid, &set,
					     POSIX_TRACE_SET_EVENTSET);
	if (err)
		tool_error("the filter: %s; record without -e and -x",
			   strerror(err));
	return err == 0;
}
