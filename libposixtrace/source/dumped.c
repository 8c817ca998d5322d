/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Runs of records from a genuine ThreadX dump; see dumped.h. */
#include "source/dumped.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bsd/string.h>

#include "log/txtb.h"
#include "model/eventmap.h"

enum {
	RUN_EVENTS = 1024,
	DATA_MAX = PXT_THREADX_WORDS * sizeof(uint64_t),
	RECORD_MAX = PXT_HEAD_SIZE + sizeof(struct pxt_origin) + DATA_MAX,
	/* One record per event, and one that represents a gap. */
	CHUNK = PXT_CHUNK_HEADER_SIZE + (RUN_EVENTS + 1) * RECORD_MAX,
};

static_assert(sizeof(struct pxt_gap) <= DATA_MAX, "a gap fits, too");

/* Events from `place` on; the chunk made of them holds `n` of them. */
struct pxt_dumped_run {
	struct pxt_dump_place place;
	uint64_t first;			/* ticks of the stream */
	uint64_t last;
	unsigned n;
};

/* Source and timeline use 0 for "before everything". */
static uint64_t stream_ticks(uint64_t ticks)
{
	return ticks + 1;
}

static struct pxt_dumped_run *new_run(struct pxt_dumped *dumped, size_t *room)
{
	if (dumped->n_runs == *room) {
		size_t more = *room ? 2 * *room : 16;
		void *grown = reallocarray(dumped->runs, more,
					   sizeof(*dumped->runs));

		if (!grown)
			return NULL;
		dumped->runs = grown;
		*room = more;
	}
	return &dumped->runs[dumped->n_runs++];
}

/*
 * Split the events into runs: by number, by time, and where events are
 * missing.
 */
static int cut(struct pxt_dumped *dumped)
{
	const struct pxt_dump_summary *summary = dumped->summary;
	struct pxt_dumped_run *run = NULL;
	struct pxt_dump_place place, before;
	struct pxt_dump_event event;
	size_t room = 0;
	int err;

	pxt_dump_begin(&place);
	for (;;) {
		before = place;
		err = dumped->module->next(dumped->dump, &place, &event);
		if (err)
			break;

		uint64_t ticks = stream_ticks(event.ticks);

		if (!run || run->n == RUN_EVENTS ||
		    before.next == summary->missing_at ||
		    ticks - run->first >= PXT_CHUNK_SPAN / 2) {
			run = new_run(dumped, &room);
			if (!run)
				return ENOMEM;
			*run = (struct pxt_dumped_run){
				.place = before,
				.first = ticks,
			};
		}
		run->last = ticks;
		run->n++;
	}
	return err == ENOENT ? 0 : err;
}

/* The module is not loaded for what is no dump; and nothing is read where that
 * might wait, as of a device, and of files that the kernel makes up. */
static bool looks_like_dump(int fd)
{
	struct pxt_txtb_header header;
	struct stat st;

	return fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0 &&
	       pread(fd, &header, sizeof(header), 0) == sizeof(header) &&
	       pxt_txtb_kind(&header) == PXT_TXTB_DUMP;
}

int pxt_dumped_open(struct pxt_dumped *dumped, int fd)
{
	int err;

	if (!looks_like_dump(fd))
		return EINVAL;
	dumped->module = pxt_dump_load();
	if (!dumped->module)
		return ENOTSUP;
	err = dumped->module->open(fd, &dumped->dump, NULL);
	if (err)
		return err;
	dumped->layout = dumped->module->get_layout(dumped->dump);
	dumped->summary = dumped->module->get_summary(dumped->dump);
	err = cut(dumped);
	if (err)
		pxt_dumped_close(dumped);
	return err;
}

void pxt_dumped_close(struct pxt_dumped *dumped)
{
	if (dumped->dump)
		dumped->module->close(dumped->dump);
	free(dumped->runs);
	dumped->dump = NULL;
	dumped->runs = NULL;
}

/* A record with its origin before the data, as in a control chunk. */
static unsigned char *put(unsigned char *at, uint64_t ticks, uintptr_t address,
			  unsigned id, const struct pxt_origin *origin,
			  const void *data, size_t len)
{
	unsigned char *to = pxt_record_put(at, ticks, address, id,
					   sizeof(*origin) + len);

	memcpy(to, origin, sizeof(*origin));
	memcpy(to + sizeof(*origin), data, len);
	return at + pxt_record_size(sizeof(*origin) + len);
}

static unsigned char *put_event(const struct pxt_dumped *dumped,
				unsigned char *at,
				const struct pxt_dump_event *event)
{
	const struct pxt_dump_entry *entry = &event->entry;
	const struct pxt_origin origin = {
		.thread = entry->context,
		.tid = (int32_t)(uint32_t)entry->context,
	};
	uint64_t ticks = stream_ticks(event->ticks);
	uint32_t narrow[PXT_THREADX_WORDS];

	if (dumped->module->get_header(dumped->dump)->ulong_size == 8)
		return put(at, ticks, (uintptr_t)entry->slot + 1, event->type,
			   &origin, entry->info, sizeof(entry->info));
	for (unsigned i = 0; i < PXT_THREADX_WORDS; i++)
		narrow[i] = (uint32_t)entry->info[i];
	return put(at, ticks, (uintptr_t)entry->slot + 1, event->type, &origin,
		   narrow, sizeof(narrow));
}

/* The file ended too early: the missing events come before this event. */
static unsigned char *put_gap(const struct pxt_dumped *dumped,
			      unsigned char *at, uint64_t ticks)
{
	static const struct pxt_origin nobody;
	struct pxt_gap gap = {
		.events = dumped->summary->missing,
	};

	return put(at, ticks, 0, POSIX_TRACE_OVERFLOW, &nobody, &gap,
		   sizeof(gap));
}

static bool fetch(void *context, struct pxt_run *run)
{
	struct pxt_dumped *dumped = context;
	const struct pxt_dump_summary *summary = dumped->summary;
	const struct pxt_dumped_run *from = run->block;
	struct pxt_dump_place place = from->place;
	unsigned char *records = run->bytes + PXT_CHUNK_HEADER_SIZE;
	unsigned char *at = records;
	struct pxt_chunk_header header = {
		.magic = PXT_CHUNK_MAGIC,
		.lease = 1,
		.base = from->first,
		.last = from->last,
		.kind = PXT_KIND_CONTROL,
	};

	if (summary->missing && place.next == summary->missing_at)
		at = put_gap(dumped, at, from->first);
	for (unsigned i = 0; i < from->n; i++) {
		struct pxt_dump_event event;

		/* The file may have become shorter. */
		if (dumped->module->next(dumped->dump, &place, &event) != 0)
			break;
		at = put_event(dumped, at, &event);
		header.count++;
	}
	run->size = header.used = (uint32_t)(at - records);
	memcpy(run->bytes, &header, sizeof(header));
	return header.count > 0;
}

struct pxt_merge_source pxt_dumped_source(struct pxt_dumped *dumped)
{
	return (struct pxt_merge_source){
		.fetch = fetch,
		.context = dumped,
		.chunk_size = CHUNK,
	};
}

int pxt_dumped_add_runs(struct pxt_dumped *dumped, struct pxt_merge *merge)
{
	dumped->has_slot = false;
	for (size_t i = 0; i < dumped->n_runs; i++) {
		int err = pxt_merge_add(merge, &(struct pxt_run){
			.first = dumped->runs[i].first,
			.base = i,
			.size = CHUNK - PXT_CHUNK_HEADER_SIZE,
			.block = &dumped->runs[i],
		});

		if (err)
			return err;
	}
	return 0;
}

const struct pxt_event *pxt_dumped_take(struct pxt_dumped *dumped,
					const struct pxt_event *event)
{
	dumped->has_slot = event->address != 0;
	dumped->slot = event->address - 1;
	dumped->ticks = event->ticks - 1;
	dumped->taken = *event;
	/* The dump does not contain the program's address. */
	dumped->taken.address = 0;
	return &dumped->taken;
}

bool pxt_dumped_name(const struct pxt_dumped *dumped, unsigned id,
		     char name[PXT_EVENT_NAME_SIZE])
{
	const char *known = dumped->module->get_name(dumped->dump, id);

	/* The event types of the standard exist in every stream. */
	if (id == PXT_ID_USER || id <= POSIX_TRACE_FLUSH_STOP)
		known = pxt_predefined_name(id);
	if (!known)
		return false;
	strlcpy(name, known, PXT_EVENT_NAME_SIZE);
	return true;
}

void pxt_dumped_status(const struct pxt_dumped *dumped,
		       struct posix_trace_status_info *status)
{
	const struct pxt_dump_summary *summary = dumped->summary;

	*status = (struct posix_trace_status_info){
		.posix_stream_status = POSIX_TRACE_SUSPENDED,
		.posix_stream_full_status = summary->is_full ?
			POSIX_TRACE_FULL : POSIX_TRACE_NOT_FULL,
		.posix_stream_overrun_status = summary->is_wrapped ?
			POSIX_TRACE_OVERRUN : POSIX_TRACE_NO_OVERRUN,
		.posix_stream_flush_status = POSIX_TRACE_NOT_FLUSHING,
		.posix_log_overrun_status = POSIX_TRACE_NO_OVERRUN,
		.posix_log_full_status = POSIX_TRACE_NOT_FULL,
	};
}

void pxt_dumped_usage(const struct pxt_dumped *dumped,
		      struct posixtrace_usage *usage)
{
	const struct pxt_dump_layout *layout = dumped->layout;
	const struct pxt_dump_summary *summary = dumped->summary;
	const struct pxt_dump_object *object;
	size_t n;

	*usage = (struct posixtrace_usage){
		.events = summary->n_events,
		.bytes = summary->n_events * layout->entry_size,
		.lost = summary->missing,
		.stream_size = layout->n_room * layout->entry_size,
		.peak = summary->n_events * layout->entry_size,
		.processes = 1,
		.starts = 1,
		.complete = summary->missing == 0 &&
			    !summary->ends_at_current,
	};
	object = dumped->module->get_objects(dumped->dump, &n);
	for (size_t i = 0; i < n; i++)
		usage->threads += object[i].type == PXT_THREADX_OBJECT_THREAD;
}

void pxt_dumped_attr(const struct pxt_dumped *dumped, struct pxt_attr *attr)
{
	const struct pxt_dump_layout *layout = dumped->layout;

	pxt_attr_init(attr);
	attr->stream_size = layout->n_room * layout->entry_size;
	attr->data_size = layout->entry_size / 2;
	attr->log_size = layout->file_size;
	attr->stream_policy = POSIX_TRACE_LOOP;
	attr->log_policy = POSIX_TRACE_LOOP;
	attr->resolution_ns = 1;
	attr->create_sec = 0;
	attr->create_nsec = 0;
	strlcpy(attr->genversion, "ThreadX TXTB", sizeof(attr->genversion));
}

/* The event that was read last. */
static int look(const struct pxt_dumped *dumped, struct pxt_dump_event *event)
{
	int err = dumped->has_slot ?
		  dumped->module->look(dumped->dump, dumped->slot, event) : EINVAL;

	return err == ENOENT ? EINVAL : err;
}

static_assert((int)POSIXTRACE_WORD_NUMBER == (int)PXT_THREADX_NUMBER &&
	      (int)POSIXTRACE_WORD_HEX == (int)PXT_THREADX_HEX &&
	      (int)POSIXTRACE_WORD_POINTER == (int)PXT_THREADX_POINTER &&
	      (int)POSIXTRACE_WORD_ADDRESS == (int)PXT_THREADX_ADDRESS &&
	      (int)POSIXTRACE_WORD_WAIT == (int)PXT_THREADX_WAIT &&
	      (int)POSIXTRACE_WORD_STATE == (int)PXT_THREADX_STATE,
	      "the kinds of words are those of <posixtrace-threadx.h>");

int pxt_dumped_word(const struct pxt_dumped *dumped, unsigned n,
		    struct posixtrace_word *word)
{
	struct pxt_dump_event event;
	struct pxt_dump_word found;
	int err = n < PXT_THREADX_WORDS ? look(dumped, &event) : EINVAL;

	if (err)
		return err;
	if (!dumped->module->get_word(&event, n, &found))
		return ENOENT;
	*word = (struct posixtrace_word){
		.kind = (int)found.field.kind, .value = event.entry.info[n],
	};
	strlcpy(word->name, found.field.name, sizeof(word->name));
	strlcpy(word->text, found.text, sizeof(word->text));
	return 0;
}

int pxt_dumped_context(const struct pxt_dumped *dumped,
		       struct posixtrace_context *context)
{
	const struct pxt_dump_object *thread;
	struct pxt_dump_event event;
	int err = look(dumped, &event);

	if (err)
		return err;
	*context = (struct posixtrace_context){
		.kind = (int)event.context,
		.core = event.core,
		.priority = event.priority,
		.threshold = event.threshold,
		.thread = event.thread,
		.id = event.id,
		.ticks = dumped->ticks,
	};
	thread = dumped->module->find(dumped->dump, event.thread,
				      PXT_THREADX_OBJECT_THREAD);
	if (thread && event.thread)
		strlcpy(context->name, thread->name, sizeof(context->name));
	return 0;
}

static_assert((int)POSIXTRACE_TIMER_STATIC == (int)PXT_DUMP_STATIC &&
	      (int)POSIXTRACE_TIMER_RISING == (int)PXT_DUMP_RISING &&
	      (int)POSIXTRACE_TIMER_FALLING == (int)PXT_DUMP_FALLING &&
	      (int)POSIXTRACE_TIMER_SECONDS == (int)PXT_DUMP_SECONDS,
	      "the clocks of a dump are those of <posixtrace.h>");

void pxt_dumped_describe(const struct pxt_dumped *dumped,
			 struct posixtrace_dump *out)
{
	const struct pxt_dump_header *header =
		dumped->module->get_header(dumped->dump);
	const struct pxt_dump_layout *layout = dumped->layout;
	const struct pxt_dump_summary *summary = dumped->summary;

	*out = (struct posixtrace_dump){
		.is_big_endian = header->big_endian,
		.ulong_size = header->ulong_size,
		.name_size = header->name_size,
		.has_cores = summary->is_smp,
		.file_size = layout->file_size,
		.timer_mask = header->mask,
		.base = header->base,
		.registry_start = header->registry_start,
		.registry_end = header->registry_end,
		.buffer_start = header->buffer_start,
		.buffer_end = header->buffer_end,
		.current = header->current,
		.registry_offset = layout->registry,
		.registry_slots = layout->n_objects,
		.buffer_offset = layout->buffer,
		.entry_size = layout->entry_size,
		.entries = layout->n_room,
		.oldest = summary->oldest,
		.events = summary->n_events,
		.is_full = summary->is_full,
		.is_wrapped = summary->is_wrapped,
		.is_cut = summary->missing || summary->ends_at_current,
		.missing = summary->missing,
		.timer = (int)summary->clock,
		.span = summary->span,
		.wraps = summary->n_wraps,
		.late = summary->n_late,
	};
}

static int tell_object(const struct pxt_dump_object *object,
		       struct posixtrace_object *out)
{
	if (!object)
		return ENOENT;
	*out = (struct posixtrace_object){
		.type = object->type,
		.priority = object->priority,
		.is_deleted = object->available != 0,
		.address = object->address,
		.parameter = { object->parameter[0], object->parameter[1] },
		.offset = object->offset,
		.name = object->name,
	};
	return 0;
}

int pxt_dumped_object(const struct pxt_dumped *dumped, size_t n,
		      struct posixtrace_object *out)
{
	size_t n_objects;
	const struct pxt_dump_object *objects =
		dumped->module->get_objects(dumped->dump, &n_objects);

	return tell_object(n < n_objects ? &objects[n] : NULL, out);
}

int pxt_dumped_find(const struct pxt_dumped *dumped, uint64_t address,
		    int type, struct posixtrace_object *out)
{
	return tell_object(dumped->module->find(dumped->dump, address, type),
			   out);
}
