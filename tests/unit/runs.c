/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Chunks in private memory as a source of runs; see runs.h. */
#include "runs.h"

#include <check.h>
#include <string.h>

static struct chunk {
	_Alignas(8) unsigned char bytes[RUNS_CHUNK_SIZE];
	uint32_t used, given;
	bool lost;
} chunks[RUNS_CHUNKS];
static unsigned n_chunks;

unsigned runs_fetched, runs_damaged;

static struct pxt_chunk_header *header_of(unsigned chunk)
{
	ck_assert_uint_lt(chunk, n_chunks);
	return (void *)chunks[chunk].bytes;
}

static bool fetch(void *context, struct pxt_run *run)
{
	const struct chunk *chunk = &chunks[run->chunk];

	ck_assert_ptr_eq(context, chunks);
	ck_assert_uint_lt(run->chunk, n_chunks);
	runs_fetched++;
	if (chunk->lost)
		return false;
	memcpy(run->bytes, chunk->bytes, PXT_CHUNK_HEADER_SIZE);
	memcpy(run->bytes + PXT_CHUNK_HEADER_SIZE,
	       chunk->bytes + PXT_CHUNK_HEADER_SIZE + run->from, run->size);
	return true;
}

static void note_damage(void *context, const struct pxt_run *run)
{
	ck_assert_ptr_eq(context, chunks);
	ck_assert_ptr_nonnull(run);
	runs_damaged++;
}

struct pxt_merge_source runs_begin(void)
{
	n_chunks = runs_fetched = runs_damaged = 0;
	return (struct pxt_merge_source){
		.fetch = fetch,
		.damaged = note_damage,
		.context = chunks,
		.chunk_size = RUNS_CHUNK_SIZE,
	};
}

unsigned runs_chunk(uint64_t thread, unsigned kind)
{
	unsigned chunk = n_chunks++;

	ck_assert_uint_lt(chunk, RUNS_CHUNKS);
	chunks[chunk].used = chunks[chunk].given = 0;
	chunks[chunk].lost = false;
	*header_of(chunk) = (struct pxt_chunk_header){
		.magic = PXT_CHUNK_MAGIC,
		.lease = 1,
		.thread = thread,
		.kind = (uint16_t)kind,
	};
	return chunk;
}

bool runs_put(unsigned number, uint64_t ticks, unsigned id, const void *data,
	      size_t len)
{
	struct chunk *chunk = &chunks[number];
	unsigned char *to = chunk->bytes + PXT_CHUNK_HEADER_SIZE + chunk->used;

	if (PXT_CHUNK_HEADER_SIZE + chunk->used + pxt_record_size(len) >
	    sizeof(chunk->bytes))
		return false;
	if (chunk->used == 0)
		header_of(number)->base = ticks;
	memset(to, 0, pxt_record_size(len));
	to = pxt_record_put(to, ticks, 0, id, len);
	if (len)
		memcpy(to, data, len);
	chunk->used += (uint32_t)pxt_record_size(len);
	return true;
}

struct pxt_run runs_since(unsigned number)
{
	struct chunk *chunk = &chunks[number];
	struct pxt_run run = {
		.first = header_of(number)->base,
		.base = header_of(number)->base,
		.from = chunk->given,
		.size = chunk->used - chunk->given,
		.chunk = number,
	};

	chunk->given = chunk->used;
	return run;
}

void runs_lose(unsigned chunk)
{
	chunks[chunk].lost = true;
}

unsigned char *runs_bytes(unsigned chunk)
{
	return chunks[chunk].bytes + PXT_CHUNK_HEADER_SIZE;
}
