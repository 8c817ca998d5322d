/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The real ring/chunk.c, ring/queue.c and ring/collect.c in every interleaving
 * (explore.h): two writers lease a chunk each, put one event into it and queue it; a
 * reader looks at the oldest full chunk, pins it, copies, unpins and frees.  The
 * chunks are few, so that writers of a LOOP stream overwrite what the reader reads.
 *
 * What has to hold, whoever dies or is left by a handler at any step:
 *  - a chunk has one owner, and nobody changes what the reader has pinned;
 *  - each event that was queued is read once or counted as lost.  Who dies or jumps
 *    may have counted the chunk that it was overwriting once more;
 *  - every chunk can be leased again but that of a dead writer, and one that a reader
 *    had pinned when it died.
 */
#include "explore.h"

#include "ring/queue.c"
#include "ring/chunk.c"
#include "ring/collect.c"

#ifndef CHUNKS
#define CHUNKS 2
#endif

enum { CHUNK_SIZE = PXT_CHUNK_HEADER_SIZE + 32, QUEUE = 4, EVENTS = 4, READER = 2 };

/* What writers and the reader share, and what we note of it. */
struct shared {
	pxt_chunk_state states[4];
	_Atomic uint64_t full[QUEUE], free[QUEUE];
	_Alignas(64) unsigned char chunks[CHUNKS * CHUNK_SIZE];
	struct pxt_move move[2];		/* private, but survives a jump */
	bool named[2];
	int owner[CHUNKS];			/* writer + 1 */
	int queued, read[EVENTS];
	/* The segment from `horizon` on: the fields in front of it are not used. */
	_Alignas(64) unsigned char segment[sizeof(struct pxt_segment) -
			      offsetof(struct pxt_segment, horizon)];
};
_Static_assert(sizeof(struct shared) <= EX_SHARED, "it has room");
#define now ((struct shared *)(void *)ex.shared)

static struct pxt_view view;
static bool until_full;

uint32_t pxt_chunk_back(const struct pxt_view *v, uint32_t chunk, uint32_t want)
{
	(void)v, (void)chunk;
	return want;
}

static void make_view(void)
{
	const uintptr_t at = (uintptr_t)now->segment -
			     offsetof(struct pxt_segment, horizon);

	view = (struct pxt_view){
		.segment = (struct pxt_segment *)at,
		.chunk_size = CHUNK_SIZE,
		.n_chunks = CHUNKS, .n_full = 1, .n_lanes = 2,
		.loop = !until_full,
		.full = { now->full, QUEUE, CHUNKS },
		.free = { now->free, QUEUE, CHUNKS },
		.states = now->states,
		.chunks = now->chunks,
	};
	now->move[1].lane = 1;
}

/* As in pxt_writer_close(), with one event that is known by its time. */
static void write_and_close(unsigned me, uint32_t chunk, uint64_t event)
{
	struct pxt_chunk_header *header = pxt_chunk(&view, chunk);
	uint64_t *record = (void *)(header + 1);

	EX_CHECK(!now->owner[chunk]);
	now->owner[chunk] = (int)me + 1;
	header->kind = PXT_KIND_EVENTS;
	header->lane = (uint16_t)me;
	header->base = event;
	now->named[me] = true;
	now->move[me].chunk = 0;
	ex_step();
	record[0] = event;
	record[1] = (uint64_t)PXT_ID_USER << 48;
	header->used = PXT_HEAD_SIZE;
	header->count = 1;
	header->last = event;
	EX_CHECK(now->owner[chunk] == (int)me + 1);
	pxt_chunk_close(&view, chunk);
	now->owner[chunk] = 0;
	now->queued++;
	EX_CHECK(pxt_queue_put(&view.segment->full, &view.full, chunk));
	now->named[me] = false;
}

static void write_one(unsigned me, uint64_t event)
{
	uint32_t chunk;

	if (pxt_chunk_lease(&view, &now->move[me], &chunk) == 0)
		write_and_close(me, chunk, event);
}

static void writer_0(void)
{
	write_one(0, 2);
	if (!until_full)
		write_one(0, 4);
}

static void writer_1(void)
{
	write_one(1, 3);
}

/* A handler that did not return has interrupted it; its event is given up.  What
 * pxt_writer_recover() does with a chunk that the tail names is not modelled: such
 * a writer ends. */
static void recover_0(void)
{
	if (now->named[0])
		return;
	pxt_chunk_settle(&view, &now->move[0], false);
}

/* One piece, as a reader of a live stream takes it. */
static void read_piece(struct pxt_piece *piece)
{
	const uint64_t *record = (void *)(pxt_chunk(&view, piece->chunk) + 1);
	uint64_t first, second;

	if (!pxt_piece_acquire(&view, piece))
		return;
	first = record[0];
	ex_step();
	second = record[0];
	EX_CHECK(first == second && first >= 1 && first <= EVENTS);
	if (!pxt_piece_release(&view, piece))
		return;
	now->read[first - 1]++;
}

static void read_oldest(void)
{
	struct pxt_piece piece = {0};
	uint32_t seq, end;

	pxt_collect_sequences(&view, &seq, &end);
	for (; seq != end; seq++)
		if (pxt_collect_full(&view, seq, &piece) && piece.from < piece.to) {
			read_piece(&piece);
			break;
		}
	pxt_collect_free(&view);
}

static void reader(void)
{
	read_oldest();
}

/* What is left: in the queue, given up while pinned, or closed and not queued. */
static void read_the_rest(void)
{
	struct pxt_piece piece = {0};
	bool queued[CHUNKS];

	for (uint32_t i = 0; i < CHUNKS; i++)
		if (pxt_collect_orphan(&view, i, &piece))
			read_piece(&piece);
	for (int i = 0; i < QUEUE; i++)
		read_oldest();
	pxt_collect_queued(&view, queued);
	for (uint32_t i = 0; i < CHUNKS; i++)
		if (pxt_collect_stray(&view, i, queued, &piece)) {
			read_piece(&piece);
			EX_CHECK(pxt_chunk_retire(&view, i, piece.lease));
		}
}

/* Chunks that nobody gets any more. */
static int missing(void)
{
	struct pxt_move move = { .lane = 1 };
	int n = CHUNKS;
	uint32_t chunk;

	view.loop = false;
	while (n && pxt_chunk_lease(&view, &move, &chunk) == 0) {
		move.chunk = 0;
		n--;
	}
	view.loop = !until_full;
	return n;
}

static bool is_dead(int party)
{
	return ex.party[party].state == EX_DEAD;
}

static void check_end(void)
{
	const int more = ex.n_dead + ex.n_jumped;
	int64_t sum, held = 0;

	read_the_rest();
	sum = (int64_t)view.segment->lost;
	for (int i = 0; i < EVENTS; i++) {
		EX_CHECK(now->read[i] <= 1);
		sum += now->read[i];
	}
	/* What a reader was just giving back when it died, it had read. */
	EX_CHECK(sum >= now->queued - is_dead(READER));
	EX_CHECK(sum <= now->queued + more);
	for (unsigned i = 0; i < 2; i++)
		held += is_dead((int)i) || (ex.party[i].has_jumped && now->named[i]);
	EX_CHECK(missing() <= held + is_dead(READER));
}

static void nobody(void)
{
}

/* Two parties in every interleaving; three with so many changes between them. */
static const struct scenario {
	const char *what;
	bool until_full;
	void (*body[EX_PARTIES])(void);
	int bound;
	unsigned mortal, jumps;
} scenarios[] = {
	{ "two writers of a LOOP stream", false,
	  { writer_0, writer_1, nobody }, -1, 0, 0 },
	{ "two writers of a LOOP stream, one dies", false,
	  { writer_0, writer_1, nobody }, -1, 3, 0 },
	{ "a writer of a LOOP stream and the reader", false,
	  { writer_0, nobody, reader }, -1, 0, 0 },
	{ "a writer of a LOOP stream and the reader, one dies", false,
	  { writer_0, nobody, reader }, -1, 5, 0 },
	{ "a writer of an UNTIL_FULL stream and the reader, one dies", true,
	  { writer_0, nobody, reader }, -1, 5, 0 },
	{ "a writer of an UNTIL_FULL stream and the reader, a handler jumps", true,
	  { writer_0, nobody, reader }, -1, 0, 1 },
	{ "two writers of a LOOP stream and the reader, a handler jumps", false,
	  { writer_0, writer_1, reader }, 2, 0, 1 },
	{ "two writers of a LOOP stream, a handler jumps", false,
	  { writer_0, writer_1, nobody }, -1, 0, 1 },
	{ "two writers of a LOOP stream and the reader, one dies", false,
	  { writer_0, writer_1, reader }, 2, 7, 0 },
	{ "two writers of a LOOP stream and the reader", false,
	  { writer_0, writer_1, reader }, 2, 0, 0 },
};

static void play(unsigned n)
{
	const struct scenario *s = &scenarios[n];

	until_full = s->until_full;
	ex_mortal = s->mortal;
	ex_jumps = s->jumps;
	make_view();
	/* So the next writer takes a fresh chunk, and then one overwrites. */
	write_one(0, 1);
	for (int i = 0; i < EX_PARTIES; i++)
		ex_body[i] = s->body[i];
	ex_recover[0] = recover_0;
	ex_end = check_end;
	ex_all(EX_PARTIES, s->bound);
	ex_report("chunk", s->what, s->bound);
}

int main(int argc, char **argv)
{
	return ex_main(argc, argv, sizeof(scenarios) / sizeof(scenarios[0]), play);
}
