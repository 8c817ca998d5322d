/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What `posixtrace info` tells of a ThreadX dump. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/tool.h"
#include "info/info.h"

static void show_header(struct sheet *sheet, const struct info *info,
			const struct pxt_dump *dump)
{
	const struct pxt_dump_header *header = pxt_dump_get_header(dump);
	const struct pxt_dump_layout *layout = pxt_dump_get_layout(dump);

	sheet_text(sheet, "format", "ThreadX trace buffer (TXTB)");
	sheet_text(sheet, "stored as", "%s", unhex_name(info->input->form));
	sheet_number(sheet, "size", layout->file_size);
	sheet_group(sheet, "header");
	sheet_text(sheet, "byte order", "%s", header->big_endian ?
		   "big endian" : "little endian");
	sheet_number(sheet, "ulong size", header->ulong_size);
	sheet_hex(sheet, "timer mask", header->mask);
	sheet_hex(sheet, "base", header->base);
	sheet_hex(sheet, "registry start", header->registry_start);
	sheet_hex(sheet, "registry end", header->registry_end);
	sheet_hex(sheet, "buffer start", header->buffer_start);
	sheet_hex(sheet, "buffer end", header->buffer_end);
	sheet_hex(sheet, "current", header->current);
	sheet_number(sheet, "name size", header->name_size);
	sheet_number(sheet, "registry slots", layout->n_objects);
	sheet_number(sheet, "registry offset", layout->registry);
	sheet_number(sheet, "buffer offset", layout->buffer);
	sheet_number(sheet, "entry size", layout->entry_size);
	sheet_group_end(sheet);
}

static const char *clock_name(enum pxt_dump_clock clock)
{
	static const char *const names[] = {
		"stands still", "counts up", "counts down",
		"nanoseconds of a second",
	};

	return names[clock];
}

static void show_buffer(struct sheet *sheet, const struct pxt_dump *dump)
{
	const struct pxt_dump_layout *layout = pxt_dump_get_layout(dump);
	const struct pxt_dump_summary *summary = pxt_dump_get_summary(dump);

	sheet_group(sheet, "buffer");
	sheet_number(sheet, "entries", layout->n_room);
	sheet_number(sheet, "events", summary->n_events);
	sheet_number(sheet, "missing", summary->missing);
	sheet_number(sheet, "oldest entry", summary->oldest);
	sheet_bool(sheet, "full", summary->is_full);
	sheet_bool(sheet, "wrapped", summary->is_wrapped);
	sheet_bool(sheet, "several cores", summary->is_smp);
	sheet_group_end(sheet);

	sheet_group(sheet, "clock");
	sheet_text(sheet, "timer", "%s", clock_name(summary->clock));
	sheet_number(sheet, "span ticks", summary->span);
	sheet_number(sheet, "began anew", summary->n_wraps);
	sheet_number(sheet, "late stamps", summary->n_late);
	sheet_group_end(sheet);
}

/* By kind, then as they stand in the registry. */
static int compare(const void *a, const void *b)
{
	const struct pxt_dump_object *x =
		*(const struct pxt_dump_object *const *)a;
	const struct pxt_dump_object *y =
		*(const struct pxt_dump_object *const *)b;

	if (x->type != y->type)
		return x->type < y->type ? -1 : 1;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static void put_parameter(struct sheet *sheet,
			  const struct pxt_dump_object *object, unsigned n)
{
	const struct pxt_threadx_object *kind =
		pxt_threadx_object(object->type);
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
		       const struct pxt_dump_object *object)
{
	const struct pxt_threadx_object *kind =
		pxt_threadx_object(object->type);

	sheet_row(sheet);
	if (kind)
		sheet_cell_text(sheet, "%s", kind->name);
	else
		sheet_cell_text(sheet, "type %u", object->type);
	sheet_cell_text(sheet, "%s", object->name);
	sheet_cell_hex(sheet, object->address);
	if (object->priority >= 0)
		sheet_cell_number(sheet, (uint64_t)object->priority);
	else
		sheet_cell_none(sheet);
	put_parameter(sheet, object, 0);
	put_parameter(sheet, object, 1);
	sheet_cell_text(sheet, "%s", object->available ? "deleted" : "in use");
	sheet_cell_number(sheet, object->offset);
}

static bool show_objects(struct sheet *sheet, const struct pxt_dump *dump)
{
	static const char *const columns[] = {
		"kind", "name", ">address", ">priority", "parameter 1",
		"parameter 2", "state", ">offset",
	};
	size_t n;
	const struct pxt_dump_object *objects = pxt_dump_get_objects(dump, &n);
	const struct pxt_dump_object **order =
		calloc(n ? n : 1, sizeof(*order));

	if (!order) {
		tool_error("out of memory");
		return false;
	}
	for (size_t i = 0; i < n; i++)
		order[i] = &objects[i];
	qsort(order, n, sizeof(*order), compare);
	sheet_table(sheet, "objects", columns, 8);
	for (size_t i = 0; i < n; i++)
		put_object(sheet, order[i]);
	sheet_table_end(sheet);
	free(order);
	return true;
}

/* How often each type occurs. */
static bool show_types(struct sheet *sheet, struct pxt_dump *dump)
{
	static const char *const columns[] = { ">type", "name", ">id",
					       ">events" };
	static uint64_t count[PXT_ID_SPACE], id[PXT_ID_SPACE];
	struct pxt_dump_event event;
	struct pxt_dump_place place;
	int err;

	pxt_dump_begin(&place);
	while ((err = pxt_dump_next(dump, &place, &event)) == 0) {
		count[event.type]++;
		id[event.type] = event.id;
	}
	if (err != ENOENT) {
		tool_error("the events: %s", strerror(err));
		return false;
	}
	sheet_table(sheet, "event types", columns, 4);
	for (unsigned type = 0; type < PXT_ID_SPACE; type++) {
		const char *name = pxt_dump_get_name(dump, type);

		if (!count[type])
			continue;
		sheet_row(sheet);
		sheet_cell_number(sheet, type);
		sheet_cell_text(sheet, "%s", name ? name :
				"posix_trace_unnamed_userevent");
		if (name)
			sheet_cell_number(sheet, id[type]);
		else
			sheet_cell_none(sheet);
		sheet_cell_number(sheet, count[type]);
	}
	sheet_table_end(sheet);
	return true;
}

int info_dump(const struct info *info, struct pxt_dump *dump)
{
	const struct pxt_dump_summary *summary = pxt_dump_get_summary(dump);

	show_header(info->sheet, info, dump);
	show_buffer(info->sheet, dump);
	info_attributes(info);
	if (!show_objects(info->sheet, dump) || !show_types(info->sheet, dump))
		return TOOL_FAILURE;
	return summary->missing || summary->ends_at_current ? TOOL_DAMAGED :
							      TOOL_FINE;
}
