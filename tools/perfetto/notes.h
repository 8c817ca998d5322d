/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What an event says besides its name, as debug annotations of Perfetto: the
 * arguments with their names and types, the members of the data of a system
 * event, the words of ThreadX, or else the data as a whole.
 *
 * Names that are not the program's have a blank in them where an argument of
 * the program, which is named by an identifier, could have the same.
 */
#ifndef POSIXTRACE_TOOLS_PERFETTO_NOTES_H
#define POSIXTRACE_TOOLS_PERFETTO_NOTES_H

#include <posixtrace.h>

#include "format.h"
#include "sequence.h"
#include "sysdata.h"

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

/* What is known of the arguments of a type. */
struct notes_type {
	uint32_t seen;			/* sequence_knows() their names */
	uint64_t first;			/* number of the first name; 0: none */
};

struct notes {
	struct sequence *sequence;
	struct pxt_dump *dump;		/* NULL: it is a log */
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
		struct pxt_dump *dump, size_t data_max);
void notes_fini(struct notes *notes);

/* Of nothing, for a start. */
void notes_clear(struct notes *notes);

void notes_add_number(struct notes *notes, enum note note, uint64_t value);

/*
 * All that is to be said of an event.  `context` is that of an event of a
 * ThreadX dump, else NULL; `type` is NULL if its type has no number.
 */
void notes_add_event(struct notes *notes, const struct format_event *event,
		     const struct posixtrace_context *context,
		     struct notes_type *type);

/* For an event; as long as they are not cleared. */
static inline void notes_give(struct notes *notes, Pft__TrackEvent *event)
{
	event->n_debug_annotations = notes->n;
	event->debug_annotations = notes->list;
}

#endif
