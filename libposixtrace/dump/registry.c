/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Reads the object registry of a dump.  A slot of type 0 was never used.  One
 * that is available again keeps its contents, so events of a deleted object
 * still find its name.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "dump/form.h"

enum {
	/* More than any target has: larger numbers are rejected. */
	SLOTS_MAX = 1 << 20,
	OBJECTS_MAX = 1 << 16,
	NAME_MAX_KEPT = 255,
	BUFFER = 128 * 1024,		/* more than a slot can have */
};

static int reserve(struct pxt_dump *dump, size_t *room)
{
	size_t more = *room ? 2 * *room : 64;
	void *grown;

	if (dump->n_objects < *room)
		return 0;
	grown = reallocarray(dump->objects, more, sizeof(*dump->objects));
	if (!grown)
		return ENOMEM;
	dump->objects = grown;
	*room = more;
	return 0;
}

/* Until all are read, `name` is an offset in `names`. */
struct names {
	size_t n, room;
};

static int add_name(struct pxt_dump *dump, struct names *names,
		    const unsigned char *bytes, size_t size, size_t *place)
{
	size_t len = strnlen((const char *)bytes, size);

	if (len > NAME_MAX_KEPT)
		len = NAME_MAX_KEPT;
	if (names->room - names->n <= len) {
		size_t room = 2 * names->room + NAME_MAX_KEPT + 1;
		char *grown = realloc(dump->names, room);

		if (!grown)
			return ENOMEM;
		dump->names = grown;
		names->room = room;
	}
	*place = names->n;
	memcpy(dump->names + names->n, bytes, len);
	dump->names[names->n + len] = '\0';
	names->n += len + 1;
	return 0;
}

static int take_slot(struct pxt_dump *dump, const unsigned char *bytes,
		     uint64_t offset, struct names *names, size_t *place)
{
	const struct pxt_dump_header *header = &dump->header;
	const unsigned ulong = header->ulong_size;
	const unsigned char *name = bytes + 4 * ulong;
	struct pxt_dump_object *object = &dump->objects[dump->n_objects];

	*object = (struct pxt_dump_object){
		.offset = offset,
		.available = bytes[0],
		.type = bytes[1],
		.address = pxt_dump_word(header, bytes + ulong, ulong),
		.parameter = {
			pxt_dump_word(header, bytes + 2 * ulong, ulong),
			pxt_dump_word(header, bytes + 3 * ulong, ulong),
		},
		.priority = -1,
		/* Without room for a name no NUL is missing. */
		.is_ended = header->name_size == 0 ||
			    memchr(name, '\0', header->name_size) != NULL,
	};
	if (object->type == PXT_THREADX_OBJECT_THREAD && bytes[2] & 0x80)
		object->priority = (bytes[2] & 0x7f) << 8 | bytes[3];
	return add_name(dump, names, name, header->name_size, place);
}

struct order {
	const struct pxt_dump_object *objects;
};

/* By address; at the same address the one in use first. */
static int compare(const void *a, const void *b, void *context)
{
	const struct order *order = context;
	uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
	const struct pxt_dump_object *x = &order->objects[i];
	const struct pxt_dump_object *y = &order->objects[j];

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	if (!x->available != !y->available)
		return x->available ? 1 : -1;
	return i < j ? -1 : i > j;
}

static int sort(struct pxt_dump *dump)
{
	struct order order = { dump->objects };

	if (dump->n_objects == 0)
		return 0;
	dump->by_address = malloc(dump->n_objects * sizeof(uint32_t));
	if (!dump->by_address)
		return ENOMEM;
	for (size_t i = 0; i < dump->n_objects; i++)
		dump->by_address[i] = (uint32_t)i;
	qsort_r(dump->by_address, dump->n_objects, sizeof(uint32_t), compare,
		&order);
	return 0;
}

/* Take the `n` slots in `buffer`; `first` is the number of the first. */
static int take_slots(struct pxt_dump *dump, const unsigned char *buffer,
		      uint64_t first, size_t n, struct names *names,
		      size_t *room, size_t **places)
{
	const struct pxt_dump_layout *layout = &dump->layout;

	for (size_t i = 0; i < n && dump->n_objects < OBJECTS_MAX; i++) {
		const unsigned char *bytes = buffer + i * layout->slot_size;
		size_t before = *room;
		int err;

		if (bytes[1] == 0)
			continue;
		err = reserve(dump, room);
		if (!err && *room > before) {
			size_t *grown = reallocarray(*places, *room,
						     sizeof(**places));

			if (!grown)
				return ENOMEM;
			*places = grown;
		}
		if (!err)
			err = take_slot(dump, bytes, layout->registry +
					(first + i) * layout->slot_size, names,
					&(*places)[dump->n_objects]);
		if (err)
			return err;
		dump->n_objects++;
	}
	return 0;
}

/* A hole in the file contains slots that were never used. */
static uint64_t skip_hole(const struct pxt_dump *dump, uint64_t slot)
{
	const struct pxt_dump_layout *layout = &dump->layout;
	uint64_t offset = layout->registry + slot * layout->slot_size;
	uint64_t data = pxt_input_skip_hole(&dump->input, offset);

	return data > offset ? slot + (data - offset) / layout->slot_size :
	       slot;
}

int pxt_dump_read_registry(struct pxt_dump *dump)
{
	const struct pxt_dump_layout *layout = &dump->layout;
	unsigned char *buffer = malloc(BUFFER);
	struct names names = { 0 };
	size_t room = 0, got = 0, *places = NULL;
	uint64_t slot = 0, n_slots = layout->n_objects;
	int err = buffer ? 0 : ENOMEM;

	if (n_slots > SLOTS_MAX)
		n_slots = SLOTS_MAX;
	for (; !err && slot < n_slots; slot += got / layout->slot_size) {
		uint64_t n = BUFFER / layout->slot_size;

		slot = skip_hole(dump, slot);
		if (slot >= n_slots)
			break;
		if (n > n_slots - slot)
			n = n_slots - slot;
		err = pxt_input_read(&dump->input, buffer,
				     (size_t)(n * layout->slot_size),
				     layout->registry +
				     slot * layout->slot_size, &got);
		if (err || got < layout->slot_size)
			break;
		err = take_slots(dump, buffer, slot, got / layout->slot_size,
				 &names, &room, &places);
	}
	for (size_t i = 0; !err && places && i < dump->n_objects; i++)
		dump->objects[i].name = dump->names + places[i];
	free(places);
	free(buffer);
	return err ? err : sort(dump);
}

const struct pxt_dump_object *pxt_dump_get_objects(
		const struct pxt_dump *dump, size_t *n)
{
	*n = dump->n_objects;
	return dump->objects;
}

/* The first object with that address, or NULL; *at is its rank. */
static const struct pxt_dump_object *find(const struct pxt_dump *dump,
					  uint64_t address, size_t *at)
{
	size_t low = 0, high = dump->n_objects;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (dump->objects[dump->by_address[middle]].address < address)
			low = middle + 1;
		else
			high = middle;
	}
	*at = low;
	if (low == dump->n_objects ||
	    dump->objects[dump->by_address[low]].address != address)
		return NULL;
	return &dump->objects[dump->by_address[low]];
}

const struct pxt_dump_object *pxt_dump_find(const struct pxt_dump *dump,
					    uint64_t address, int type)
{
	enum { TRIES = 64 };
	const struct pxt_dump_object *object;
	size_t at;

	object = find(dump, address, &at);
	for (size_t end = at + TRIES; object; ) {
		if (type == 0 || object->type == type)
			return object;
		if (++at == end || at == dump->n_objects)
			break;
		object = &dump->objects[dump->by_address[at]];
		if (object->address != address)
			break;
	}
	return NULL;
}
