/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The pages of chunks, which are populated when they are needed; see chunk.h. */
#include "ring/chunk.h"

#include <errno.h>
#include <sys/mman.h>

#include "base/quiet.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/* Chunks that a quiet process finds populated besides those that are used. */
enum { SPARE = 32 };

/*
 * Untrusted input: the word is in shared memory, so the result is limited to
 * the size of a chunk.
 */
static uint32_t backed_now(const struct pxt_view *view, uint32_t chunk)
{
	uint32_t size = pxt_load_relaxed(&view->backed[chunk]) *
			(uint32_t)PXT_CHUNK_SIZE_MIN;

	return chunk < view->n_backed || size > view->chunk_size ?
	       view->chunk_size : size;
}

void pxt_chunk_prepare(const struct pxt_view *view)
{
	uint32_t next = pxt_load_relaxed(&view->segment->fresh);
	int saved = errno;

	/* Benign race: another writer may lease the chunk meanwhile, and its
	 * larger value of `backed` may be overwritten.  Then pages are
	 * populated twice. */
	if (next < view->n_chunks &&
	    pxt_load_relaxed(&view->backed[next]) == 0 &&
	    madvise(pxt_chunk(view, next), PXT_CHUNK_SIZE_MIN,
		    MADV_POPULATE_WRITE) == 0)
		pxt_store_relaxed(&view->backed[next], 1);
	errno = saved;
}

void pxt_segment_prepare(const struct pxt_view *view)
{
	uint32_t end = pxt_load_relaxed(&view->segment->fresh);

	end = end < view->n_backed ? view->n_backed : end;
	end = end < view->n_chunks - SPARE ? end + SPARE : view->n_chunks;
	/* The same race as above. */
	for (uint32_t chunk = view->n_backed; chunk < end; chunk++)
		pxt_chunk_back(view, chunk, view->chunk_size);
}

int pxt_segment_lock(const struct pxt_view *view)
{
	size_t size = (size_t)(view->chunks - (unsigned char *)view->segment) +
		      (size_t)view->n_backed * view->chunk_size;
	int saved = errno, err = 0;

	/* mlock() populates what is shared for reading only. */
	if ((madvise(view->segment, size, MADV_POPULATE_WRITE) != 0 &&
	     errno != EINVAL) || mlock(view->segment, size) != 0)
		err = ENOMEM;
	errno = saved;
	return err;
}

uint32_t pxt_chunk_back(const struct pxt_view *view, uint32_t chunk,
			uint32_t want)
{
	unsigned char *start = view->chunks + (size_t)chunk * view->chunk_size;
	uint32_t there = backed_now(view, chunk), size;
	int saved = errno;

	if (want <= there || pxt_is_quiet())
		return there;
	/* Double, so that few calls are made, but never far beyond need. */
	size = 2 * there > want ? 2 * there : want;
	size = (size + PXT_CHUNK_SIZE_MIN - 1) & ~(PXT_CHUNK_SIZE_MIN - 1u);
	if (size > view->chunk_size)
		size = view->chunk_size;
	/* A kernel without MADV_POPULATE_WRITE (EINVAL) populates by page
	 * faults. */
	if (madvise(start + there, size - there, MADV_POPULATE_WRITE) != 0 &&
	    errno != EINVAL)
		size = there;
	errno = saved;
	/* Relaxed: only the leaseholder reads it. */
	pxt_store_relaxed(&view->backed[chunk],
			  (uint16_t)(size / PXT_CHUNK_SIZE_MIN));
	return size;
}
