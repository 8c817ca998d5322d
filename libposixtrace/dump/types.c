/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The event types of a dump: the ids that occur in it, and their names.  A
 * stream has room for TRACE_USER_EVENT_MAX types; events of further types get
 * the unnamed type.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <bsd/string.h>

#include "dump/form.h"
#include "log/txtb.h"

enum {
	IDS_MAX = 1 << 16,		/* the core is part of an id */
	USER_LAST = 65535,
};

struct pxt_dump_id {
	RB_ENTRY(pxt_dump_id) by_value;
	uint64_t value;
};

static int compare_ids(struct pxt_dump_id *a, struct pxt_dump_id *b)
{
	return a->value < b->value ? -1 : a->value > b->value;
}

PXT_RB_GENERATE(pxt_dump_id_tree, pxt_dump_id, by_value, compare_ids)

int pxt_dump_note_id(struct pxt_dump_ids *ids, uint64_t id)
{
	struct pxt_dump_id key = { .value = id }, *noted;

	if (ids->n == IDS_MAX ||
	    RB_FIND(pxt_dump_id_tree, &ids->tree, &key))
		return 0;
	noted = malloc(sizeof(*noted));
	if (!noted)
		return ENOMEM;
	noted->value = id;
	RB_INSERT(pxt_dump_id_tree, &ids->tree, noted);
	ids->n++;
	return 0;
}

void pxt_dump_ids_fini(struct pxt_dump_ids *ids)
{
	struct pxt_dump_id *id;

	while ((id = RB_ROOT(&ids->tree))) {
		RB_REMOVE(pxt_dump_id_tree, &ids->tree, id);
		free(id);
	}
}

uint64_t pxt_dump_split_id(const struct pxt_dump *dump, uint64_t raw, int *core)
{
	*core = 0;
	if (!dump->summary.is_smp || raw > UINT32_MAX || raw & 0xff0000)
		return raw;
	*core = (int)(raw >> 24);
	return raw & 0xffff;
}

static void make_name(struct pxt_dump_type *type)
{
	const struct pxt_threadx_event *event = type->id <= UINT32_MAX ?
		pxt_threadx_event((uint32_t)type->id) : NULL;

	if (event)
		strlcpy(type->name, event->name, sizeof(type->name));
	else if (type->id >= PXT_THREADX_USER_FIRST && type->id <= USER_LAST)
		snprintf(type->name, sizeof(type->name),
			 "user_event_%" PRIu64, type->id);
	else
		snprintf(type->name, sizeof(type->name),
			 "threadx_event_%" PRIu64, type->id);
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* The different ids without cores, sorted; the caller frees them. */
static int list_ids(const struct pxt_dump *dump, struct pxt_dump_ids *ids,
		    uint64_t **list, size_t *n)
{
	uint64_t *id = malloc((ids->n + 1) * sizeof(*id));
	struct pxt_dump_id *noted;
	size_t n_all = 0, n_kept = 0;
	int core;

	if (!id)
		return ENOMEM;
	RB_FOREACH(noted, pxt_dump_id_tree, &ids->tree)
		id[n_all++] = pxt_dump_split_id(dump, noted->value, &core);
	qsort(id, n_all, sizeof(*id), compare);
	for (size_t i = 0; i < n_all; i++) {
		if (n_kept == 0 || id[i] != id[n_kept - 1])
			id[n_kept++] = id[i];
	}
	*list = id;
	*n = n_kept;
	return 0;
}

static int compare_type(const void *key, const void *element)
{
	uint64_t id = *(const uint64_t *)key;
	const struct pxt_dump_type *type = element;

	return id < type->id ? -1 : id > type->id;
}

static struct pxt_dump_type *find_type(const struct pxt_dump *dump, uint64_t id)
{
	return bsearch(&id, dump->types, dump->n_types, sizeof(*dump->types),
		       compare_type);
}

/*
 * Event type names in a file written by this project, as objects of a type that
 * ThreadX does not use.
 */
static void take_names(struct pxt_dump *dump)
{
	size_t n;
	const struct pxt_dump_object *object = pxt_dump_get_objects(dump, &n);
	struct pxt_dump_type *type;

	if (dump->header.reserved[1] != PXT_TXTB_NAMED)
		return;
	for (size_t i = 0; i < n; i++) {
		if (object[i].type != PXT_TXTB_EVENT_TYPE || !*object[i].name)
			continue;
		type = find_type(dump, PXT_TXTB_USER + object[i].parameter[0]);
		if (type)
			strlcpy(type->name, object[i].name,
				sizeof(type->name));
	}
	type = find_type(dump, PXT_TXTB_TIME);
	if (type)
		strlcpy(type->name, "posixtrace_silence", sizeof(type->name));
}

int pxt_dump_make_types(struct pxt_dump *dump, struct pxt_dump_ids *ids)
{
	uint64_t *id;
	size_t n;
	int err = list_ids(dump, ids, &id, &n);

	if (err)
		return err;
	if (n > TRACE_USER_EVENT_MAX)
		n = TRACE_USER_EVENT_MAX;
	dump->types = calloc(n ? n : 1, sizeof(*dump->types));
	if (!dump->types) {
		free(id);
		return ENOMEM;
	}
	for (size_t i = 0; i < n; i++) {
		dump->types[i].id = id[i];
		make_name(&dump->types[i]);
	}
	dump->n_types = n;
	take_names(dump);
	free(id);
	return 0;
}

unsigned pxt_dump_type_of(const struct pxt_dump *dump, uint64_t id)
{
	const struct pxt_dump_type *type = find_type(dump, id);

	return type ? PXT_ID_USER + 1 + (unsigned)(type - dump->types) :
	       PXT_ID_USER;
}

const char *pxt_dump_get_name(const struct pxt_dump *dump, unsigned type)
{
	if (type <= PXT_ID_USER || type - PXT_ID_USER > dump->n_types)
		return NULL;
	return dump->types[type - PXT_ID_USER - 1].name;
}

bool pxt_dump_get_word(const struct pxt_dump_event *event, unsigned n,
		       struct pxt_dump_word *word)
{
	const struct pxt_threadx_event *known = event->id <= UINT32_MAX ?
		pxt_threadx_event((uint32_t)event->id) : NULL;

	if (known) {
		if (!pxt_threadx_field(known->words, n, &word->field))
			return false;
	} else {
		/* An event of the application, whose meaning is not known. */
		snprintf(word->field.name, sizeof(word->field.name), "info_%u",
			 n + 1);
		word->field.kind = PXT_THREADX_HEX;
	}
	pxt_threadx_show(word->text, sizeof(word->text), word->field.kind,
			 event->entry.info[n]);
	return true;
}
