/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What an event says besides its name, as debug annotations. */
#include "notes.h"

#include <stdlib.h>
#include <string.h>

#include "adding.h"
#include "escape.h"

enum {
	/* Text that comes from no data: names of objects of ThreadX. */
	TEXT_ROOM = 4096,
};

static const char *const names[N_NOTES] = {
	[NOTE_TRACE_POINT] = "trace point",
	[NOTE_CUT] = "data cut",
	[NOTE_DATA] = "data",
	[NOTE_MORE] = "more data",
	[NOTE_EVENTS_LOST] = "events lost",
	[NOTE_ERRNO] = "errno",
	[NOTE_SIGNAL_NAME] = "signal name",
	[NOTE_PRIORITY] = "priority",
	[NOTE_THRESHOLD] = "threshold",
	[NOTE_CORE] = "core",
	[NOTE_INTERRUPTED] = "interrupted",
	/* Others are called as they are elsewhere. */
	[NOTE_MEMBER + SYSDATA_FILTERED] = "types filtered",
	[NOTE_MEMBER + SYSDATA_OLD] = "types filtered before",
	[NOTE_MEMBER + SYSDATA_NEW] = "types filtered now",
	[NOTE_MEMBER + SYSDATA_LIFE] = "life ns",
	[NOTE_MEMBER + SYSDATA_DURATION] = "duration ns",
};

bool notes_init(struct notes *notes, struct sequence *sequence,
		struct pxt_dump *dump, size_t data_max)
{
	*notes = (struct notes){
		.sequence = sequence, .dump = dump, .n_names = N_NOTES,
	};
	for (size_t i = 0; i < NOTES_MOST; i++) {
		pft__debug_annotation__init(&notes->note[i]);
		notes->list[i] = &notes->note[i];
	}
	notes->text = notes->text_end = malloc(TEXT_ROOM + 3 * data_max);
	return notes->text;
}

void notes_fini(struct notes *notes)
{
	free(notes->text);
}

void notes_clear(struct notes *notes)
{
	notes->n = 0;
	notes->text_end = notes->text;
}

Pft__DebugAnnotation *add_note(struct notes *notes)
{
	return &notes->note[notes->n++];
}

Pft__DebugAnnotation *add_known(struct notes *notes, enum note note)
{
	Pft__DebugAnnotation *added = add_note(notes);
	const char *name = names[note] ? names[note] :
			   sysdata_names[note - NOTE_MEMBER];

	if (!sequence_knows(notes->sequence, &notes->seen[note]))
		sequence_name(notes->sequence, NAME_OF_NOTE, (uint64_t)note,
			      name, strlen(name));
	added->name_field_case = PFT__DEBUG_ANNOTATION__NAME_FIELD_NAME_IID;
	added->name_iid = (uint64_t)note;
	return added;
}

static void set_bytes(Pft__DebugAnnotation *note, const char *bytes, size_t len)
{
	note->value_case = PFT__DEBUG_ANNOTATION__VALUE_STRING_VALUE;
	note->string_value = bytes_of(bytes, len);
}

void set_word(Pft__DebugAnnotation *note, const char *word)
{
	set_bytes(note, word, strlen(word));
}

void set_text(struct notes *notes, Pft__DebugAnnotation *note,
	      const char *bytes, size_t len)
{
	char *text = notes->text_end;

	notes->text_end = escape_utf8(text, bytes, len);
	set_bytes(note, text, (size_t)(notes->text_end - text));
}

void set_hex(struct notes *notes, Pft__DebugAnnotation *note,
	     const void *bytes, size_t len)
{
	char *text = notes->text_end;

	notes->text_end = put_hex(text, bytes, len);
	set_bytes(note, text, (size_t)(notes->text_end - text));
}

void notes_add_number(struct notes *notes, enum note note, uint64_t value)
{
	set_number(add_known(notes, note), value);
}

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

/* The names of a type's arguments have numbers that follow each other. */
static void name_arguments(struct notes *notes,
			   const struct arguments *arguments,
			   struct notes_type *type)
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
			  size_t len, struct notes_type *type)
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

/* As the report has it: as text if it is some, else in hexadecimal. */
static void add_raw(struct notes *notes, const char *data, size_t len)
{
	Pft__DebugAnnotation *note = add_known(notes, NOTE_DATA);

	if (escape_is_text(data, len))
		set_text(notes, note, data, len - (data[len - 1] == '\0'));
	else
		set_hex(notes, note, data, len);
}

void notes_add_event(struct notes *notes, const struct format_event *event,
		     const struct posixtrace_context *context,
		     struct notes_type *type)
{
	bool is_cut = event->info.posix_truncation_status !=
		      POSIX_TRACE_NOT_TRUNCATED;
	const struct arguments *arguments = event->type->arguments;
	uintptr_t address = (uintptr_t)event->info.posix_prog_address;

	/* In a dump it is the number of the entry. */
	if (address && !context)
		set_pointer(add_known(notes, NOTE_TRACE_POINT), address);
	if (is_cut)
		set_bool(add_known(notes, NOTE_CUT), true);
	if (context)
		add_threadx(notes, event, context);
	else if (event->len == 0 || add_system(notes, event))
		return;
	else if (arguments && arguments_fit(arguments, event->data, event->len,
					    is_cut))
		add_arguments(notes, arguments, event->data, event->len, type);
	else
		add_raw(notes, event->data, event->len);
}
