/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reads the entries of a dump, some hundred at a time, and interprets their
 * words. */
#include <endian.h>
#include <errno.h>
#include <string.h>

#include "dump/form.h"

/* Make the view contain the entry of `slot`, if there is one. */
static int load_slot(struct pxt_dump *dump, uint64_t slot)
{
	const struct pxt_dump_layout *layout = &dump->layout;
	uint64_t n = PXT_DUMP_VIEW / layout->entry_size;
	size_t got;
	int err;

	if (slot >= dump->view_slot && slot - dump->view_slot < dump->view_n)
		return 0;
	if (slot >= layout->n_whole)
		return ENOENT;
	if (n > layout->n_whole - slot)
		n = layout->n_whole - slot;
	dump->view_n = 0;
	err = pxt_input_read(&dump->input, dump->view,
			     (size_t)(n * layout->entry_size),
			     layout->buffer + slot * layout->entry_size, &got);
	if (err)
		return err;
	dump->view_slot = slot;
	dump->view_n = got / layout->entry_size;
	return dump->view_n ? 0 : ENOENT;
}

int pxt_dump_read_entry(struct pxt_dump *dump, uint64_t slot,
			struct pxt_dump_entry *entry)
{
	const struct pxt_dump_layout *layout = &dump->layout;
	const struct pxt_dump_header *header = &dump->header;
	const unsigned ulong = header->ulong_size;
	const unsigned char *at;
	uint64_t words[8], word;
	uint32_t narrow;
	int err = load_slot(dump, slot);

	if (err)
		return err;
	at = dump->view + (slot - dump->view_slot) * layout->entry_size;
	for (unsigned i = 0; i < 8; i++) {
		if (ulong == 8) {
			memcpy(&word, at + 8 * i, sizeof(word));
			words[i] = header->big_endian ? be64toh(word) :
				   le64toh(word);
		} else {
			memcpy(&narrow, at + 4 * i, sizeof(narrow));
			words[i] = header->big_endian ? be32toh(narrow) :
				   le32toh(narrow);
		}
	}
	*entry = (struct pxt_dump_entry){
		.slot = slot,
		.offset = layout->buffer + slot * layout->entry_size,
		.context = words[0],
		.priority = words[1],
		.id = words[2],
		.stamp = words[3],
		.info = { words[4], words[5], words[6], words[7] },
	};
	return 0;
}

uint64_t pxt_dump_slot_of(const struct pxt_dump *dump, uint64_t event)
{
	uint64_t slot = dump->summary.oldest + event;

	return slot < dump->ring ? slot : slot - dump->ring;
}

/*
 * The priority word: new versions set bit 31 and add the threshold, old ones
 * have the priority only.  An 8-byte ULONG has it in its low half.
 */
static void take_priority(struct pxt_dump_event *event, uint64_t word)
{
	event->priority = (int)(word & 0x3ff);
	event->threshold = word & 0x80000000u ? (int)(word >> 16 & 0x3ff) : -1;
}

/* Everything except the time. */
static void interpret(const struct pxt_dump *dump, struct pxt_dump_event *event)
{
	const struct pxt_dump_entry *entry = &event->entry;

	event->id = pxt_dump_split_id(dump, entry->id, &event->core);
	event->type = pxt_dump_type_of(dump, event->id);
	event->priority = event->threshold = -1;
	switch (entry->context) {
	case PXT_THREADX_CONTEXT_ISR:
		event->context = PXT_DUMP_INTERRUPT;
		event->thread = entry->priority;
		break;
	case PXT_THREADX_CONTEXT_INIT:
		event->context = PXT_DUMP_INITIALIZATION;
		event->thread = 0;
		break;
	default:
		event->context = PXT_DUMP_THREAD;
		event->thread = entry->context;
		take_priority(event, entry->priority);
	}
}

int pxt_dump_next(struct pxt_dump *dump, struct pxt_dump_place *place,
		  struct pxt_dump_event *event)
{
	bool is_late;
	int err;

	if (place->next >= dump->summary.n_events)
		return ENOENT;
	err = pxt_dump_read_entry(dump, pxt_dump_slot_of(dump, place->next),
				  &event->entry);
	if (err)
		return err;
	pxt_dump_advance(dump, place, event->entry.stamp, &is_late);
	event->ticks = place->ticks;
	interpret(dump, event);
	return 0;
}

int pxt_dump_read_event(struct pxt_dump *dump, uint64_t slot,
			struct pxt_dump_event *event)
{
	int err = pxt_dump_read_entry(dump, slot, &event->entry);

	if (err)
		return err;
	event->ticks = 0;
	interpret(dump, event);
	return 0;
}
