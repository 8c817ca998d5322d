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
 * Libraries may be loaded later, and unloaded.  A caller that knows, and a process
 * that ends, looks what has come and gone, and tells that (pxt_self_note_loaded()).
 * Only who may ask the loader knows whether anything came and went between two looks;
 * else what is told is told with doubt (model/image.h).
 *
 * A thread that needs a new chunk for an event whose address is in nothing that is
 * known tells what is there.  So where most events come from is known, also if the
 * process is killed.  A trace point opens no file for that: the loader's tables have
 * what it executes, without device and inode, and /proc has them at the end.
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
 * Tell a stream: what this process has, or, if it was forked in that stream, that it
 * has what its parent had.  The caller holds the lock of the registry.
 * Async-signal-safe; no cancellation point; keeps errno.
 */
struct pxt_attached;
void pxt_images_tell(struct pxt_attached *attached, int32_t pid);

/*
 * Tell streams that were told before what has come and gone since; the same holds.
 * They are the `n` given, of which those without an image are
 * left out.  `loaded`: what pxt_modules_note() returned before.
 */
void pxt_images_tell_new(struct pxt_attached *attached, size_t n, int32_t pid,
			 unsigned long long loaded);

struct pxt_module_part;

/* Tell them of a part that the calling thread executes. */
void pxt_images_tell_part(struct pxt_attached *attached, size_t n, int32_t pid,
			  const struct pxt_module_part *part);

#endif
