/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Builds a list of debug annotations of Perfetto.
 *
 * Our own names contain a blank if an argument of the program, whose name is an
 * identifier, could otherwise have the same name.
 */
#ifndef POSIXTRACE_TOOLS_PERFETTO_NOTES_H
#define POSIXTRACE_TOOLS_PERFETTO_NOTES_H

#include <stdbool.h>

#include "sequence.h"
#include "trace/sysdata.h"

/* Annotations without an argument description. */
enum note {
	NOTE_TRACE_POINT = 1,
	NOTE_SYMBOL,
	NOTE_SOURCE,
	NOTE_CUT,
	NOTE_DATA,
	NOTE_MORE,
	NOTE_EVENTS_LOST,
	NOTE_ERRNO,
	NOTE_SIGNAL_NAME,
	NOTE_PRIORITY,
	NOTE_THRESHOLD,
	NOTE_CORE,
	NOTE_INTERRUPTED,
	NOTE_MEMBER,			/* and a member of enum sysdata_member */
	N_NOTES = NOTE_MEMBER + SYSDATA_MEMBERS,
};

struct notes {
	struct sequence *sequence;
	uint32_t seen[N_NOTES];
	uint64_t n_names;		/* numbers that are in use */
	size_t n;
	Pft__DebugAnnotation note[NOTES_MOST];
	Pft__DebugAnnotation *list[NOTES_MOST];
	char *text;			/* room for generated text ... */
	char *text_end;			/* ... and its used part */
};

/* data_max: the maximum of data of an event.  False: no memory. */
bool notes_init(struct notes *notes, struct sequence *sequence,
		size_t data_max);
void notes_fini(struct notes *notes);

/* Start an empty list. */
void notes_clear(struct notes *notes);

/* The next annotation, without a name and a value. */
Pft__DebugAnnotation *add_note(struct notes *notes);

/* The same with one of the names above. */
Pft__DebugAnnotation *add_known(struct notes *notes, enum note note);

void notes_add_number(struct notes *notes, enum note note, uint64_t value);

static inline void set_number(Pft__DebugAnnotation *note, uint64_t value)
{
	note->value_case = PFT__DEBUG_ANNOTATION__VALUE_UINT_VALUE;
	note->uint_value = value;
}

static inline void set_signed(Pft__DebugAnnotation *note, int64_t value)
{
	note->value_case = PFT__DEBUG_ANNOTATION__VALUE_INT_VALUE;
	note->int_value = value;
}

static inline void set_pointer(Pft__DebugAnnotation *note, uint64_t value)
{
	note->value_case = PFT__DEBUG_ANNOTATION__VALUE_POINTER_VALUE;
	note->pointer_value = value;
}

static inline void set_floating(Pft__DebugAnnotation *note, double value)
{
	note->value_case = PFT__DEBUG_ANNOTATION__VALUE_DOUBLE_VALUE;
	note->double_value = value;
}

static inline void set_bool(Pft__DebugAnnotation *note, bool value)
{
	note->value_case = PFT__DEBUG_ANNOTATION__VALUE_BOOL_VALUE;
	note->bool_value = value;
}

/* Text of the program's, which may be any bytes, or bytes in hexadecimal:
 * three, or two, bytes of notes->text for each. */
void set_text(struct notes *notes, Pft__DebugAnnotation *note,
	      const char *bytes, size_t len);
void set_hex(struct notes *notes, Pft__DebugAnnotation *note,
	     const void *bytes, size_t len);

/* Constant text. */
void set_word(Pft__DebugAnnotation *note, const char *word);

/* Set the list for an event; valid until it is cleared. */
static inline void notes_give(struct notes *notes, Pft__TrackEvent *event)
{
	event->n_debug_annotations = notes->n;
	event->debug_annotations = notes->list;
}

#endif
