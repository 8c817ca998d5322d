/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * System events of the controller for which the stream's memory has no room:
 * when /dev/shm is full and other threads have all chunks, the controller gets
 * none.  A stream with a log keeps them here, in private memory, until the
 * flush thread writes each as a block of its own.  If the controller is killed
 * before, they are missing in the log; what a gap among them reports is found
 * as lost by whoever completes the log (rescue.h).  Under the stream's lock.
 */
#ifndef PXT_STREAM_DEFERRED_H
#define PXT_STREAM_DEFERRED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/attr.h"
#include "model/record.h"
#include "ring/segment.h"
#include "stream/refused.h"

enum { PXT_SYSTEM_COMPOSED_MAX = sizeof(struct pxt_origin) +
				 PXT_SYSTEM_DATA_MAX };

/* A system event with its origin and data, as in a record. */
struct pxt_system_event {
	unsigned id;
	uintptr_t address;
	uint64_t ticks;
	size_t len;			/* of `composed` */
	unsigned char composed[PXT_SYSTEM_COMPOSED_MAX];
};

enum { PXT_DEFERRED_MAX = 16 };

struct pxt_deferred {
	unsigned n;
	struct pxt_system_event event[PXT_DEFERRED_MAX];
	/* with a gap: the losses of all lanes that are in gaps then; or 0 */
	uint64_t reported[PXT_DEFERRED_MAX];
};

/* ENOSPC: there are too many already. */
int pxt_deferred_add(struct pxt_deferred *deferred,
		     const struct pxt_system_event *event, uint64_t reported);

/* Write them, each as a block, and forget them.  What the file refuses is added to
 * *refused.  Returns the first error. */
int pxt_deferred_write(struct pxt_deferred *deferred,
		       const struct pxt_view *view, struct pxt_log *log,
		       struct pxt_refused *refused);

#endif
