/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The packets of a Perfetto trace, one after the other. */
#include "sequence.h"

#include <string.h>

enum {
	SEQUENCE_ID = 1,
	STATE_IS_CLEARED = 1,
	STATE_IS_NEEDED = 2,
	/* Field 1 of the trace, with a length of up to ten bytes. */
	FRAME_ROOM = 11,
	TAG = 1 << 3 | 2,
};

void sequence_init(struct sequence *sequence, struct out *out, uint32_t clock)
{
	*sequence = (struct sequence){
		.out = out,
		.generation = 1,
		.clock = clock,
		.is_cleared = true,
		.is_first = true,
		.defaults = PFT__TRACE_PACKET_DEFAULTS__INIT,
		.interned = PFT__INTERNED_DATA__INIT,
	};
	sequence->defaults.has_timestamp_clock_id = 1;
	sequence->defaults.timestamp_clock_id = clock;
	sequence->interned.event_categories = sequence->categories;
	sequence->interned.event_names = sequence->events;
	sequence->interned.debug_annotation_names = sequence->notes;
	for (size_t i = 0; i < SEQUENCE_NAMES; i++) {
		pft__interned_name__init(&sequence->names[i]);
		sequence->names[i].has_iid = 1;
		sequence->names[i].has_name = 1;
	}
}

void sequence_dropped(struct sequence *sequence)
{
	sequence->generation++;
	sequence->is_cleared = true;
	sequence->is_dropped = true;
}

void sequence_name(struct sequence *sequence, enum sequence_table table,
		   uint64_t number, const char *bytes, size_t len)
{
	Pft__InternedData *interned = &sequence->interned;
	Pft__InternedName *name = &sequence->names[sequence->n_names++];

	name->iid = number;
	name->name = bytes_of(bytes, len);
	if (table == NAME_OF_CATEGORY)
		sequence->categories[interned->n_event_categories++] = name;
	else if (table == NAME_OF_EVENT)
		sequence->events[interned->n_event_names++] = name;
	else
		sequence->notes[interned->n_debug_annotation_names++] = name;
}

/* The members of a packet about the sequence. */
static void fill_in(struct sequence *sequence, Pft__TracePacket *packet)
{
	packet->has_trusted_packet_sequence_id = 1;
	packet->trusted_packet_sequence_id = SEQUENCE_ID;
	packet->has_sequence_flags = 1;
	packet->sequence_flags = sequence->is_cleared ?
				 STATE_IS_CLEARED | STATE_IS_NEEDED :
				 STATE_IS_NEEDED;
	packet->has_first_packet_on_sequence = sequence->is_first;
	packet->first_packet_on_sequence = 1;
	packet->has_previous_packet_dropped = sequence->is_dropped;
	packet->previous_packet_dropped = 1;
	packet->trace_packet_defaults = sequence->is_cleared &&
					sequence->clock ?
					&sequence->defaults : NULL;
	packet->interned_data = sequence->n_names ? &sequence->interned : NULL;
	sequence->is_first = false;
	sequence->is_dropped = false;
	sequence->is_cleared = false;
}

/*
 * No packet is longer.  To ask for the exact length takes as long as packing,
 * so for an event it is what its parts can take at most: a number takes ten
 * bytes, a length or a type five at most, and one or two say which field it is.
 */
static size_t room_of(const Pft__TracePacket *packet)
{
	enum { ROOM_OF_EVENT = 160, ROOM_OF_NOTE = 32 };
	const Pft__TrackEvent *event = packet->track_event;
	size_t room = ROOM_OF_EVENT;

	if (!event || packet->interned_data)
		return pft__trace_packet__get_packed_size(packet);
	if (event->name_field_case == PFT__TRACK_EVENT__NAME_FIELD_NAME)
		room += event->name.len;
	for (size_t i = 0; i < event->n_debug_annotations; i++) {
		const Pft__DebugAnnotation *note = event->debug_annotations[i];

		room += ROOM_OF_NOTE;
		if (note->name_field_case ==
		    PFT__DEBUG_ANNOTATION__NAME_FIELD_NAME)
			room += note->name.len;
		if (note->value_case ==
		    PFT__DEBUG_ANNOTATION__VALUE_STRING_VALUE)
			room += note->string_value.len;
	}
	return room;
}

void sequence_put(struct sequence *sequence, Pft__TracePacket *packet)
{
	char head[FRAME_ROOM] = { TAG };
	size_t n = 1, size, rest;
	char *p;

	fill_in(sequence, packet);
	p = out_room(sequence->out, FRAME_ROOM + room_of(packet));
	/* Most are shorter than 128 bytes, and are not moved. */
	size = pft__trace_packet__pack(packet, (uint8_t *)p + 2);
	for (rest = size; rest >= 0x80; rest >>= 7)
		head[n++] = (char)(rest | 0x80);
	head[n++] = (char)rest;
	if (n > 2)
		memmove(p + n, p + 2, size);
	out_done(sequence->out, put_bytes(p, head, n) + size);
	sequence->n_names = 0;
	sequence->interned.n_event_categories = 0;
	sequence->interned.n_event_names = 0;
	sequence->interned.n_debug_annotation_names = 0;
}
