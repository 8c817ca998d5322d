/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What an event of a ThreadX dump says, as annotations: the words by their
 * names, and the names of the objects that they point to. */
#include "threadx.h"

#include <string.h>

#include "common/escape.h"
#include "report/threadx.h"

enum {
	OBJECT_SHOWN = 64,		/* bytes of an object's name */
};

static void set_name(struct notes *notes, Pft__DebugAnnotation *note,
		     const char *name)
{
	set_text(notes, note, name, strnlen(name, OBJECT_SHOWN));
}

/* The name of a word is generated for each event, so it is not interned. */
static Pft__DebugAnnotation *add_named(struct notes *notes, const char *name,
				       const char *more)
{
	Pft__DebugAnnotation *note = add_note(notes);
	char *start = notes->text_end;

	notes->text_end = put_string(put_string(start, name), more);
	note->name_field_case = PFT__DEBUG_ANNOTATION__NAME_FIELD_NAME;
	note->name = bytes_of(start, (size_t)(notes->text_end - start));
	return note;
}

static void add_word(struct notes *notes, trace_id_t trid,
		     const struct pxt_threadx_field *field, uint64_t word)
{
	struct posixtrace_object object;
	Pft__DebugAnnotation *note = add_named(notes, field->name, "");
	char text[32];

	if (field->kind == PXT_THREADX_NUMBER) {
		set_number(note, word);
	} else if (field->kind == PXT_THREADX_POINTER ||
		   field->kind == PXT_THREADX_HEX) {
		set_pointer(note, word);
	} else {
		pxt_threadx_show(text, sizeof(text), field->kind, word);
		set_text(notes, note, text, strlen(text));
	}
	if (threadx_object(trid, field, word, &object))
		set_name(notes, add_named(notes, field->name, " name"),
			 object.name);
}

void threadx_add(struct notes *notes, const struct trace_event *event,
		 const struct threadx_event *from)
{
	const struct posixtrace_context *context = &from->context;
	uint64_t words[PXT_THREADX_WORDS];
	unsigned n = threadx_words(event, words);
	struct pxt_threadx_field field;

	for (unsigned i = 0; i < n; i++) {
		if (threadx_field(context, i, &field))
			add_word(notes, from->trid, &field, words[i]);
	}
	if (context->kind == POSIXTRACE_CONTEXT_INTERRUPT && *context->name)
		set_name(notes, add_known(notes, NOTE_INTERRUPTED),
			 context->name);
	if (context->priority >= 0)
		notes_add_number(notes, NOTE_PRIORITY,
				 (unsigned)context->priority);
	if (context->threshold >= 0)
		notes_add_number(notes, NOTE_THRESHOLD,
				 (unsigned)context->threshold);
	if (context->core)
		set_signed(add_known(notes, NOTE_CORE), context->core);
}
