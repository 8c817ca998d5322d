/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A trace buffer of ThreadX (TXTB) as TraceX accepts it.
 *
 * TraceX works out time from differences of neighbouring 32-bit stamps.  It
 * takes the clock to run up if, from the second entry on, more stamps rise
 * than fall, and each fall to be a wrap then.  So a silence longer than STEP
 * gets entries STEP apart, which makes three steps of four in it rise; and a
 * file in which not enough rises (an event or none, all at one moment, two
 * around a wrap) gets a lead-in of entries that do.  Both are entries of no
 * thread, with the ids PXT_TXTB_TIME and PXT_TXTB_RUNNING.
 */
#include "convert/tracex-file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	PRIORITY = PXT_TXTB_PRIORITY,
	FILLERS_MOST = 1024,		/* in one interval without events */
	FIRST_ROOM = 1024,
};

#define STEP		(INT64_C(1) << 30)
#define PRIORITY_WORD	(UINT32_C(0x80000000) | PRIORITY << 16 | PRIORITY)

void tracex_file_init(struct tracex_file *file, size_t most)
{
	*file = (struct tracex_file){
		.n = TRACEX_LEAD_IN,
		.max = TRACEX_LEAD_IN + most,
	};
}

void tracex_file_fini(struct tracex_file *file)
{
	free(file->entries);
	free(file->objects);
}

void tracex_file_reset(struct tracex_file *file)
{
	file->n = TRACEX_LEAD_IN;
	file->n_objects = 0;
}

static int reserve(struct tracex_file *file, size_t n)
{
	size_t room = file->room ? file->room : FIRST_ROOM;
	struct pxt_txtb_entry *grown;

	if (n <= file->room)
		return 0;
	while (room < n)
		room *= 2;
	grown = reallocarray(file->entries, room, sizeof(*grown));
	if (!grown)
		return ENOMEM;
	file->entries = grown;
	file->room = room;
	return 0;
}

static struct pxt_txtb_entry entry_of(uint32_t context, uint32_t id,
				      int64_t ticks)
{
	return (struct pxt_txtb_entry){
		.context = context,
		.priority = PRIORITY_WORD,
		.id = id,
		/* The lead-in must not be before a wrap. */
		.stamp = (uint32_t)((uint64_t)ticks + TRACEX_LEAD_IN),
	};
}

static struct pxt_txtb_entry time_entry(int64_t ticks)
{
	struct pxt_txtb_entry entry = entry_of(TRACEX_NO_THREAD, PXT_TXTB_TIME,
					       ticks);

	entry.info[0] = (uint32_t)ticks;
	entry.info[1] = (uint32_t)((uint64_t)ticks >> 32);
	return entry;
}

int tracex_file_add(struct tracex_file *file, uint32_t context, uint32_t id,
		    int64_t ticks, const uint32_t info[TRACEX_INFO])
{
	int64_t silence = ticks - file->shift - file->ticks, shortened = 0;
	size_t fillers = 0;
	int err;

	if (file->n == TRACEX_LEAD_IN || silence < 0)
		silence = 0;
	if (silence > STEP) {
		if (silence / STEP >= FILLERS_MOST)
			shortened = silence - FILLERS_MOST * STEP;
		fillers = (size_t)((silence - shortened - 1) / STEP);
	}
	if (fillers >= file->max - file->n)
		return ENOSPC;
	err = reserve(file, file->n + fillers + 1);
	if (err)
		return err;
	if (shortened) {
		file->n_shortened++;
		file->shift += shortened;
	}
	for (; fillers > 0; fillers--) {
		file->ticks += STEP;
		file->entries[file->n++] = time_entry(file->ticks);
	}
	if (ticks - file->shift > file->ticks)
		file->ticks = ticks - file->shift;
	if (file->n == TRACEX_LEAD_IN)
		file->first = file->ticks;
	file->entries[file->n] = entry_of(context, id, file->ticks);
	memcpy(file->entries[file->n++].info, info,
	       sizeof(file->entries->info));
	return 0;
}

int tracex_file_add_object(struct tracex_file *file,
			   const struct tracex_object *object)
{
	if (file->n_objects == file->objects_room) {
		size_t room = file->objects_room ? 2 * file->objects_room : 64;
		struct tracex_object *grown = reallocarray(file->objects, room,
							   sizeof(*grown));

		if (!grown)
			return ENOMEM;
		file->objects = grown;
		file->objects_room = room;
	}
	file->objects[file->n_objects++] = *object;
	return 0;
}

/* Would TraceX detect that the clock counts up? */
static bool is_rising(const struct tracex_file *file)
{
	const struct pxt_txtb_entry *e = file->entries;
	size_t rises = 0, falls = 0;

	for (size_t i = TRACEX_LEAD_IN + 2; i < file->n; i++) {
		rises += e[i].stamp > e[i - 1].stamp;
		falls += e[i].stamp < e[i - 1].stamp;
	}
	return rises > falls;
}

/* The initial entries of a TXTB trace, and increasing stamps. */
static int put_lead_in(struct tracex_file *file)
{
	int64_t first = file->n == TRACEX_LEAD_IN ? file->ticks : file->first;
	int err = reserve(file, TRACEX_LEAD_IN);

	if (err)
		return err;
	for (int i = 0; i < TRACEX_LEAD_IN; i++)
		file->entries[i] = time_entry(first - TRACEX_LEAD_IN + i);
	file->entries[1] = entry_of(TRACEX_NO_THREAD, PXT_TXTB_RUNNING,
				    first - TRACEX_LEAD_IN + 1);
	return 0;
}

static int write_all(int fd, const void *data, size_t len)
{
	const char *bytes = data;

	while (len > 0) {
		ssize_t n = write(fd, bytes, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? errno : EIO;
		bytes += n;
		len -= (size_t)n;
	}
	return 0;
}

/* TraceX requires one slot at least; it may be an unused one. */
static int write_registry(const struct tracex_file *file, int fd, size_t n)
{
	struct pxt_txtb_slot *slots = calloc(n, sizeof(*slots));
	int err;

	if (!slots)
		return ENOMEM;
	for (size_t i = 0; i < file->n_objects; i++) {
		const struct tracex_object *object = &file->objects[i];

		slots[i].type = object->type;
		slots[i].object = object->address;
		slots[i].parameter1 = object->parameter1;
		slots[i].parameter2 = object->parameter2;
		memcpy(slots[i].name, object->name, sizeof(slots[i].name));
		if (object->type == TRACEX_THREAD) {
			slots[i].reserved1 = 0x80 | PRIORITY >> 8;
			slots[i].reserved2 = PRIORITY & 0xff;
		}
	}
	err = write_all(fd, slots, n * sizeof(*slots));
	free(slots);
	return err;
}

int tracex_file_write(struct tracex_file *file, int fd)
{
	size_t n_slots = file->n_objects ? file->n_objects : 1;
	size_t first = TRACEX_LEAD_IN;
	struct pxt_txtb_header header = {
		.id = PXT_TXTB_ID,
		.timer_mask = 0xffffffff,
		.registry_start = sizeof(header),
		.name_size = TRACEX_NAME_SIZE,
		.reserved2 = PXT_TXTB_NAMED,
	};
	uint64_t end;
	int err;

	if (!is_rising(file)) {
		err = put_lead_in(file);
		if (err)
			return err;
		first = 0;
	}
	end = sizeof(header) + n_slots * sizeof(struct pxt_txtb_slot);
	header.registry_end = header.buffer_start = (uint32_t)end;
	end += (file->n - first) * sizeof(struct pxt_txtb_entry);
	if (end > UINT32_MAX)
		return EFBIG;
	header.buffer_end = (uint32_t)end;
	/* As if the last entry had just been written: the first is the
	 * oldest. */
	header.buffer_current = header.buffer_start;
	err = write_all(fd, &header, sizeof(header));
	if (!err)
		err = write_registry(file, fd, n_slots);
	if (!err)
		err = write_all(fd, &file->entries[first],
				(file->n - first) *
				sizeof(struct pxt_txtb_entry));
	return err;
}

bool tracex_name(char out[TRACEX_NAME_SIZE], const char *name,
		 const char *alias)
{
	bool is_same = *name != '\0' && strlen(name) < TRACEX_NAME_SIZE;

	if (!*name)
		name = alias;
	memset(out, 0, TRACEX_NAME_SIZE);
	for (size_t i = 0; name[i] && i < TRACEX_NAME_SIZE - 1; i++) {
		out[i] = pxt_txtb_character(name[i]);
		is_same &= out[i] == name[i];
	}
	return is_same;
}
