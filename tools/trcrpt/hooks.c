/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Assigning hook ids to event types; see hooks.h. */
#include "hooks.h"

#include <posixtrace.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/types.h"

enum {
	USER_FIRST = 0x0100,	/* 010 */
	USER_SHORT = 240,	/* ids of three digits for user events */
	USER_LONG = 0xf000,
	USER_EVADE = 0xf400,	/* where the long ones end */
	USER_SYSTEM = 0x00f0,	/* 00F: other system events, by subhook */
};

/* System events that are not in a template. */
static const struct {
	uint16_t hook;
	uint16_t subhook;
} system_hooks[] = {
	[POSIX_TRACE_ERROR] = { 0x00c0, 0 },
	[POSIX_TRACE_START] = { 0x0010, 0 },
	[POSIX_TRACE_STOP] = { 0x0020, 0 },
	[POSIX_TRACE_FILTER] = { 0x00d0, 0 },
	[POSIX_TRACE_OVERFLOW] = { 0x0060, 1 },
	[POSIX_TRACE_RESUME] = { 0x0060, 2 },
	[POSIX_TRACE_FLUSH_START] = { 0x0050, 1 },
	[POSIX_TRACE_FLUSH_STOP] = { 0x0050, 2 },
	[POSIX_TRACE_UNNAMED_USEREVENT] = { 0x00e0, 0 },
};

enum { N_SYSTEM = sizeof(system_hooks) / sizeof(system_hooks[0]) };

static int compare_maps(const void *a, const void *b)
{
	const struct trcfmt_map *const *x = a;
	const struct trcfmt_map *const *y = b;

	return strcmp((*x)->name, (*y)->name);
}

static int compare_types(const void *a, const void *b)
{
	const struct hook_type *x = a;
	const struct hook_type *y = b;

	return strcmp(x->name, y->name);
}

static void take(struct hooks *hooks, uint16_t hook)
{
	hooks->taken[hook / 8] |= (uint8_t)(1u << hook % 8);
}

static bool is_taken(const struct hooks *hooks, uint16_t hook)
{
	return hooks->taken[hook / 8] >> hook % 8 & 1;
}

bool hooks_init(struct hooks *hooks, const struct trcfmt *set)
{
	size_t n = 0;

	*hooks = (struct hooks){ .set = set };
	while (trcfmt_map(set, n))
		n++;
	hooks->maps = calloc(n + 1, sizeof(*hooks->maps));
	if (!hooks->maps)
		return false;
	for (size_t i = 0; i < n; i++) {
		hooks->maps[i] = trcfmt_map(set, i);
		take(hooks, hooks->maps[i]->hook);
	}
	hooks->n_maps = n;
	/* glibc's qsort() is a merge sort, and keeps the order of equal
	 * names. */
	qsort(hooks->maps, n, sizeof(*hooks->maps), compare_maps);
	return true;
}

static void keep_node(void *node)
{
	(void)node;
}

void hooks_fini(struct hooks *hooks)
{
	tdestroy(hooks->by_name, keep_node);
	for (size_t i = 0; i < hooks->n_types; i++)
		free(hooks->types[i]);
	free(hooks->types);
	free(hooks->maps);
}

/* The last directive for the name, or NULL. */
static const struct trcfmt_map *find_map(const struct hooks *hooks,
					 const char *name)
{
	size_t low = 0;
	size_t high = hooks->n_maps;

	/* Find the first entry after the name. */
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strcmp(hooks->maps[middle]->name, name) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0 || strcmp(hooks->maps[low - 1]->name, name) != 0)
		return NULL;
	return hooks->maps[low - 1];
}

/* Rules 1 and 2. */
static bool assign_by_template(struct hooks *hooks, struct hook_type *type)
{
	const struct trcfmt_map *map = find_map(hooks, type->name);
	const struct trcfmt_stanza *stanza;

	if (map) {
		type->hook = map->hook;
		type->subhook = map->subhook;
		type->generic = map->generic;
		if (map->env)
			type->env = map->env;
		return true;
	}
	stanza = *type->name ? trcfmt_find_label(hooks->set, type->name) : NULL;
	if (!stanza)
		return false;
	type->hook = stanza->hook;
	take(hooks, type->hook);
	return true;
}

/* Rules 3 and 4. */
static void assign_by_number(struct hooks *hooks, struct hook_type *type,
			     trace_event_id_t id, unsigned k)
{
	if (id < N_SYSTEM && system_hooks[id].hook) {
		type->hook = system_hooks[id].hook;
		type->subhook = system_hooks[id].subhook;
	} else if (!type->is_user) {
		type->hook = USER_SYSTEM;
		type->subhook = (uint16_t)id;
	} else {
		unsigned hook = k < USER_SHORT ? USER_FIRST + 16 * k
					       : USER_LONG + k - USER_SHORT;

		for (unsigned other = USER_EVADE + k;
		     (hook > UINT16_MAX || is_taken(hooks, (uint16_t)hook)) &&
		     other <= UINT16_MAX; other += 0x400)
			hook = other;
		type->hook = (uint16_t)hook;
	}
}

/* Add a type, without its hook. */
static struct hook_type *add(struct hooks *hooks, const char *name,
			     trace_event_id_t id)
{
	struct hook_type **types;
	struct hook_type *type;

	/* The array is full at every power of two. */
	if ((hooks->n_types & (hooks->n_types - 1)) == 0) {
		types = reallocarray(hooks->types,
				     hooks->n_types ? 2 * hooks->n_types : 1,
				     sizeof(*types));
		if (!types)
			return NULL;
		hooks->types = types;
	}
	type = calloc(1, sizeof(*type));
	if (!type)
		return NULL;
	snprintf(type->name, sizeof(type->name), "%s", name);
	type->env = sizeof(long) == 8 ? 64 : 32;
	type->is_user = id >= POSIX_TRACE_UNNAMED_USEREVENT;
	type->is_shown = true;
	if (!tsearch(type, &hooks->by_name, compare_types)) {
		free(type);
		return NULL;
	}
	hooks->types[hooks->n_types++] = type;
	return type;
}

static struct hook_type *find_name(struct hooks *hooks, const char *name)
{
	struct hook_type key;
	struct hook_type **node;

	snprintf(key.name, sizeof(key.name), "%s", name);
	node = tfind(&key, &hooks->by_name, compare_types);
	return node ? *node : NULL;
}

struct hook_type *hooks_find(struct hooks *hooks, struct hooks_log *log,
			     trace_event_id_t id)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	struct hook_type *type;

	if (id < HOOKS_IDS && log->by_id[id])
		return log->by_id[id];
	types_name(log->trid, id, name);
	type = find_name(hooks, name);
	if (!type) {
		type = add(hooks, name, id);
		if (!type)
			return NULL;
		if (!assign_by_template(hooks, type))
			assign_by_number(hooks, type, id,
					 type->is_user ? hooks->n_user++ : 0);
		type->has_stanza = trcfmt_find(hooks->set, type->hook);
	}
	if (id < HOOKS_IDS)
		log->by_id[id] = type;
	return type;
}

/* False: no memory. */
static bool take_arguments(struct hooks_log *log, trace_event_id_t id)
{
	struct posixtrace_arguments described;
	struct arguments *arguments;

	if (posixtrace_get_arguments(log->trid, id, &described) != 0)
		return true;
	arguments = malloc(sizeof(*arguments));
	if (!arguments)
		return false;
	if (arguments_parse(arguments, &described))
		log->arguments[id] = arguments;
	else
		free(arguments);
	return true;
}

void hooks_log_fini(struct hooks_log *log)
{
	for (size_t i = 0; i < HOOKS_IDS; i++)
		free(log->arguments[i]);
}

const struct arguments *hooks_arguments(const struct hooks_log *log,
					trace_event_id_t id)
{
	return id < HOOKS_IDS ? log->arguments[id] : NULL;
}

/* Add the types of the log that no previous log had, with their ids. */
struct fresh {
	struct hook_type *type;
	trace_event_id_t id;
	unsigned k;
	bool is_assigned;
};

/*
 * All types first, then the hooks by template, then those by number: a hook
 * that a template gives to one type must not go to another before.
 */
bool hooks_take(struct hooks *hooks, struct hooks_log *log, trace_id_t trid)
{
	struct fresh *fresh = calloc(HOOKS_IDS, sizeof(*fresh));
	char name[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t id;
	size_t n = 0;
	bool done = fresh;

	*log = (struct hooks_log){
		.trid = trid,
		.is_big_endian = posixtrace_is_big_endian(trid) == 1,
	};
	while (done && n < HOOKS_IDS && types_next(trid, &id, name)) {
		struct hook_type *type = find_name(hooks, name);

		if (!type) {
			type = add(hooks, name, id);
			fresh[n] = (struct fresh){ .type = type, .id = id };
			if (id > POSIX_TRACE_UNNAMED_USEREVENT)
				fresh[n].k = hooks->n_user++;
			n++;
		}
		done = type;
		if (id < HOOKS_IDS && done) {
			log->by_id[id] = type;
			done = take_arguments(log, id);
		}
	}
	for (size_t i = 0; done && i < n; i++)
		fresh[i].is_assigned = assign_by_template(hooks,
							  fresh[i].type);
	for (size_t i = 0; done && i < n; i++) {
		if (!fresh[i].is_assigned)
			assign_by_number(hooks, fresh[i].type, fresh[i].id,
					 fresh[i].k);
		fresh[i].type->has_stanza = trcfmt_find(hooks->set,
							fresh[i].type->hook);
	}
	free(fresh);
	return done;
}
