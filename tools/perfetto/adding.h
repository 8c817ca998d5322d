/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* How annotations are put together; for those that know what they mean. */
#ifndef POSIXTRACE_TOOLS_PERFETTO_ADDING_H
#define POSIXTRACE_TOOLS_PERFETTO_ADDING_H

#include "notes.h"

/* The next annotation, without a name and a value. */
Pft__DebugAnnotation *add_note(struct notes *notes);

/* The same with one of the names above. */
Pft__DebugAnnotation *add_known(struct notes *notes, enum note note);

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

/* The data of a system event; false: it has not the form it should have. */
bool add_system(struct notes *notes, const struct format_event *event);

/* The words of ThreadX, and who recorded them. */
void add_threadx(struct notes *notes, const struct format_event *event,
		 const struct posixtrace_context *context);

#endif
