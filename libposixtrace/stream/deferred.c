/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Keeps system events until they are written; see deferred.h. */
#include "stream/deferred.h"

#include <errno.h>

#include "log/writer.h"
#include "ring/lane.h"
#include "source/single.h"
#include "stream/batch.h"

int pxt_deferred_add(struct pxt_deferred *deferred,
		     const struct pxt_system_event *event, uint64_t reported)
{
	if (deferred->n == PXT_DEFERRED_MAX)
		return ENOSPC;
	deferred->event[deferred->n] = *event;
	deferred->reported[deferred->n++] = reported;
	return 0;
}

static int write_event(const struct pxt_system_event *event,
		       const struct pxt_view *view, struct pxt_log *log,
		       struct pxt_refused *refused)
{
	_Alignas(8) unsigned char chunk[PXT_CHUNK_HEADER_SIZE + PXT_HEAD_SIZE +
					PXT_SYSTEM_COMPOSED_MAX + 8] = {0};
	struct pxt_log_chunk as_chunk = {
		.header = (void *)chunk,
		.records = chunk + PXT_CHUNK_HEADER_SIZE,
	};
	int err;

	pxt_single_composed(view->target, event->id, event->ticks,
			    event->address, event->composed, event->len, chunk);
	pxt_batch_anchor(view, as_chunk.header);
	err = pxt_log_add_block(log, as_chunk.header, as_chunk.records);
	if (err)
		pxt_refused_add(refused, log, &as_chunk);
	return err;
}

int pxt_deferred_write(struct pxt_deferred *deferred,
		       const struct pxt_view *view, struct pxt_log *log,
		       struct pxt_refused *refused)
{
	/* The first lane is the controller's. */
	struct pxt_lane *control = &view->lanes[0];
	int err, first = 0;

	for (unsigned i = 0; i < deferred->n; i++) {
		err = write_event(&deferred->event[i], view, log, refused);
		first = first ? first : err;
		/* Not before: if the process is killed, whoever completes its log
		 * adds a gap for losses that are in none. */
		if (deferred->reported[i])
			pxt_store_release(&control->reported,
					  deferred->reported[i]);
	}
	deferred->n = 0;
	return first;
}
