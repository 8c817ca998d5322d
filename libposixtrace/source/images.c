/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What processes had mapped; see images.h. */
#include "source/images.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ring/images.h"
#include "source/mappings.h"

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
	struct pxt_mappings mappings;
	struct pxt_timeline *timeline;	/* while they are read ... */
	int err;
	bool is_damaged;		/* not all of the log's can be read */
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

static bool add_image(struct pxt_images *images, const struct pxt_image *record)
{
	if (images->n == images->room) {
		size_t room = images->room ? 2 * images->room : 16;
		void *grown = reallocarray(images->images, room,
					   sizeof(*images->images));

		if (!grown)
			return false;
		images->images = grown;
		images->room = room;
	}
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

	/* Of one that has gone the place in the file is when it was seen. */
	for (size_t at = 0; added && pxt_image_next(record, &at, &view);)
		added = pxt_mappings_add(&images->mappings, record->number,
				pxt_timeline_real(images->timeline,
						  record->ticks),
				pxt_timeline_real(images->timeline,
						  view.mapping.offset),
				&view);
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

static const struct image *find_number(const struct pxt_images *images,
				       uint64_t number)
{
	const struct image key = { .number = number };

	return bsearch(&key, images->numbered, images->n,
		       sizeof(*images->numbered), by_number);
}

/* What an image had at a time, or the one that it was forked from before that. */
static int find_in(const struct pxt_images *images, const struct image *image,
		   int64_t ns, uint64_t address,
		   const struct pxt_known_mapping **out)
{
	for (;;) {
		int err = pxt_mappings_find(&images->mappings, image->number,
					    ns, address, out);

		if (err != ENOENT)
			return err;
		/* An image is older than its forks, and has a lower number:
		 * this ends, whatever a file says. */
		if (!image->of || image->of >= image->number)
			return ENOENT;
		if (ns > image->ns)
			ns = image->ns;
		image = find_number(images, image->of);
		if (!image)
			return ENOENT;
	}
}

static const struct pxt_known_mapping *
find_of_parent(const void *arg, uint64_t number, uint64_t address)
{
	const struct pxt_images *images = arg;
	const struct image *image = find_number(images, number), *parent;
	const struct pxt_known_mapping *found;

	if (!image || !image->of || image->of >= number)
		return NULL;
	parent = find_number(images, image->of);
	return parent && find_in(images, parent, image->ns, address,
				 &found) == 0 ? found : NULL;
}

static int sort(struct pxt_images *images)
{
	images->numbered = calloc(images->n + 1, sizeof(*images->numbered));
	if (!images->numbered)
		return ENOMEM;
	if (images->n) {
		memcpy(images->numbered, images->images,
		       images->n * sizeof(*images->numbered));
		qsort(images->numbered, images->n, sizeof(*images->numbered),
		      by_number);
		qsort(images->images, images->n, sizeof(*images->images),
		      by_pid);
	}
	pxt_mappings_join(&images->mappings, find_of_parent, images);
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
	if (err == EBADMSG) {
		images->is_damaged = true;
		err = 0;
	}
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
	pxt_mappings_fini(&images->mappings);
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

int pxt_images_find(const struct pxt_images *images, int32_t pid,
		    int64_t ns, uint64_t address,
		    const struct pxt_known_mapping **out, uint64_t *number)
{
	const struct image *image = find_image(images, pid, ns);

	/* One without anything says that nothing more is known. */
	if (!image || (!image->of &&
		       !pxt_mappings_has(&images->mappings, image->number)))
		return images->is_damaged ? EBADMSG : ENODATA;
	*number = image->number;
	if (find_in(images, image, ns, address, out) == 0)
		return 0;
	return images->is_damaged ? EBADMSG : ENOENT;
}
