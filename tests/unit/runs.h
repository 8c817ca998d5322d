/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Chunks in private memory, from which a merge fetches runs.  A test puts
 * records into them and adds parts of them as runs.
 */
#ifndef RUNS_H
#define RUNS_H

#include <stddef.h>
#include <stdint.h>

#include "source/merge.h"

enum { RUNS_CHUNKS = 512, RUNS_CHUNK_SIZE = 4096 };

/* A source with these chunks, all empty. */
struct pxt_merge_source runs_begin(void);

/* A new chunk of a thread; returns its number.  The time of its first record
 * becomes its base. */
unsigned runs_chunk(uint64_t thread, unsigned kind);

/* False: the chunk has no room. */
bool runs_put(unsigned chunk, uint64_t ticks, unsigned id, const void *data,
	      size_t len);

/* The records put since the last call, as a run. */
struct pxt_run runs_since(unsigned chunk);

/* Make every later fetch from the chunk fail. */
void runs_lose(unsigned chunk);

/* The bytes of its records, for damaging them. */
unsigned char *runs_bytes(unsigned chunk);

/* The number of runs fetched, and of those that the merge found damaged. */
extern unsigned runs_fetched, runs_damaged;

#endif
