/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A list of debug annotations of Perfetto. */
#include "notes.h"

#include <stdlib.h>
#include <string.h>

#include "common/escape.h"

enum {
	/* Text that is not in the data: names of objects of ThreadX. */
	TEXT_ROOM = 4096,
};

static const char *const names[N_NOTES] = {
	[NOTE_TRACE_POINT] = "trace point",
	[NOTE_SYMBOL] = "symbol",
	[NOTE_SOURCE] = "source",
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
	/* Others have their usual names. */
	[NOTE_MEMBER + SYSDATA_FILTERED] = "types filtered",
	[NOTE_MEMBER + SYSDATA_OLD] = "types filtered before",
	[NOTE_MEMBER + SYSDATA_NEW] = "types filtered now",
	[NOTE_MEMBER + SYSDATA_LIFE] = "life ns",
	[NOTE_MEMBER + SYSDATA_DURATION] = "duration ns",
};

bool notes_init(struct notes *notes, struct sequence *sequence,
		size_t data_max)
{
	*notes = (struct notes){ .sequence = sequence, .n_names = N_NOTES };
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
