/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A list of debug annotations of Perfetto, put together one by one.
 *
 * Names that are not the program's have a blank in them where an argument of
 * the program, which is named by an identifier, could have the same.
 */
#ifndef POSIXTRACE_TOOLS_PERFETTO_NOTES_H
#define POSIXTRACE_TOOLS_PERFETTO_NOTES_H

#include <stdbool.h>

#include "sequence.h"
#include "trace/sysdata.h"

/* Annotations that are there without a description. */
enum note {
	NOTE_TRACE_POINT = 1,
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
	uint64_t n_names;		/* numbers that are given away */
	size_t n;
	Pft__DebugAnnotation note[NOTES_MOST];
	Pft__DebugAnnotation *list[NOTES_MOST];
	char *text;			/* room for what has to be made ... */
	char *text_end;			/* ... and how much of it is used */
};

/* No event has more than data_max bytes of data.  False: no memory. */
bool notes_init(struct notes *notes, struct sequence *sequence,
		size_t data_max);
void notes_fini(struct notes *notes);

/* Of nothing, for a start. */
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

/* Text of our own, which stays. */
void set_word(Pft__DebugAnnotation *note, const char *word);

/* For an event; as long as they are not cleared. */
static inline void notes_give(struct notes *notes, Pft__TrackEvent *event)
{
	event->n_debug_annotations = notes->n;
	event->debug_annotations = notes->list;
}

#endif
