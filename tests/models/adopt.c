/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The real ring/adopt.c, with lanes, chunks, queues and what readers use, in every
 * interleaving (explore.h).  A thread has recorded an event and ended; others adopt
 * its chunk, record and end, while a reader reads what there is, by writers, and
 * frees the lanes of ended threads.
 *
 * What has to hold, whoever dies at any step:
 *  - each event that was committed is read once, as an event of the thread that
 *    recorded it, and under that thread's name.  A reader that died may have read it;
 *  - a lane has one owner at a time;
 *  - at most the lane of a dead writer cannot be used again.
 */
#include "explore.h"

#include "ring/queue.c"
#include "ring/chunk.c"
#include "ring/collect.c"
#include "ring/parts.c"
#include "ring/reclaim.c"

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
	CHUNKS = 3, LANES = 4, QUEUE = 4, READER = 2,
	EVENT_SIZE = PXT_HEAD_SIZE + 8,
	/* For all events, or one thread less. */
	WIDE = PXT_CHUNK_HEADER_SIZE + 4 * (PXT_OWNER_SIZE + EVENT_SIZE) + 48,
	NARROW = PXT_CHUNK_HEADER_SIZE + 2 * (PXT_OWNER_SIZE + EVENT_SIZE) + 24,
};

/* Who records which event. */
enum thread { FORMER, FIRST, SECOND, THIRD, THREADS };
enum { EVENTS = 2 * THREADS };

/* What writers and the reader share, and what is noted of it. */
struct shared {
	struct pxt_segment segment;
	struct pxt_lane lanes[LANES];
	pxt_chunk_state states[CHUNKS];
	_Atomic uint64_t full[QUEUE], free[QUEUE];
	_Alignas(64) unsigned char chunks[CHUNKS * WIDE];
	uint64_t ticks;
	int committed[EVENTS], lost, read[EVENTS];
	int in_lane[LANES];			/* thread + 1 */
};
_Static_assert(sizeof(struct shared) <= EX_SHARED, "it has room");
#define now ((struct shared *)(void *)ex.shared)

static struct pxt_view view;

static uint64_t now_ticks(void)
{
	return ++now->ticks;
}

uint32_t pxt_chunk_back(const struct pxt_view *v, uint32_t chunk, uint32_t want)
{
	(void)chunk, (void)want;
	return v->chunk_size;
}

static void make_view(uint32_t chunk_size)
{
	view = (struct pxt_view){
		.segment = &now->segment,
		.chunk_size = chunk_size, .data_max = 8,
		.n_chunks = CHUNKS, .n_full = CHUNKS - 1, .n_lanes = LANES,
		.loop = true,
		.full = { now->full, QUEUE, QUEUE - 1 },
		.free = { now->free, QUEUE, QUEUE - 1 },
		.lanes = now->lanes,
		.states = now->states,
		.chunks = now->chunks,
	};
}

static struct pxt_writer_identity identity_of(enum thread thread)
{
	struct pxt_writer_identity id = {
		.pid = 1, .tid = 100 + (int)thread, .thread = 200 + thread,
		.kind = PXT_KIND_EVENTS,
	};

	memset(id.comm, 'A' + (int)thread, PXT_COMM_SIZE);
	return id;
}

/* As in process/trace.c. */
static void record(struct pxt_writer *writer, enum thread thread, unsigned event,
		   const struct pxt_writer_identity *id)
{
	const uint64_t data = 2 * thread + event;
	uint64_t ticks;

	pxt_writer_reserve(writer, false);
	ticks = now_ticks();
	if (!pxt_writer_has_room(writer, EVENT_SIZE, ticks) &&
	    pxt_writer_make_room(writer, EVENT_SIZE, ticks, id) != 0) {
		now->lost++;
		pxt_writer_discard(writer);
		return;
	}
	memcpy(pxt_record_put(writer->pos, ticks, 0, PXT_ID_USER, 8), &data, 8);
	pxt_writer_commit(writer, EVENT_SIZE, ticks);
	now->committed[data] = 1;
}

/* As pxt_collect_dead(), with what /proc would report. */
static void mark_dead(void)
{
	for (uint32_t i = 0; i < LANES; i++) {
		struct pxt_lane *lane = &now->lanes[i];
		const uint32_t exited = pxt_load_acquire(&lane->exited);
		const int thread = now->in_lane[i] - 1;

		if (thread <= FORMER ||
		    ex.party[thread == SECOND].state != EX_DEAD)
			continue;
		now->in_lane[i] = 0;
		pxt_lane_mark_gone(&view, lane, exited);
	}
}

/* A thread from its first event to its end. */
static void live(enum thread thread)
{
	const struct pxt_writer_identity id = identity_of(thread);
	struct pxt_writer writer;

	mark_dead();
	EX_CHECK(pxt_writer_claim(&writer, &view, &id) == 0);
	EX_CHECK(now->in_lane[writer.lane_index] == 0);
	now->in_lane[writer.lane_index] = (int)thread + 1;
	for (unsigned event = 0; event < 1 + (thread == SECOND); event++)
		record(&writer, thread, event, &id);
	EX_CHECK(now->in_lane[writer.lane_index] == (int)thread + 1);
	now->in_lane[writer.lane_index] = 0;
	pxt_writer_exit(&writer);
}

static void first(void)
{
	live(FIRST);
}

static void second(void)
{
	live(SECOND);
}

static void first_and_third(void)
{
	live(FIRST);
	live(THIRD);
}

/* The events of one writer in an acquired piece. */
static void read_part(const struct pxt_piece *piece,
		      const struct pxt_chunk_header *header, uint32_t from,
		      int seen[EVENTS])
{
	const int thread = header->tid - 100;
	const unsigned char *records = (void *)(pxt_chunk(&view, piece->chunk) + 1);
	char name[PXT_COMM_SIZE], right[PXT_COMM_SIZE];
	struct pxt_cursor cursor;
	struct pxt_event event;
	uint64_t data;

	EX_CHECK(thread >= 0 && thread < THREADS);
	EX_CHECK(header->thread == 200 + (unsigned)thread);
	pxt_parts_name(&view, piece, from + header->used, name);
	memset(right, 'A' + thread, sizeof(right));
	EX_CHECK(memcmp(name, right, sizeof(name)) == 0);
	pxt_cursor_init(&cursor, header, records + from, header->used);
	while (pxt_cursor_next(&cursor, &event)) {
		memcpy(&data, event.data, 8);
		EX_CHECK(data / 2 == (unsigned)thread);
		EX_CHECK(!seen[data]);
		seen[data] = 1;
	}
}

static void read_piece(struct pxt_piece *piece)
{
	const unsigned char *records = (void *)(pxt_chunk(&view, piece->chunk) + 1);
	struct pxt_chunk_header header;
	struct pxt_parts parts;
	int seen[EVENTS] = {0};
	uint32_t from;

	if (!pxt_piece_acquire(&view, piece))
		return;
	pxt_parts_begin(&parts, piece, records, piece->from);
	while (pxt_parts_next(&parts, &header, &from))
		read_part(piece, &header, from, seen);
	EX_CHECK(pxt_piece_release(&view, piece));
	for (unsigned i = 0; i < EVENTS; i++)
		now->read[i] += seen[i];
}

/* What there is, once: full chunks, open ones, and the lanes of ended threads. */
static void reader(void)
{
	struct pxt_piece piece = {0};
	uint32_t seq, end;

	mark_dead();
	pxt_collect_sequences(&view, &seq, &end);
	for (; seq != end; seq++)
		if (pxt_collect_full(&view, seq, &piece) && piece.from < piece.to)
			read_piece(&piece);
	pxt_collect_free(&view);
	for (uint32_t i = 0; i < LANES; i++) {
		if (pxt_collect_open(&view, i, &piece) && piece.from < piece.to)
			read_piece(&piece);
		pxt_collect_lane(&view, i);
	}
}

/* Full, and of a writer that died before it had queued it. */
static void read_strays(void)
{
	struct pxt_piece piece = {0};
	bool queued[CHUNKS];

	pxt_collect_queued(&view, queued);
	for (uint32_t i = 0; i < CHUNKS; i++)
		if (pxt_collect_stray(&view, i, queued, &piece))
			read_piece(&piece);
}

static void check_end(void)
{
	const bool reader_died = ex.party[READER].state == EX_DEAD;
	int taken = 0;

	reader();
	reader();
	read_strays();
	for (unsigned i = 0; i < EVENTS; i++) {
		EX_CHECK(now->read[i] <= now->committed[i]);
		EX_CHECK(now->read[i] == now->committed[i] || reader_died);
	}
	EX_CHECK(now->lost == 0);
	for (uint32_t i = 0; i < LANES; i++)
		taken += pxt_load_relaxed(&now->lanes[i].owner) != 0;
	EX_CHECK(taken <= ex.n_dead);
}

static void nobody(void)
{
}

/* Two parties in every interleaving; three with so many changes between them. */
static const struct scenario {
	const char *what;
	uint32_t chunk_size;
	void (*body[EX_PARTIES])(void);
	int bound;
	unsigned mortal;
} scenarios[] = {
	{ "two threads adopt", WIDE, { first, second, nobody }, -1, 0 },
	{ "two threads adopt, one dies", WIDE, { first, second, nobody }, -1, 3 },
	{ "the same, without room for all", NARROW,
	  { first, second, nobody }, -1, 3 },
	{ "a thread adopts, and the reader", WIDE, { second, nobody, reader }, -1, 0 },
	{ "a thread adopts, and the reader, one dies", WIDE,
	  { second, nobody, reader }, -1, 5 },
	{ "two threads, one after the other, and the reader, one dies", WIDE,
	  { first_and_third, nobody, reader }, -1, 5 },
	{ "the same, without room for all", NARROW,
	  { first_and_third, nobody, reader }, -1, 5 },
	{ "two threads adopt, and the reader", WIDE, { first, second, reader }, 3, 0 },
	{ "two threads adopt, and the reader, one dies", WIDE,
	  { first, second, reader }, 2, 7 },
};

static void play(unsigned n)
{
	const struct scenario *s = &scenarios[n];

	ex_mortal = s->mortal;
	make_view(s->chunk_size);
	live(FORMER);
	for (int i = 0; i < EX_PARTIES; i++)
		ex_body[i] = s->body[i];
	ex_end = check_end;
	ex_all(EX_PARTIES, s->bound);
	ex_report("adopt", s->what, s->bound);
}

int main(int argc, char **argv)
{
	return ex_main(argc, argv, sizeof(scenarios) / sizeof(scenarios[0]), play);
}
