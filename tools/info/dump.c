/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* `posixtrace info` for a ThreadX dump. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/tool.h"
#include "dump/threadx.h"
#include "info/info.h"
#include "trace/types.h"

static void show_header(const struct info *info,
			const struct posixtrace_dump *dump)
{
	struct sheet *sheet = info->sheet;

	sheet_text(sheet, "format", "ThreadX trace buffer (TXTB)");
	sheet_text(sheet, "stored as", "%s", unhex_name(info->input->form));
	sheet_number(sheet, "size", dump->file_size);
	sheet_group(sheet, "header");
	sheet_text(sheet, "byte order", "%s", dump->is_big_endian ?
		   "big endian" : "little endian");
	sheet_number(sheet, "ulong size", dump->ulong_size);
	sheet_hex(sheet, "timer mask", dump->timer_mask);
	sheet_hex(sheet, "base", dump->base);
	sheet_hex(sheet, "registry start", dump->registry_start);
	sheet_hex(sheet, "registry end", dump->registry_end);
	sheet_hex(sheet, "buffer start", dump->buffer_start);
	sheet_hex(sheet, "buffer end", dump->buffer_end);
	sheet_hex(sheet, "current", dump->current);
	sheet_number(sheet, "name size", dump->name_size);
	sheet_number(sheet, "registry slots", dump->registry_slots);
	sheet_number(sheet, "registry offset", dump->registry_offset);
	sheet_number(sheet, "buffer offset", dump->buffer_offset);
	sheet_number(sheet, "entry size", dump->entry_size);
	sheet_group_end(sheet);
}

static void show_buffer(struct sheet *sheet,
			const struct posixtrace_dump *dump)
{
	static const char *const timers[] = {
		[POSIXTRACE_TIMER_STATIC] = "stopped",
		[POSIXTRACE_TIMER_RISING] = "counts up",
		[POSIXTRACE_TIMER_FALLING] = "counts down",
		[POSIXTRACE_TIMER_SECONDS] = "nanoseconds of a second",
	};

	sheet_group(sheet, "buffer");
	sheet_number(sheet, "entries", dump->entries);
	sheet_number(sheet, "events", dump->events);
	sheet_number(sheet, "missing", dump->missing);
	sheet_number(sheet, "oldest entry", dump->oldest);
	sheet_bool(sheet, "full", dump->is_full);
	sheet_bool(sheet, "wrapped", dump->is_wrapped);
	sheet_bool(sheet, "several cores", dump->has_cores);
	sheet_group_end(sheet);

	sheet_group(sheet, "clock");
	sheet_text(sheet, "timer", "%s", timers[dump->timer]);
	sheet_number(sheet, "span ticks", dump->span);
	sheet_number(sheet, "began anew", dump->wraps);
	sheet_number(sheet, "late stamps", dump->late);
	sheet_group_end(sheet);
}

/* By kind, then in the order of the registry. */
static int compare(const void *a, const void *b)
{
	const struct posixtrace_object *x = a, *y = b;

	if (x->type != y->type)
		return x->type < y->type ? -1 : 1;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static void put_parameter(struct sheet *sheet,
			  const struct posixtrace_object *object, unsigned n)
{
	const struct pxt_threadx_object *kind =
		pxt_threadx_object((unsigned)object->type);
	struct pxt_threadx_field field;
	char text[32];

	if (kind && pxt_threadx_field(kind->parameters, n, &field)) {
		pxt_threadx_show(text, sizeof(text), field.kind,
				 object->parameter[n]);
		sheet_cell_text(sheet, "%s=%s", field.name, text);
	} else if (object->parameter[n]) {
		sheet_cell_hex(sheet, object->parameter[n]);
	} else {
		sheet_cell_none(sheet);
	}
}

static void put_object(struct sheet *sheet,
		       const struct posixtrace_object *object)
{
	const struct pxt_threadx_object *kind =
		pxt_threadx_object((unsigned)object->type);

	sheet_row(sheet);
	if (kind)
		sheet_cell_text(sheet, "%s", kind->name);
	else
		sheet_cell_text(sheet, "type %d", object->type);
	sheet_cell_text(sheet, "%s", object->name);
	sheet_cell_hex(sheet, object->address);
	if (object->priority >= 0)
		sheet_cell_number(sheet, (uint64_t)object->priority);
	else
		sheet_cell_none(sheet);
	put_parameter(sheet, object, 0);
	put_parameter(sheet, object, 1);
	sheet_cell_text(sheet, "%s", object->is_deleted ? "deleted" : "in use");
	sheet_cell_number(sheet, object->offset);
}

/* All objects, and their number; the caller frees them.  NULL: no memory. */
static struct posixtrace_object *read_objects(trace_id_t trid, size_t *n)
{
	struct posixtrace_object *objects;
	struct posixtrace_object object;

	for (*n = 0; posixtrace_get_object(trid, *n, &object) == 0;)
		++*n;
	objects = calloc(*n ? *n : 1, sizeof(*objects));
	for (size_t i = 0; objects && i < *n; i++)
		posixtrace_get_object(trid, i, &objects[i]);
	return objects;
}

static bool show_objects(const struct info *info)
{
	static const char *const columns[] = {
		"kind", "name", ">address", ">priority", "parameter 1",
		"parameter 2", "state", ">offset",
	};
	size_t n;
	struct posixtrace_object *objects = read_objects(info->trid, &n);

	if (!objects) {
		tool_error("out of memory");
		return false;
	}
	qsort(objects, n, sizeof(*objects), compare);
	sheet_table(info->sheet, "objects", columns, 8);
	for (size_t i = 0; i < n; i++)
		put_object(info->sheet, &objects[i]);
	sheet_table_end(info->sheet);
	free(objects);
	return true;
}

/* Count the events of each type, and note the ids of ThreadX. */
static int count_types(trace_id_t trid, uint64_t *count, uint64_t *id)
{
	struct posix_trace_event_info event;
	struct posixtrace_context context;
	uint64_t words[PXT_THREADX_WORDS];
	int err, unavailable;
	size_t len;

	for (;;) {
		err = posix_trace_getnext_event(trid, &event, words,
						sizeof(words), &len,
						&unavailable);
		if (err || unavailable)
			return err;
		/* The event that reports missing ones is not one of them. */
		if (posixtrace_get_context(trid, &context) != 0)
			continue;
		count[event.posix_event_id]++;
		id[event.posix_event_id] = context.id;
	}
}

/* The number of events of each type. */
static bool show_types(const struct info *info)
{
	static const char *const columns[] = { ">type", "name", ">id",
					       ">events" };
	static uint64_t count[TYPES_IDS], id[TYPES_IDS];
	struct sheet *sheet = info->sheet;
	int err = count_types(info->trid, count, id);

	if (err) {
		tool_error("the events: %s", strerror(err));
		return false;
	}
	sheet_table(sheet, "event types", columns, 4);
	for (unsigned type = 0; type < TYPES_IDS; type++) {
		char name[TRACE_EVENT_NAME_MAX + 1] = "";

		if (!count[type])
			continue;
		posix_trace_eventid_get_name(info->trid, type, name);
		sheet_row(sheet);
		sheet_cell_number(sheet, type);
		sheet_cell_text(sheet, "%s", name);
		if (type == POSIX_TRACE_UNNAMED_USEREVENT)
			sheet_cell_none(sheet);
		else
			sheet_cell_number(sheet, id[type]);
		sheet_cell_number(sheet, count[type]);
	}
	sheet_table_end(sheet);
	return true;
}

int info_dump(const struct info *info, const struct posixtrace_dump *dump)
{
	show_header(info, dump);
	show_buffer(info->sheet, dump);
	info_attributes(info);
	if (!show_objects(info) || !show_types(info))
		return TOOL_FAILURE;
	return dump->is_cut ? TOOL_DAMAGED : TOOL_FINE;
}
