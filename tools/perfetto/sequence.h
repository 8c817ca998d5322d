/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The packets of a Perfetto trace, one after the other.
 *
 * They are of one packet sequence, in Perfetto's word: a writer with a memory.
 * A name stands in the trace once, as interned data with a number, and is the
 * number from then on.  Where events were lost the memory is given up, as
 * Perfetto wants it, and a name is written again when it is needed again.
 */
#ifndef POSIXTRACE_TOOLS_PERFETTO_SEQUENCE_H
#define POSIXTRACE_TOOLS_PERFETTO_SEQUENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/out.h"
#include "perfetto.pb-c.h"
#include "trace/arguments.h"

enum {
	/* Annotations of an event: its arguments, and some about itself. */
	NOTES_MOST = ARGUMENTS_MOST + 8,
	/* Maximum of new names in a packet. */
	SEQUENCE_NAMES = NOTES_MOST + 3,
};

/* Clocks by Perfetto's numbers. */
enum { CLOCK_IS_REAL = 1, CLOCK_IS_MONOTONIC = 3 };

struct sequence {
	struct out *out;
	uint32_t generation;		/* of names; see sequence_knows() */
	uint32_t clock;			/* of time stamps; 0: the trace's own */
	bool is_cleared;		/* to be sent with the next packet */
	bool is_dropped;		/* events were lost before it */
	bool is_first;
	Pft__TracePacketDefaults defaults;
	Pft__InternedData interned;
	Pft__InternedName names[SEQUENCE_NAMES];
	size_t n_names;
	Pft__InternedName *categories[1];
	Pft__InternedName *events[2];
	Pft__InternedName *notes[NOTES_MOST];
};

/* Which table a name goes into; each counts its numbers from 1. */
enum sequence_table { NAME_OF_CATEGORY, NAME_OF_EVENT, NAME_OF_NOTE };

/* Write packets to `out`, with time stamps of a clock, or of an unknown one. */
void sequence_init(struct sequence *sequence, struct out *out, uint32_t clock);

/* Events were lost before the next packet. */
void sequence_dropped(struct sequence *sequence);

/* Write a packet, and fill in the members about the sequence. */
void sequence_put(struct sequence *sequence, Pft__TracePacket *packet);

/* Give a name a number, with the next packet; the bytes stay until then. */
void sequence_name(struct sequence *sequence, enum sequence_table table,
		   uint64_t number, const char *bytes, size_t len);

/* Has the name a number already?  `seen`, initially zero, is stored for each
 * name. */
static inline bool sequence_knows(const struct sequence *sequence,
				  uint32_t *seen)
{
	if (*seen == sequence->generation)
		return true;
	*seen = sequence->generation;
	return false;
}

static inline ProtobufCBinaryData bytes_of(const char *bytes, size_t len)
{
	return (ProtobufCBinaryData){
		.len = len, .data = (uint8_t *)(uintptr_t)bytes,
	};
}

#endif
