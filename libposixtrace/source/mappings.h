/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The mappings of the images of a log, each with the time for which it was there
 * (model/image.h): for source/images.c.
 *
 * A process looks now and then.  So a mapping was there for certain from when it was
 * told until it was seen last; it may have been there before, and until it was found to
 * have gone.  If two may have been at an address, neither is taken.
 */
#ifndef PXT_SOURCE_MAPPINGS_H
#define PXT_SOURCE_MAPPINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/image.h"
#include "source/images.h"

struct pxt_mappings {
	struct pxt_known_mapping *known;	/* by image, start and time */
	size_t n;
	size_t room;
};

/* One of an image, told at `ns`; one that has gone was last seen at seen_ns.  False: no
 * memory. */
bool pxt_mappings_add(struct pxt_mappings *mappings, uint64_t image, int64_t ns,
		      int64_t seen_ns, const struct pxt_mapping_view *view);

/* What the image that this one was forked from had at an address then, or NULL. */
typedef const struct pxt_known_mapping *
pxt_mappings_of_parent(const void *arg, uint64_t image, uint64_t address);

/*
 * When all have been added: sort them, and make one of what was told of one.  Images
 * are done in the order of their numbers, so a parent is before its children.
 */
void pxt_mappings_join(struct pxt_mappings *mappings,
		       pxt_mappings_of_parent *of_parent, const void *arg);

void pxt_mappings_fini(struct pxt_mappings *mappings);

/*
 * What an image had at an address.  ENOENT: nothing that was told; EAGAIN: what was
 * told is not certain.
 */
int pxt_mappings_find(const struct pxt_mappings *mappings, uint64_t image,
		      int64_t ns, uint64_t address,
		      const struct pxt_known_mapping **out);

/* Has an image any? */
bool pxt_mappings_has(const struct pxt_mappings *mappings, uint64_t image);

#endif
