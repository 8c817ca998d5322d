/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The names of event types (XSH 2.11.2, and page posix_trace_eventid_open).
 */
#include "reference.h"

#include <stdio.h>

/* --- Maps ------------------------------------------------------------------ */

/* A map without names; there are more maps than processes and streams. */
unsigned int map_new(void)
{
	unsigned int i = 0;

	while (shared->map[i].users != 0)
		i++;
	shared->map[i].users = 1;
	shared->map[i].begin = FIRST_USER + 1;
	shared->map[i].end = FIRST_USER + 1;
	return i;
}

void map_release(unsigned int map)
{
	shared->map[map].users--;
}

/* Let the process use this map. */
void map_share(unsigned int *map, unsigned int other)
{
	shared->map[other].users++;
	map_release(*map);
	*map = other;
}

void map_copy(struct map *to, const struct map *from)
{
	to->begin = from->begin;
	to->end = from->end;
	memcpy(to->name, from->name, sizeof(to->name));
}

/* --- Types ----------------------------------------------------------------- */

bool type_is_system(trace_event_id_t type)
{
	return type < FIRST_USER;
}

static const char *system_name(trace_event_id_t type)
{
	static const char *const names[FIRST_USER] = {
		[POSIX_TRACE_ERROR] = "posix_trace_error",
		[POSIX_TRACE_START] = "posix_trace_start",
		[POSIX_TRACE_STOP] = "posix_trace_stop",
		[POSIX_TRACE_FILTER] = "posix_trace_filter",
		[POSIX_TRACE_OVERFLOW] = "posix_trace_overflow",
		[POSIX_TRACE_RESUME] = "posix_trace_resume",
		[POSIX_TRACE_FLUSH_START] = "posix_trace_flush_start",
		[POSIX_TRACE_FLUSH_STOP] = "posix_trace_flush_stop",
		[EVENT_EXTRA] = "reference_extra",
	};

	if (type == EVENT_EXTRA && !choose.extra)
		return NULL;
	if (choose.onlytrace && (type == POSIX_TRACE_FILTER ||
			type == POSIX_TRACE_FLUSH_START ||
			type == POSIX_TRACE_FLUSH_STOP))
		return NULL;
	return names[type];
}

/* The name, or NULL if there is no such type in the map. */
const char *type_name(const struct map *map, trace_event_id_t type)
{
	if (type_is_system(type))
		return system_name(type);
	if (type == POSIX_TRACE_UNNAMED_USER_EVENT)
		return "posix_trace_unnamed_userevent";
	return type >= map->begin && type < map->end ? map->name[type] : NULL;
}

/* The next type of the list, or 0 at its end, where types may be added. */
trace_event_id_t type_after(const struct map *map, unsigned int *cursor)
{
	unsigned int first = choose.reorder ? FIRST_USER : 0;

	while (*cursor < TYPES && (choose.reorder || *cursor < map->end)) {
		trace_event_id_t type = (first + (*cursor)++) % TYPES;

		if (type_name(map, type) != NULL)
			return type;
	}
	if (choose.other)
		*cursor = TYPES;
	return 0;
}

/* The number of a name in the map, or 0. */
static trace_event_id_t type_of_name(const struct map *map, const char *name)
{
	for (trace_event_id_t type = choose.other ? FIRST_USER : 0;
			type < map->end; type++) {
		const char *other = type_name(map, type);

		if (other != NULL && strcmp(other, name) == 0)
			return type;
	}
	return 0;
}

/* --- Opening --------------------------------------------------------------- */

/* The number of types that the process has opened, including the unnamed
 * one. */
static long user_types(const struct process *process)
{
	long n = 1;

	for (trace_event_id_t type = FIRST_USER + 1; type < TYPES; type++)
		n += set_has(&process->opened, type);
	return n;
}

/*
 * The type of a name in a process, which may have ended.  A known name keeps
 * its number.  A new one gets the next number, unless the process has reached
 * its limit: then it is the unnamed type.
 */
static trace_event_id_t type_open(struct process *process, struct map *map,
		const char *name)
{
	trace_event_id_t type = type_of_name(map, name);

	if (type == 0) {
		if (map->end == TYPES || (process != NULL &&
				user_types(process) >= limits.user_events))
			return POSIX_TRACE_UNNAMED_USER_EVENT;
		type = map->end;
		snprintf(map->name[type], NAME_SIZE, "%s", name);
		map->end++;
	}
	if (process != NULL && type > FIRST_USER)
		set_put(&process->opened, type, true);
	return type;
}

static bool is_too_long(const char *name)
{
	return strlen(name) > (size_t)limits.event_name;
}

int posix_trace_eventid_open(const char *restrict name,
		trace_event_id_t *restrict type)
{
	struct process *process;
	sigset_t saved;

	if (is_too_long(name))
		return ENAMETOOLONG;
	*type = POSIX_TRACE_UNNAMED_USER_EVENT;
	if (shared == NULL)
		return 0;
	segment_lock(&saved);
	process = process_self();
	if (process != NULL)
		*type = type_open(process, &shared->map[process->map], name);
	segment_unlock(&saved);
	return 0;
}

/* As above, for the process that a stream traces. */
int posix_trace_trid_eventid_open(trace_id_t trid, const char *restrict name,
		trace_event_id_t *restrict type)
{
	struct stream *stream;
	sigset_t saved;
	int error = EINVAL;

	if (is_too_long(name))
		return ENAMETOOLONG;
	if (shared == NULL)
		return EINVAL;
	segment_lock(&saved);
	stream = stream_find(trid);
	if (stream != NULL) {
		*type = type_open(process_find(stream->target),
				&shared->map[stream->map], name);
		error = 0;
	}
	segment_unlock(&saved);
	return error;
}

/* --- Queries
 * --------------------------------------------------------------- */

/* Within one stream, equal numbers are equal types. */
int posix_trace_eventid_equal(trace_id_t trid, trace_event_id_t one,
		trace_event_id_t other)
{
	(void)trid;
	return one == other;
}

int posix_trace_eventid_get_name(trace_id_t trid, trace_event_id_t type,
		char *name)
{
	const char *found = NULL;
	struct view view;

	if (!view_open(&view, trid))
		return EINVAL;
	found = type_name(view.map, type);
	if (found != NULL)
		strcpy(name, found);
	view_close(&view);
	return found != NULL ? 0 : EINVAL;
}

int posix_trace_eventtypelist_getnext_id(trace_id_t trid,
		trace_event_id_t *restrict type, int *restrict unavailable)
{
	trace_event_id_t next;
	struct view view;

	may_cancel();
	if (!view_open(&view, trid))
		return EINVAL;
	next = type_after(view.map, view.cursor);
	*unavailable = next == 0;
	if (next != 0)
		*type = next;
	view_close(&view);
	return 0;
}

int posix_trace_eventtypelist_rewind(trace_id_t trid)
{
	struct view view;

	may_cancel();
	if (!view_open(&view, trid))
		return EINVAL;
	*view.cursor = 0;
	view_close(&view);
	return 0;
}
