/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The contents of an event as annotations; see content.h. */
#include "content.h"

#include "common/escape.h"
#include "system.h"
#include "symbols/symbols.h"
#include "threadx.h"

static void set_value(struct notes *notes, Pft__DebugAnnotation *note,
		      const struct argument_value *value)
{
	char character = (char)value->number;

	switch (value->kind) {
	case POSIXTRACE_KIND_STRING:
		set_text(notes, note, value->bytes, value->len);
		return;
	case POSIXTRACE_KIND_MEMORY:
		set_hex(notes, note, value->bytes, value->len);
		return;
	case POSIXTRACE_KIND_CHAR:
		set_text(notes, note, &character, 1);
		return;
	case POSIXTRACE_KIND_F32:
	case POSIXTRACE_KIND_F64:
		set_floating(note, value->floating);
		return;
	case POSIXTRACE_KIND_BOOL:
		set_bool(note, value->number != 0);
		return;
	}
	switch (value->kind & ~15u) {
	case POSIXTRACE_KIND_I8 & ~15u:
		set_signed(note, (int64_t)value->number);
		return;
	case POSIXTRACE_KIND_U8 & ~15u:
		set_number(note, value->number);
		return;
	}
	/* Perfetto shows pointers in hexadecimal, and nothing else. */
	set_pointer(note, value->number);
}

/* The names of a type's arguments have consecutive numbers. */
static void name_arguments(struct notes *notes,
			   const struct arguments *arguments,
			   struct content_type *type)
{
	if (!type->first) {
		type->first = notes->n_names;
		notes->n_names += arguments->n;
	}
	if (sequence_knows(notes->sequence, &type->seen))
		return;
	for (unsigned i = 0; i < arguments->n; i++) {
		const struct argument *argument = &arguments->argument[i];

		sequence_name(notes->sequence, NAME_OF_NOTE, type->first + i,
			      arguments->text + argument->name,
			      argument->name_len);
	}
}

static void add_arguments(struct notes *notes,
			  const struct arguments *arguments, const void *data,
			  size_t len, struct content_type *type)
{
	struct argument_value value;
	unsigned i;

	if (type)
		name_arguments(notes, arguments, type);
	for (i = 0; arguments_next(arguments, i, &data, &len, &value); i++) {
		Pft__DebugAnnotation *note = add_note(notes);

		note->name_field_case =
			PFT__DEBUG_ANNOTATION__NAME_FIELD_NAME_IID;
		if (type) {
			note->name_iid = type->first + i;
		} else {
			note->name_field_case =
				PFT__DEBUG_ANNOTATION__NAME_FIELD_NAME;
			note->name = bytes_of(value.name, value.name_len);
		}
		set_value(notes, note, &value);
	}
	if (len && i == arguments->n)
		set_hex(notes, add_known(notes, NOTE_MORE), data, len);
}

/* As in a report: as text if it is printable, else in hexadecimal. */
static void add_raw(struct notes *notes, const char *data, size_t len)
{
	Pft__DebugAnnotation *note = add_known(notes, NOTE_DATA);

	if (escape_is_text(data, len))
		set_text(notes, note, data, len - (data[len - 1] == '\0'));
	else
		set_hex(notes, note, data, len);
}

void content_add(struct notes *notes, const struct trace_event *event,
		 const struct threadx_event *from, struct content_type *type)
{
	bool is_cut = event->info.posix_truncation_status !=
		      POSIX_TRACE_NOT_TRUNCATED;
	const struct arguments *arguments = event->type->arguments;
	uintptr_t address = (uintptr_t)event->info.posix_prog_address;

	/* In a dump the address is the number of the entry. */
	if (address && !from)
		set_pointer(add_known(notes, NOTE_TRACE_POINT), address);
	if (event->symbol)
		set_word(add_known(notes, NOTE_SYMBOL), event->symbol->name);
	if (event->symbol && event->symbol->source)
		set_word(add_known(notes, NOTE_SOURCE), event->symbol->source);
	if (is_cut)
		set_bool(add_known(notes, NOTE_CUT), true);
	if (from)
		threadx_add(notes, event, from);
	else if (event->len == 0 || system_add(notes, event))
		return;
	else if (arguments && arguments_fit(arguments, event->data, event->len,
					    is_cut))
		add_arguments(notes, arguments, event->data, event->len, type);
	else
		add_raw(notes, event->data, event->len);
}
