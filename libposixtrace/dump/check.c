/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Reports what ThreadX would not write, in a dump that can be read.
 *
 * A fault cannot occur in a complete memory image of a running target: pointers
 * that contradict each other, entries cut off, words that no version writes.  A
 * remark is what a genuine dump may contain but limits what it shows: threads
 * that are not registered, an entry that was being written, a timer that stands
 * still.
 */
#include <errno.h>
#include <inttypes.h>

#include "dump/form.h"

enum {
	PRIORITY_MAX = 1023,
	TYPE_LAST = 28,			/* kinds of objects */
	TYPE_RESERVED = 15,		/* used by converters */
	USER_LAST = 65535,
};

/* Offset of word number n of the header. */
static uint64_t word(const struct pxt_dump *dump, unsigned n)
{
	return n * dump->header.ulong_size;
}

static void check_pointers(struct pxt_dump *dump, struct pxt_finder *finder)
{
	const struct pxt_dump_header *header = &dump->header;
	const struct pxt_dump_layout *layout = &dump->layout;
	uint64_t registry = header->registry_end - header->registry_start;
	uint64_t buffer = header->buffer_end - header->buffer_start;

	if (header->ulong_size == 4) {
		registry = (uint32_t)registry;
		buffer = (uint32_t)buffer;
	}
	if (header->buffer_start != header->registry_end)
		pxt_fault(finder, word(dump, 6), "the buffer starts at 0x%"
			  PRIx64 ", but the registry ends at 0x%" PRIx64,
			  header->buffer_start, header->registry_end);
	else if (!layout->by_pointers)
		pxt_fault(finder, word(dump, 3), "the registry starts at 0x%"
			  PRIx64 ", not behind the header that is at 0x%"
			  PRIx64, header->registry_start, header->base);
	if (registry % layout->slot_size)
		pxt_fault(finder, word(dump, 5), "the registry has %" PRIu64
			  " bytes, no multiple of a slot's %" PRIu64, registry,
			  layout->slot_size);
	if (buffer % layout->entry_size)
		pxt_fault(finder, word(dump, 7), "the buffer has %" PRIu64
			  " bytes, no multiple of an entry's %" PRIu64, buffer,
			  layout->entry_size);
	if (!dump->summary.has_current &&
	    header->current != header->buffer_end)
		pxt_fault(finder, word(dump, 8), "the current pointer 0x%"
			  PRIx64 " is at no entry; the order of the events is "
			  "that of the file", header->current);
	if (header->mask & (header->mask + 1) || !header->mask)
		pxt_fault(finder, word(dump, 1), "the timer's mask 0x%" PRIx64
			  " is not a row of ones", header->mask);
}

static void check_truncation(struct pxt_dump *dump, struct pxt_finder *finder)
{
	const struct pxt_dump_layout *layout = &dump->layout;
	const struct pxt_dump_summary *summary = &dump->summary;

	if (summary->missing)
		pxt_fault(finder, layout->file_size, "the file ends too early: "
			  "%" PRIu64 " %s missing, %s", summary->missing,
			  summary->missing == 1 ? "entry is" : "entries are",
			  summary->missing_at < summary->n_events ?
			  "from between others" : "the newest ones");
	else if (summary->ends_at_current)
		pxt_fault(finder, layout->file_size, "the file ends where the "
			  "next event would stand: older ones may be missing");
	else if (layout->n_whole < layout->n_room)
		pxt_remark(finder, layout->file_size, "the file ends in the "
			   "unused part of the buffer: nothing is missing");
}

/* Can TraceX show the name? */
static bool is_readable(const char *name)
{
	return *name >= 0x20 && *name <= 0x7e;
}

static void check_object(const struct pxt_dump *dump,
			 const struct pxt_dump_object *object,
			 struct pxt_finder *finder)
{
	const struct pxt_dump_object *other =
		pxt_dump_find(dump, object->address, 0);

	if (object->available > 1)
		pxt_fault(finder, object->offset, "object slot: 'available' "
			  "is %u, neither 0 nor 1", object->available);
	if (object->type > TYPE_LAST)
		pxt_fault(finder, object->offset + 1,
			  "object slot: type %u is none", object->type);
	else if (!pxt_threadx_object(object->type) &&
		 object->type != TYPE_RESERVED)
		pxt_remark(finder, object->offset + 1,
			   "object slot: type %u is reserved", object->type);
	if (object->address == 0)
		pxt_fault(finder, object->offset + dump->header.ulong_size,
			  "object slot: in use, but its address is 0");
	else if (other != object && !other->available && !object->available)
		pxt_fault(finder, object->offset + dump->header.ulong_size,
			  "object slot: address 0x%" PRIx64 " is also that of "
			  "the object at offset %" PRIu64, object->address,
			  other->offset);
	if (!object->is_ended)
		pxt_fault(finder, object->offset + 4 * dump->header.ulong_size,
			  "object slot: the name has no end");
	else if (!is_readable(object->name))
		pxt_remark(finder, object->offset + 4 * dump->header.ulong_size,
			   "object slot: the name is %s", *object->name ?
			   "not readable" : "empty");
}

/* Findings that can occur in every entry. */
struct floods {
	struct pxt_flood ids, priorities, stamps, threads, kinds;
};

static void check_thread(const struct pxt_dump *dump,
			 const struct pxt_dump_event *event,
			 struct floods *floods, struct pxt_finder *finder)
{
	const struct pxt_dump_entry *entry = &event->entry;
	const unsigned ulong = dump->header.ulong_size;

	if (entry->context && event->context == PXT_DUMP_THREAD &&
	    !pxt_dump_find(dump, event->thread,
			   PXT_THREADX_OBJECT_THREAD)) {
		const struct pxt_dump_object *other =
			pxt_dump_find(dump, event->thread, 0);

		if (other) {
			if (pxt_flood_lets(&floods->kinds, entry->offset))
				pxt_fault(finder, entry->offset, "entry: the "
					  "thread 0x%" PRIx64 " is no thread, "
					  "but the object at offset %" PRIu64,
					  event->thread, other->offset);
		} else if (pxt_flood_lets(&floods->threads, entry->offset)) {
			pxt_remark(finder, entry->offset, "entry: the thread "
				   "0x%" PRIx64 " is not in the registry",
				   event->thread);
		}
	}
	if (event->context == PXT_DUMP_THREAD &&
	    (entry->priority & ~UINT64_C(0x83ff03ff)) &&
	    pxt_flood_lets(&floods->priorities, entry->offset))
		pxt_fault(finder, entry->offset + ulong, "entry: 0x%" PRIx64
			  " is no priority word", entry->priority);
}

static void check_entry(const struct pxt_dump *dump,
			const struct pxt_dump_event *event, bool is_late,
			struct floods *floods, struct pxt_finder *finder)
{
	const struct pxt_dump_entry *entry = &event->entry;
	const unsigned ulong = dump->header.ulong_size;

	check_thread(dump, event, floods, finder);
	if ((event->id == 0 || event->id > USER_LAST) &&
	    pxt_flood_lets(&floods->ids, entry->offset))
		pxt_fault(finder, entry->offset + 2 * ulong,
			  "entry: %" PRIu64 " is no event id", event->id);
	if (is_late && pxt_flood_lets(&floods->stamps, entry->offset))
		pxt_remark(finder, entry->offset + 3 * ulong,
			   "entry: the time stamp 0x%" PRIx64 " is a little "
			   "before that of the entry before", entry->stamp);
}

static int check_entries(struct pxt_dump *dump, struct pxt_finder *finder)
{
	struct floods floods = { 0 };
	struct pxt_dump_event event;
	struct pxt_dump_place place;
	int err;

	pxt_dump_begin(&place);
	for (;;) {
		uint64_t last = place.stamp, n = place.next, stamp;
		bool is_late;

		err = pxt_dump_next(dump, &place, &event);
		if (err)
			break;
		/* The stamp was not used: it is late, or torn. */
		stamp = event.entry.stamp & dump->header.mask;
		is_late = n > 0 && place.stamp == last && stamp != last &&
			  !(dump->summary.last_is_torn &&
			    place.next == dump->summary.n_events);
		check_entry(dump, &event, is_late, &floods, finder);
	}
	pxt_flood_end(&floods.kinds, finder, true, "entries of such threads");
	pxt_flood_end(&floods.threads, finder, false,
		      "entries of threads that are not in the registry");
	pxt_flood_end(&floods.priorities, finder, true,
		      "entries without a priority word");
	pxt_flood_end(&floods.ids, finder, true, "entries without an event id");
	pxt_flood_end(&floods.stamps, finder, false, "late time stamps");
	return err == ENOENT ? 0 : err;
}

/* Report used entries after the first unused one. */
static int check_unused(struct pxt_dump *dump, struct pxt_finder *finder)
{
	struct pxt_flood flood = { 0 };
	struct pxt_dump_entry entry;
	int err = 0;

	for (uint64_t slot = dump->summary.n_events;
	     !err && slot < dump->layout.n_whole; slot++) {
		err = pxt_dump_read_entry(dump, slot, &entry);
		if (!err && entry.context != PXT_THREADX_CONTEXT_NONE &&
		    pxt_flood_lets(&flood, entry.offset))
			pxt_fault(finder, entry.offset, "entry: in use, but "
				  "behind one that is not: it was not read");
	}
	pxt_flood_end(&flood, finder, true, "entries behind an unused one");
	return err == ENOENT ? 0 : err;
}

static void check_clock(const struct pxt_dump *dump, struct pxt_finder *finder)
{
	const struct pxt_dump_summary *summary = &dump->summary;
	const struct pxt_dump_layout *layout = &dump->layout;

	if (summary->clock == PXT_DUMP_STATIC && summary->n_events > 1)
		pxt_remark(finder, layout->buffer, "all time stamps are the "
			   "same: the time source stood still");
	if (summary->clock == PXT_DUMP_SECONDS)
		pxt_remark(finder, layout->buffer, "time stamps are the "
			   "nanoseconds of a second; %" PRIu64 " seconds were "
			   "counted where they began anew", summary->n_wraps);
	if (summary->first_is_torn)
		pxt_remark(finder, layout->buffer + summary->oldest *
			   layout->entry_size, "entry: was being overwritten "
			   "when the buffer was dumped");
	if (summary->last_is_torn)
		pxt_remark(finder, layout->buffer + (summary->n_events - 1) *
			   layout->entry_size, "entry: was being written when "
			   "the buffer was dumped");
}

int pxt_dump_check(struct pxt_dump *dump, struct pxt_finder *finder)
{
	int err;

	check_pointers(dump, finder);
	for (size_t i = 0; i < dump->n_objects; i++)
		check_object(dump, &dump->objects[i], finder);
	check_clock(dump, finder);
	err = check_entries(dump, finder);
	if (!err)
		err = check_unused(dump, finder);
	check_truncation(dump, finder);
	return err;
}
