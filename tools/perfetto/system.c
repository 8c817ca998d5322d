/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The members of the data of system events as annotations. */
#include "system.h"

static void add_member(struct notes *notes, const struct sysdata *value)
{
	Pft__DebugAnnotation *note = add_known(notes, NOTE_MEMBER +
					       (enum note)value->member);

	bool has_note = value->member == SYSDATA_RESULT ||
			value->member == SYSDATA_SIGNAL;

	if (value->word && !has_note) {
		set_word(note, value->word);
		return;
	}
	switch (value->kind) {
	case SYSDATA_SIGNED:
		set_signed(note, (int64_t)value->number);
		break;
	case SYSDATA_POINTER:
		set_pointer(note, value->number);
		break;
	case SYSDATA_TEXT:
		set_text(notes, note, value->bytes, value->len);
		break;
	default:
		set_number(note, value->number);
	}
	if (value->word)
		set_word(add_known(notes, value->member == SYSDATA_SIGNAL ?
				   NOTE_SIGNAL_NAME : NOTE_ERRNO), value->word);
}

bool system_add(struct notes *notes, const struct trace_event *event)
{
	struct sysdata members[SYSDATA_MOST];
	size_t n = sysdata_take(event->info.posix_event_id, event->data,
				event->len, members);

	for (size_t i = 0; i < n; i++)
		add_member(notes, &members[i]);
	return n > 0;
}
