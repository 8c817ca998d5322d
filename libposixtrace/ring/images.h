/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The images of the processes that record into a stream with a log, in its
 * segment, after the chunks:
 *
 *   0      magic
 *   8      used      bytes of records that were given out  (atomic add)
 *   16     refused   records for which there was no room   (atomic add)
 *   64     records (model/image.h), back to back
 *
 * They are never overwritten, and kept by a clear, so that a controller that
 * switches to another log, or a recovery, has all of them.  A record is there
 * if its checksum is right: what a process was killed in is skipped.
 *
 * Segments of earlier versions have nothing there, and readers of earlier
 * versions do not look.
 */
#ifndef PXT_RING_IMAGES_H
#define PXT_RING_IMAGES_H

#include "model/image.h"
#include "ring/segment.h"

struct pxt_images_area {
	uint64_t magic;
	_Atomic uint64_t used;
	_Atomic uint64_t refused;
	pxt_cacheline unsigned char records[];
};

#define PXT_IMAGES_MAGIC	UINT64_C(0x314d495453505458)

/* Some thousand programs; pages that are not used are not there. */
enum { PXT_IMAGES_SIZE = 4 << 20 };

/*
 * Store a record, which is sealed here; a new image (WHOLE, FORKED) gets its
 * number here.  ENOSPC: there is no room; ENOMEM: no memory; ENOTSUP: the
 * segment has no images.  For a WHOLE without mappings, after which nothing is
 * known of a process, some room is kept.  Async-signal-safe; bounded.
 */
int pxt_images_put(const struct pxt_view *view, struct pxt_image *image);

/*
 * Copy the record at *at, which begins as 0 and is advanced, into `room`, of
 * PXT_IMAGE_MOST bytes.  False: there is none.  `skips`: what is not whole is
 * skipped; else that is the end for now, since it may be being written.
 */
bool pxt_images_next(const struct pxt_view *view, uint64_t *at, bool skips,
		     struct pxt_image *room);

#endif
