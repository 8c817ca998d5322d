/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Chunks in private memory, for a merge to fetch: a test puts records into
 * them and adds stretches of them as runs.
 */
#ifndef RUNS_H
#define RUNS_H

#include <stddef.h>
#include <stdint.h>

#include "source/merge.h"

enum { RUNS_CHUNKS = 512, RUNS_CHUNK_SIZE = 4096 };

/* The source of these chunks, to which no record has been put. */
struct pxt_merge_source runs_begin(void);

/* A new chunk of a thread; its number.  The time of its first record is its
 * base. */
unsigned runs_chunk(uint64_t thread, unsigned kind);

/* False: the chunk has no room. */
bool runs_put(unsigned chunk, uint64_t ticks, unsigned id, const void *data,
	      size_t len);

/* What was put since this was asked for last, as a run. */
struct pxt_run runs_since(unsigned chunk);

/* Nothing can be had of the chunk any more. */
void runs_lose(unsigned chunk);

/* The bytes of its records, to spoil them. */
unsigned char *runs_bytes(unsigned chunk);

/* How often a run was fetched, and how often the merge found one damaged. */
extern unsigned runs_fetched, runs_damaged;

#endif
