/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The set of streams of a thread, and what rarely happens; see several.h. */
#include "process/several.h"

void pxt_several_discard(unsigned busy)
{
	for (unsigned i = 0; busy >> i; i++)
		if (busy >> i & 1)
			pxt_writer_discard(pxt_thread_self.several.writer[i]);
}

uint64_t pxt_several_leave(unsigned i)
{
	/* Stopped, started or cleared, or the clock stepped: the next event
	 * takes the slow path, which remembers the streams anew. */
	pxt_thread_self.several.key = 0;
	pxt_writer_discard(pxt_thread_self.several.writer[i]);
	return UINT64_C(1) << pxt_thread_self.several.entry[i];
}

void pxt_several_remember(const struct pxt_thread *thread, uint64_t key,
			  uint64_t streams)
{
	struct pxt_several *several = &pxt_thread_self.several;
	unsigned n = 0;

	if (!pxt_self_is_key(key) || thread->key == key ||
	    thread->clock_key == key)
		return;
	/* Not while it is stored: a handler may trace. */
	several->key = 0;
	pxt_fence_light();
	for (; streams; streams &= streams - 1) {
		const unsigned entry = (unsigned)__builtin_ctzll(streams);
		const struct pxt_attached *a = &pxt_attached[entry];
		struct pxt_writer *writer = thread->level[0]->writer[entry];

		if (n == PXT_SEVERAL || !writer || !writer->lane ||
		    a->view.clock != PXT_CLOCK_COUNTER || a->full_fence ||
		    pxt_load_relaxed(&a->view.segment->shift) ||
		    !pxt_run_is_running(writer->run) ||
		    pxt_load_relaxed(&a->view.segment->run) != writer->run)
			return;
		several->writer[n] = writer;
		several->translation[n] = a->translation;
		several->entry[n++] = entry;
	}
	several->n = n;
	pxt_fence_light();
	several->key = key;
}
