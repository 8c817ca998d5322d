/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What processes had mapped; see images.h. */
#include "source/images.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ring/images.h"

/* A process from when it began to record, or executed a program, on. */
struct image {
	uint64_t number;
	uint64_t of;			/* 0: not a fork */
	int64_t ns;
	int32_t pid;
};

struct pxt_images {
	struct image *images;		/* by pid, then by time */
	size_t n, room;
	struct image *numbered;		/* the same by number */
	struct pxt_known_mapping *mappings;	/* by image, then by start */
	size_t n_mappings, mappings_room;
	struct pxt_timeline *timeline;	/* while they are read ... */
	int err;
};

static int compare(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int by_time(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

static int by_pid(const void *a, const void *b)
{
	const struct image *x = a, *y = b;

	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	return x->ns != y->ns ? by_time(x->ns, y->ns) :
				compare(x->number, y->number);
}

static int by_number(const void *a, const void *b)
{
	const struct image *x = a, *y = b;

	return compare(x->number, y->number);
}

static int by_place(const void *a, const void *b)
{
	const struct pxt_known_mapping *x = a, *y = b;

	if (x->image != y->image)
		return compare(x->image, y->image);
	return x->mapping.start != y->mapping.start ?
	       compare(x->mapping.start, y->mapping.start) :
	       by_time(x->ns, y->ns);
}

/* Room for one more of *n.  False: no memory. */
static bool reserve(void **array, size_t n, size_t *room, size_t size)
{
	size_t more = *room ? 2 * *room : 16;
	void *grown;

	if (n < *room)
		return true;
	grown = reallocarray(*array, more, size);
	if (!grown)
		return false;
	*array = grown;
	*room = more;
	return true;
}

static bool add_mapping(struct pxt_images *images,
			const struct pxt_image *record,
			const struct pxt_mapping_view *view)
{
	const struct pxt_mapping *mapping = &view->mapping;
	struct pxt_known_mapping *known;
	char *bytes;

	if (!reserve((void **)&images->mappings, images->n_mappings,
		     &images->mappings_room, sizeof(*images->mappings)))
		return false;
	bytes = malloc((size_t)mapping->path_size + 1 + mapping->id_size);
	if (!bytes)
		return false;
	memcpy(bytes, view->path, mapping->path_size);
	bytes[mapping->path_size] = '\0';
	memcpy(bytes + mapping->path_size + 1, view->id, mapping->id_size);
	known = &images->mappings[images->n_mappings++];
	*known = (struct pxt_known_mapping){
		.mapping = *mapping,
		.id = (unsigned char *)bytes + mapping->path_size + 1,
		.path = bytes,
		.bytes = bytes,
		.image = record->number,
		.ns = pxt_timeline_real(images->timeline, record->ticks),
	};
	return true;
}

static bool add_image(struct pxt_images *images, const struct pxt_image *record)
{
	if (!reserve((void **)&images->images, images->n, &images->room,
		     sizeof(*images->images)))
		return false;
	images->images[images->n++] = (struct image){
		.number = record->number,
		.of = record->of,
		.ns = pxt_timeline_real(images->timeline, record->ticks),
		.pid = record->pid,
	};
	return true;
}

static bool add(const struct pxt_image *record, void *arg)
{
	struct pxt_images *images = arg;
	struct pxt_mapping_view view;
	bool added = record->kind == PXT_IMAGE_MORE ||
		     add_image(images, record);

	for (size_t at = 0; added && pxt_image_next(record, &at, &view);)
		added = add_mapping(images, record, &view);
	if (!added)
		images->err = ENOMEM;
	return added;
}

/* The memory has all of them, the log perhaps not yet. */
static void read_memory(struct pxt_images *images,
			const struct pxt_rescue *rescue)
{
	struct pxt_image *room = malloc(PXT_IMAGE_MOST);
	uint64_t at = 0;

	if (!room) {
		images->err = ENOMEM;
		return;
	}
	while (pxt_images_next(&rescue->view, &at, true, room))
		if (!add(room, images))
			break;
	free(room);
}

static bool are_same(const struct pxt_known_mapping *a,
		     const struct pxt_known_mapping *b)
{
	return a->image == b->image && a->mapping.start == b->mapping.start &&
	       a->mapping.end == b->mapping.end &&
	       a->mapping.offset == b->mapping.offset &&
	       a->mapping.inode == b->mapping.inode &&
	       a->mapping.device == b->mapping.device &&
	       strcmp(a->path, b->path) == 0;
}

/* Told without its file, as a record can only (process/images.h), and later with
 * that? */
static bool is_without_file_of(const struct pxt_known_mapping *a,
			       const struct pxt_known_mapping *b)
{
	return a->image == b->image && a->mapping.start == b->mapping.start &&
	       a->mapping.end == b->mapping.end &&
	       a->mapping.offset == b->mapping.offset &&
	       a->mapping.inode == 0 && b->mapping.inode != 0 &&
	       a->mapping.id_size != 0 &&
	       a->mapping.id_size == b->mapping.id_size &&
	       memcmp(a->id, b->id, a->mapping.id_size) == 0;
}

/* A build id, or a file, that was told later is that of what was told before. */
static void pass_back(struct pxt_images *images)
{
	for (size_t i = images->n_mappings; i-- > 1;) {
		struct pxt_known_mapping *before = &images->mappings[i - 1];
		const struct pxt_known_mapping *known = &images->mappings[i];

		if (before->mapping.id_size == 0 && are_same(before, known)) {
			before->mapping.id_size = known->mapping.id_size;
			before->id = known->id;
		} else if (is_without_file_of(before, known)) {
			before->mapping = known->mapping;
			before->path = known->path;
		}
	}
}

static int sort(struct pxt_images *images)
{
	images->numbered = calloc(images->n + 1, sizeof(*images->numbered));
	if (!images->numbered)
		return ENOMEM;
	if (images->n_mappings)
		qsort(images->mappings, images->n_mappings,
		      sizeof(*images->mappings), by_place);
	pass_back(images);
	for (size_t i = 0; i < images->n_mappings; i++)
		images->mappings[i].number = i;
	if (images->n == 0)
		return 0;
	memcpy(images->numbered, images->images,
	       images->n * sizeof(*images->numbered));
	qsort(images->numbered, images->n, sizeof(*images->numbered),
	      by_number);
	qsort(images->images, images->n, sizeof(*images->images), by_pid);
	return 0;
}

int pxt_images_open(const struct pxt_log_reader *log,
		    const struct pxt_rescue *rescue,
		    struct pxt_timeline *timeline, struct pxt_images **out)
{
	struct pxt_images *images = calloc(1, sizeof(*images));
	int err = 0;

	if (!images)
		return ENOMEM;
	images->timeline = timeline;
	if (rescue && rescue->view.images)
		read_memory(images, rescue);
	else
		err = pxt_log_each_image(log, add, images);
	if (err == EBADMSG)
		err = 0;
	if (!err)
		err = images->err;
	if (!err)
		err = sort(images);
	if (err) {
		pxt_images_close(images);
		return err;
	}
	*out = images;
	return 0;
}

void pxt_images_close(struct pxt_images *images)
{
	if (!images)
		return;
	for (size_t i = 0; i < images->n_mappings; i++)
		free(images->mappings[i].bytes);
	free(images->mappings);
	free(images->numbered);
	free(images->images);
	free(images);
}

/* The newest image of a process at that time; if there is none yet, the first
 * one.  NULL: it has none. */
static const struct image *find_image(const struct pxt_images *images,
				      int32_t pid, int64_t ns)
{
	const struct image *image = images->images;
	size_t low = 0, high = images->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (image[middle].pid < pid ||
		    (image[middle].pid == pid && image[middle].ns <= ns))
			low = middle + 1;
		else
			high = middle;
	}
	if (low > 0 && image[low - 1].pid == pid)
		return &image[low - 1];
	return low < images->n && image[low].pid == pid ? &image[low] : NULL;
}

static const struct image *find_number(const struct pxt_images *images,
				       uint64_t number)
{
	const struct image key = { .number = number };

	return bsearch(&key, images->numbered, images->n,
		       sizeof(*images->numbered), by_number);
}

/* The first mapping that is behind all of an image that begin at or before the
 * address. */
static size_t find_behind(const struct pxt_images *images, uint64_t number,
			  uint64_t address)
{
	const struct pxt_known_mapping *known = images->mappings;
	size_t low = 0, high = images->n_mappings;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (known[middle].image < number ||
		    (known[middle].image == number &&
		     known[middle].mapping.start <= address))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* What was unloaded again may be in the way of what was loaded after it. */
enum { OVERLAPS = 16 };

/*
 * Of those at the address the newest at that time, else the first that came
 * later.
 */
static const struct pxt_known_mapping *find_in(const struct pxt_images *images,
					       uint64_t number, int64_t ns,
					       uint64_t address)
{
	size_t at = find_behind(images, number, address);
	const struct pxt_known_mapping *best = NULL;

	for (int i = 0; i < OVERLAPS && at > 0; i++) {
		const struct pxt_known_mapping *known = &images->mappings[--at];

		if (known->image != number)
			break;
		if (address >= known->mapping.end)
			continue;
		if (!best || (known->ns <= ns ?
			      best->ns > ns ||
			      best->ns < known->ns ||
			      (best->ns == known->ns &&
			       best->mapping.id_size == 0) :
			      best->ns > known->ns))
			best = known;
	}
	return best;
}

int pxt_images_find(const struct pxt_images *images, int32_t pid,
		    int64_t ns, uint64_t address,
		    const struct pxt_known_mapping **out, uint64_t *number)
{
	const struct image *image = find_image(images, pid, ns);

	if (!image)
		return ENODATA;
	*number = image->number;
	for (;;) {
		*out = find_in(images, image->number, ns, address);
		if (*out)
			return 0;
		/* An image is older than its forks, and has a lower number:
		 * this ends, whatever a file says. */
		if (!image->of || image->of >= image->number)
			return ENOENT;
		image = find_number(images, image->of);
		if (!image)
			return ENOENT;
	}
}
