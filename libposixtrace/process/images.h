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
 *
 * Libraries may be loaded later.  A caller that knows, and a process that ends, tells
 * what has come (pxt_self_note_loaded()); and so does a thread that needs a new chunk
 * for an event whose address is in nothing that is known.  So where most events come
 * from is known, also if the process is killed.  A trace point opens no file for
 * that: the loader's tables have what it executes, without device and inode, and
 * /proc has them at the end.
 */
#ifndef PXT_PROCESS_IMAGES_H
#define PXT_PROCESS_IMAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ring/segment.h"

/* Is it known what is at an address, or can nothing be told?  Async-signal-safe. */
bool pxt_images_know(uintptr_t address);

/*
 * Tell a stream, whose image was *image, or 0.  The caller holds the lock of
 * the registry.  Async-signal-safe; no cancellation point; keeps errno.
 */
void pxt_images_tell(const struct pxt_view *view, int32_t pid, uint64_t *image);

/* Tell streams that were told before what has come since; the same holds.  They are
 * the `n` given, of which those without an image are left out. */
struct pxt_attached;
void pxt_images_tell_new(struct pxt_attached *attached, size_t n, int32_t pid);

struct pxt_module_part;

/* Tell them of a part that the calling thread executes. */
void pxt_images_tell_part(struct pxt_attached *attached, size_t n, int32_t pid,
			  const struct pxt_module_part *part);

#endif
