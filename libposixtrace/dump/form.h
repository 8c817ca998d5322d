/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The state of an open dump; for the files in dump/ only. */
#ifndef PXT_DUMP_FORM_H
#define PXT_DUMP_FORM_H

#include "base/tree.h"
#include "dump/dump.h"
#include "log/input.h"

/* Bytes of entries that are read at once. */
enum { PXT_DUMP_VIEW = 64 * 1024 };

struct pxt_dump_type {
	uint64_t id;
	char name[PXT_EVENT_NAME_SIZE];
};

/* The different ids in the entries, including the core. */
struct pxt_dump_ids {
	RB_HEAD(pxt_dump_id_tree, pxt_dump_id) tree;
	size_t n;			/* limited: others are not kept */
};

struct pxt_dump {
	struct pxt_input input;
	struct pxt_dump_header header;
	struct pxt_dump_layout layout;
	struct pxt_dump_summary summary;
	uint64_t ring;			/* slots before the ring wraps */

	struct pxt_dump_object *objects;
	size_t n_objects;
	uint32_t *by_address;		/* indices of objects, sorted */
	char *names;

	struct pxt_dump_type *types;
	size_t n_types;

	/* Entries read ahead: slots from view_slot on, view_n of them. */
	unsigned char *view;
	uint64_t view_slot;
	size_t view_n;
};

/* Store the reason, unless `fault` is NULL; always EINVAL. */
int pxt_dump_fail(struct pxt_dump_fault *fault, uint64_t offset,
		  const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* header.c: read a word ... */
uint64_t pxt_dump_word(const struct pxt_dump_header *header,
		       const unsigned char *bytes, unsigned size);
/* ... the header, and derive the layout from it and the size of the file. */
int pxt_dump_read_header(struct pxt_dump *dump, struct pxt_dump_fault *fault);

/* registry.c: read dump->objects. */
int pxt_dump_read_registry(struct pxt_dump *dump);

/* entry.c: the entry of a slot.  ENOENT: the file has none. */
int pxt_dump_read_entry(struct pxt_dump *dump, uint64_t slot,
			struct pxt_dump_entry *entry);
/* Slot of event number n. */
uint64_t pxt_dump_slot_of(const struct pxt_dump *dump, uint64_t event);

/* scan.c: find which entries are events, and how their clock behaves. */
int pxt_dump_scan(struct pxt_dump *dump, struct pxt_dump_ids *ids);

/*
 * time.c, for masked stamps: is this one against the direction of the timer,
 * and how many ticks is it after `last`?
 */
bool pxt_dump_is_back(const struct pxt_dump *dump, uint64_t last,
		      uint64_t stamp);
uint64_t pxt_dump_distance(const struct pxt_dump *dump, uint64_t last,
			   uint64_t stamp);
/*
 * Advance the time to event `place->next`, which has this stamp.  *is_late: it
 * is slightly before the last one and gets the same time.
 */
void pxt_dump_advance(const struct pxt_dump *dump, struct pxt_dump_place *place,
		      uint64_t stamp, bool *is_late);

/* types.c: collect an id; make the types of all collected ids. */
int pxt_dump_note_id(struct pxt_dump_ids *ids, uint64_t id);
int pxt_dump_make_types(struct pxt_dump *dump, struct pxt_dump_ids *ids);
void pxt_dump_ids_fini(struct pxt_dump_ids *ids);
/* Split an id into the id itself and the core. */
uint64_t pxt_dump_split_id(const struct pxt_dump *dump, uint64_t raw,
			   int *core);
unsigned pxt_dump_type_of(const struct pxt_dump *dump, uint64_t id);

#endif
