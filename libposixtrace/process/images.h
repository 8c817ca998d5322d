/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What this process executes, for the streams with a log that it records into
 * (ring/images.h).  Each gets the image when it is attached, before the first
 * event; a forked child that goes on in a stream says whose image it has.
 *
 * It must be this process that says so: it may end at any time after an event.
 * The addresses and paths are read from /proc, without a lock or memory, so
 * that it can be done wherever a stream is attached.  If it cannot be read, or
 * there is no room, nothing is stored, and events are recorded as ever.
 */
#ifndef PXT_PROCESS_IMAGES_H
#define PXT_PROCESS_IMAGES_H

#include <stdint.h>

#include "ring/segment.h"

/*
 * Tell a stream, whose image was *image, or 0.  The caller holds the lock of
 * the registry.  Async-signal-safe; no cancellation point; keeps errno.
 */
void pxt_images_tell(const struct pxt_view *view, int32_t pid, uint64_t *image);

#endif
