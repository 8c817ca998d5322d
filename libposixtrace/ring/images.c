/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Records of what processes have mapped, in a segment; see images.h. */
#include "ring/images.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_READ 22
#define MADV_POPULATE_WRITE 23
#endif

enum { ROOM = PXT_IMAGES_SIZE - sizeof(struct pxt_images_area), PAGE = 4096 };

/* Kept for processes that say that nothing is known of them from now on. */
enum { KEPT = 64 << 10 };

/* Claim the bytes from *at on. */
static bool reserve(struct pxt_images_area *area, uint32_t size, uint64_t room,
		    uint64_t *at)
{
	*at = pxt_load_relaxed(&area->used);
	/* Bounded, whatever other processes do. */
	for (int tries = 0; tries < 1000; tries++) {
		if (*at > room || size > room - *at)
			return false;
		if (pxt_cas_relaxed(&area->used, at, *at + size))
			return true;
	}
	return false;
}

/* Without memory an access would raise SIGBUS, also one that reads what nobody could
 * write.  A kernel without MADV_POPULATE_WRITE (EINVAL) populates by page faults. */
static bool populate(const unsigned char *start, size_t size, int how)
{
	const unsigned char *page = start - ((uintptr_t)start & (PAGE - 1));
	int saved = errno;
	bool is_there = madvise((void *)(uintptr_t)page,
				(size_t)(start - page) + size, how) == 0 ||
			errno == EINVAL;

	errno = saved;
	return is_there;
}

int pxt_images_put(const struct pxt_view *view, struct pxt_image *image)
{
	struct pxt_images_area *area = view->images;
	unsigned char *to;
	uint64_t at;

	if (!area)
		return ENOTSUP;
	if (!reserve(area, image->size, image->kind == PXT_IMAGE_WHOLE &&
		     image->count == 0 ? ROOM : ROOM - KEPT, &at)) {
		pxt_add_relaxed(&area->refused, 1);
		return ENOSPC;
	}
	to = area->records + at;
	if (!populate(to, image->size, MADV_POPULATE_WRITE)) {
		pxt_add_relaxed(&area->refused, 1);
		return ENOMEM;
	}
	if (image->kind != PXT_IMAGE_MORE)
		image->number = at + 1;
	pxt_image_seal(image);
	memcpy(to + sizeof(uint64_t), (unsigned char *)image + sizeof(uint64_t),
	       image->size - sizeof(uint64_t));
	/* Magic and size, last: with the checksum they show that all is there,
	 * and so no order between processes is needed. */
	__atomic_store_n((uint64_t *)(void *)to, *(uint64_t *)(void *)image,
			 __ATOMIC_RELEASE);
	return 0;
}

/*
 * Untrusted input: copied before it is examined.  `has_holes`: there may be no memory
 * for some of it.
 */
static bool take(const unsigned char *from, uint64_t left, bool has_holes,
		 struct pxt_image *room)
{
	uint64_t word;

	if (has_holes && !populate(from, sizeof(word), MADV_POPULATE_READ))
		return false;
	word = __atomic_load_n((const uint64_t *)(const void *)from,
			       __ATOMIC_ACQUIRE);
	memcpy(room, &word, sizeof(word));
	if (room->magic != PXT_IMAGE_MAGIC || room->size < sizeof(*room) ||
	    room->size > PXT_IMAGE_MOST || room->size > left ||
	    (has_holes && !populate(from, room->size, MADV_POPULATE_READ)))
		return false;
	memcpy((unsigned char *)room + sizeof(word), from + sizeof(word),
	       room->size - sizeof(word));
	return pxt_image_is_sealed(room) &&
	       pxt_image_is_valid(room, room->size);
}

bool pxt_images_next(const struct pxt_view *view, uint64_t *at, bool skips,
		     struct pxt_image *room)
{
	const struct pxt_images_area *area = view->images;
	uint64_t used = area ? pxt_load_acquire(&area->used) : 0;
	bool has_holes;

	if (used > ROOM)
		used = ROOM;
	if (*at >= used)
		return false;
	/* A process reserves its place before it knows that there is memory. */
	has_holes = !populate(area->records + *at, used - *at,
			      MADV_POPULATE_READ);
	for (; *at < used && used - *at >= sizeof(*room); *at += 8) {
		if (take(area->records + *at, used - *at, has_holes, room)) {
			*at += room->size;
			return true;
		}
		if (!skips)
			return false;
	}
	return false;
}
