/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The real ring/room.c, with lanes, chunks, queues and what readers use, in every
 * interleaving (explore.h): threads record into an UNTIL_FULL stream that is almost
 * full, while a reader reads from it.
 *
 * What has to hold, whoever dies at any step:
 *  - the stream holds what it may hold, and besides for each other thread at most
 *    the part that this had been given before: here that is one event;
 *  - a thread is refused only if the stream held that much while it asked;
 *  - when all has been read there is as much room as in the beginning.
 */
#include "explore.h"

#include "ring/queue.c"
#include "ring/chunk.c"
#include "ring/collect.c"
#include "ring/parts.c"
#include "ring/reclaim.c"
#include "ring/room.c"

/* Signal handlers are not modelled, and time is a step of its own. */
#include "base/guard.h"
#define pxt_guard_hold(held)		((void)(held))
#define pxt_guard_release(held)		((void)(held))
#define pxt_segment_ticks(view)		now_ticks()
static uint64_t now_ticks(void);

#define LOOKS ADOPT_LOOKS
#include "ring/adopt.c"
#include "ring/lane.c"

enum {
	READER = 2,
	EVENT_SIZE = PXT_HEAD_SIZE + 8,
	EVENTS = 14,			/* in a chunk; two are an owner record */
	FULL = 1,			/* full chunks; an open one, too: */
	MOST = (FULL + 1) * EVENTS,
	LANES = 5, CHUNKS = FULL + LANES + 1, QUEUE = 8,
	PAYLOAD = EVENTS * EVENT_SIZE,
	CHUNK_SIZE = PXT_CHUNK_HEADER_SIZE + PAYLOAD,
};

/* What threads and the reader share, and what is noted of it. */
struct shared {
	struct pxt_segment segment;
	struct pxt_lane lanes[LANES];
	pxt_chunk_state states[CHUNKS];
	_Atomic uint64_t full[QUEUE], free[QUEUE];
	_Alignas(64) unsigned char chunks[CHUNKS * CHUNK_SIZE];
	struct pxt_writer writer[EX_PARTIES];	/* private */
	uint64_t ticks;
	int held, highest[EX_PARTIES];	/* the most since a party asked */
	int in_lane[LANES];			/* party + 1 */
};
_Static_assert(sizeof(struct shared) <= EX_SHARED, "it has room");
#define now ((struct shared *)(void *)ex.shared)

static struct pxt_view view;
static int writers;			/* that record at the same time */

static uint64_t now_ticks(void)
{
	return ++now->ticks;
}

uint32_t pxt_chunk_back(const struct pxt_view *v, uint32_t chunk, uint32_t want)
{
	(void)chunk, (void)want;
	return v->chunk_size;
}

static void make_view(void)
{
	view = (struct pxt_view){
		.segment = &now->segment,
		.chunk_size = CHUNK_SIZE, .data_max = 8,
		.n_chunks = CHUNKS, .n_full = FULL, .n_lanes = LANES,
		.attr = { .stream_policy = POSIX_TRACE_UNTIL_FULL },
		.full = { now->full, QUEUE, QUEUE - 1 },
		.free = { now->free, QUEUE, QUEUE - 1 },
		.lanes = now->lanes,
		.states = now->states,
		.chunks = now->chunks,
	};
}

static struct pxt_writer_identity identity_of(unsigned thread)
{
	return (struct pxt_writer_identity){
		.pid = 1, .tid = 100 + (int)thread, .thread = 200 + thread,
		.kind = PXT_KIND_EVENTS,
	};
}

static void note_held(int more)
{
	now->held += more;
	for (unsigned i = 0; i < EX_PARTIES; i++)
		if (now->highest[i] < now->held)
			now->highest[i] = now->held;
}

/* Has it a chunk with room for an event? */
static bool has_chunk(const struct pxt_writer *writer)
{
	return pxt_tail_chunk(pxt_writer_tail(writer)) != UINT32_MAX &&
	       pxt_tail_bytes(pxt_writer_tail(writer)) + EVENT_SIZE <= PAYLOAD;
}

/* As in process/trace.c.  False: refused. */
static bool record(struct pxt_writer *writer, unsigned me)
{
	const struct pxt_writer_identity id = identity_of(me);
	uint64_t ticks;

	now->highest[me % EX_PARTIES] = now->held;
	pxt_writer_reserve(writer, false);
	ticks = now_ticks();
	if (!pxt_writer_has_room(writer, EVENT_SIZE, ticks) &&
	    pxt_writer_make_room(writer, EVENT_SIZE, ticks, &id) != 0) {
		/* Or it had to close its chunk, and may not. */
		EX_CHECK(now->highest[me % EX_PARTIES] + 1 > MOST ||
			 !has_chunk(writer));
		pxt_writer_discard(writer);
		return false;
	}
	memset(pxt_record_put(writer->pos, ticks, 0, PXT_ID_USER, 8), 0, 8);
	pxt_writer_commit(writer, EVENT_SIZE, ticks);
	note_held(1);
	EX_CHECK(now->held <= MOST + writers - 1);
	return true;
}

static void enter(struct pxt_writer *writer, unsigned me)
{
	const struct pxt_writer_identity id = identity_of(me);

	EX_CHECK(pxt_writer_claim(writer, &view, &id) == 0);
	now->in_lane[writer->lane_index] = (int)me + 1;
}

static void end(struct pxt_writer *writer)
{
	now->in_lane[writer->lane_index] = 0;
	pxt_writer_exit(writer);
}

static void first(void)
{
	record(&now->writer[0], 0);
	record(&now->writer[0], 0);
}

static void second(void)
{
	record(&now->writer[1], 1);
	record(&now->writer[1], 1);
}

static void third(void)
{
	record(&now->writer[2], 2);
}

/* A thread that goes on where another one has ended, and ends. */
static void heir(void)
{
	enter(&now->writer[0], 0);
	first();
	end(&now->writer[0]);
}

/* Events of an acquired piece. */
static int count(const struct pxt_piece *piece)
{
	const unsigned char *records = (void *)(pxt_chunk(&view, piece->chunk) + 1);
	struct pxt_chunk_header header;
	struct pxt_parts parts;
	uint32_t from;
	int n = 0;

	pxt_parts_begin(&parts, piece, records, piece->from);
	while (pxt_parts_next(&parts, &header, &from))
		n += (int)header.count;
	return n;
}

static void read_piece(struct pxt_piece *piece)
{
	int n;

	if (!pxt_piece_acquire(&view, piece))
		return;
	n = count(piece);
	EX_CHECK(pxt_piece_release(&view, piece));
	note_held(-n);
}

static void read_full(void)
{
	struct pxt_piece piece = {0};
	uint32_t seq, end;

	pxt_collect_sequences(&view, &seq, &end);
	for (; seq != end; seq++)
		if (pxt_collect_full(&view, seq, &piece) && piece.from < piece.to)
			read_piece(&piece);
	pxt_collect_free(&view);
}

static void read_open(void)
{
	struct pxt_piece piece = {0};

	for (uint32_t i = 0; i < pxt_collect_lanes(&view); i++) {
		if (pxt_collect_open(&view, i, &piece) && piece.from < piece.to)
			read_piece(&piece);
		pxt_collect_lane(&view, i);
	}
}

static void reader(void)
{
	read_open();
	read_full();
}

/* Everything, also of who died: closed and not queued, too. */
static void read_rest(void)
{
	struct pxt_piece piece = {0};
	bool queued[CHUNKS];

	for (uint32_t i = 0; i < LANES; i++) {
		const uint32_t exited = now->lanes[i].exited;

		if (now->in_lane[i])
			pxt_lane_mark_gone(&view, &now->lanes[i], exited);
	}
	reader();
	reader();
	pxt_collect_queued(&view, queued);
	for (uint32_t i = 0; i < CHUNKS; i++)
		if (pxt_collect_stray(&view, i, queued, &piece)) {
			read_piece(&piece);
			pxt_chunk_retire(&view, i, piece.lease);
		}
}

static void check_end(void)
{
	struct pxt_writer writer;
	int n = 0;

	read_rest();
	/* What a reader was giving back when it died, it may have counted. */
	EX_CHECK(now->held == 0);
	enter(&writer, EX_PARTIES);
	while (record(&writer, EX_PARTIES))
		n++;
	EX_CHECK(n == MOST);
}

static void nobody(void)
{
}

/* One thread fills the stream up to `left` events; others have an open chunk each. */
static void fill(unsigned others, int left)
{
	struct pxt_writer writer;

	enter(&writer, EX_PARTIES);
	while (now->held < MOST - left - (int)others)
		EX_CHECK(record(&writer, EX_PARTIES));
	for (unsigned i = 0; i < others; i++) {
		enter(&now->writer[i], i);
		EX_CHECK(record(&now->writer[i], i));
	}
	/* Parts that nobody uses any more: who asks has to look. */
	now->segment.given = now->segment.given_end;
}

/*
 * Threads have recorded in one chunk, one after the other, and ended; the events of
 * all but the last were read.
 */
static void leave_chunk(void)
{
	struct pxt_piece piece = {0};
	struct pxt_writer writer;

	for (unsigned i = 0; i < 4; i++) {
		enter(&writer, EX_PARTIES);
		EX_CHECK(record(&writer, EX_PARTIES));
		EX_CHECK(pxt_collect_open(&view, writer.lane_index, &piece));
		if (i < 3)
			read_piece(&piece);
		end(&writer);
	}
}

/* Two parties in every interleaving; three with so many changes between them. */
static const struct scenario {
	const char *what;
	unsigned others;
	int left;			/* events that there is room for */
	void (*body[EX_PARTIES])(void);
	int bound;
	unsigned mortal;
} scenarios[] = {
	{ "two threads", 2, 2, { first, second, nobody }, -1, 0 },
	{ "two threads, one dies", 2, 2, { first, second, nobody }, -1, 3 },
	{ "a thread and the reader, one dies", 1, 1,
	  { first, nobody, reader }, -1, 5 },
	{ "a thread that adopts a chunk, and the reader", 0, 2,
	  { heir, nobody, reader }, -1, 0 },
	{ "two threads and the reader", 2, 1, { first, second, reader }, 1, 0 },
	{ "a thread that adopts a chunk, and the reader, one dies", 0, 2,
	  { heir, nobody, reader }, -1, 5 },
	{ "two threads and the reader, one dies", 2, 1,
	  { first, second, reader }, 2, 7 },
	{ "three threads, one dies", 3, 2, { first, second, third }, 2, 7 },
};

static void play(unsigned n)
{
	const struct scenario *s = &scenarios[n];

	ex_mortal = s->mortal;
	make_view();
	writers = 1;
	fill(s->others, s->left);
	if (s->others == 0)
		leave_chunk();
	else
		writers = (int)s->others;
	for (int i = 0; i < EX_PARTIES; i++)
		ex_body[i] = s->body[i];
	ex_end = check_end;
	ex_all(EX_PARTIES, s->bound);
	ex_report("room", s->what, s->bound);
}

int main(int argc, char **argv)
{
	return ex_main(argc, argv, sizeof(scenarios) / sizeof(scenarios[0]), play);
}
