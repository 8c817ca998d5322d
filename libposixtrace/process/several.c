/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The set of streams of a thread, and what rarely happens; see several.h. */
#include "process/several.h"

void pxt_several_discard(unsigned marked)
{
	for (unsigned i = 0; i < PXT_SEVERAL; i++)
		if (marked >> i & 1)
			pxt_writer_discard(
				pxt_thread_self.several.known[i].writer);
}

void pxt_several_wake(void)
{
	const struct pxt_several *several = &pxt_thread_self.several;

	for (unsigned i = 0; i < several->n; i++) {
		struct pxt_segment *segment = several->known[i].writer->segment;

		if (!pxt_is_zero_relaxed(&segment->waiters))
			pxt_segment_wake(segment, &segment->waiters);
	}
	pxt_reader_exit(pxt_thread_self.thread, 0);
}

uint64_t pxt_several_leave(const struct pxt_known *known)
{
	/* Stopped, started or cleared, or the clock stepped: the next event
	 * takes the slow path, which remembers the streams anew. */
	pxt_thread_self.several.key = 0;
	pxt_writer_discard(known->writer);
	return UINT64_C(1) << known->entry;
}

/* Are there two or three streams, none of which needs what only the slow path
 * does? */
static void find_plain(struct pxt_several *several)
{
	bool plain = several->n == 2 || several->n == 3;

	several->data_max = UINT64_MAX;
	for (unsigned i = 0; i < several->n; i++) {
		const struct pxt_known *known = &several->known[i];

		plain &= !known->translation && !known->fences;
		if (known->writer->data_max < several->data_max)
			several->data_max = known->writer->data_max;
	}
	several->plain = plain ? several->n : 0;
}

bool pxt_known_renew(struct pxt_known *known, uint64_t ticks)
{
	struct pxt_several *several = &pxt_thread_self.several;

	if (!known->fences) {
		/* Too early, perhaps. */
		known->fences = true;
		return false;
	}
	pxt_lease_renew(known->writer, ticks);
	if (!known->writer->is_first)
		return true;
	/* All others are quiet. */
	if (several->single_key && !known->translation) {
		pxt_thread_self.thread->key = several->single_key;
		several->single_key = 0;
	} else {
		known->fences = false;
		find_plain(several);
	}
	return true;
}

static bool know(struct pxt_known *known, struct pxt_writer *writer,
		 unsigned entry)
{
	const struct pxt_attached *a = &pxt_attached[entry];

	if (!writer || !writer->lane ||
	    a->view.clock != PXT_CLOCK_COUNTER || a->full_fence ||
	    pxt_load_relaxed(&a->view.segment->shift) ||
	    !pxt_run_is_running(writer->run) ||
	    pxt_load_relaxed(&a->view.segment->run) != writer->run)
		return false;
	known->writer = writer;
	known->translation = a->translation;
	known->entry = entry;
	known->fences = pxt_lease_fences(writer);
	return true;
}

void pxt_several_remember(const struct pxt_thread *thread, uint64_t key,
			  uint64_t streams)
{
	struct pxt_several *several = &pxt_thread_self.several;
	unsigned n = 0;

	/* A stream that does not run is left to the path that it has. */
	if (!pxt_self_is_key(key) || thread->key == key ||
	    thread->clock_key == key || several->single_key == key)
		return;
	/* Not while it is stored: a handler may trace, or end this. */
	several->key = several->single_key = 0;
	pxt_fence_light();
	for (; streams; streams &= streams - 1) {
		const unsigned entry = (unsigned)__builtin_ctzll(streams);

		if (n == PXT_SEVERAL ||
		    !know(&several->known[n++],
			  thread->level[0]->writer[entry], entry))
			return;
	}
	several->n = n;
	find_plain(several);
	pxt_fence_light();
	if (n == 1 && several->known[0].writer == &pxt_thread_self.fast)
		several->single_key = key;
	else
		several->key = key;
}
