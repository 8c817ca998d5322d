/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Threads ("authors") write into one segment as fast as they can while it is
 * drained.  The events that are read are checked:
 *
 *   - times never decrease, and no event is earlier than a time up to which the
 *     stream was reported as complete (INV-5);
 *   - each event is as it was written, by the thread that wrote it;
 *   - the events of an author are in its order, and events missing between two
 *     of them were reported, by OVERFLOW, or in the author's next event as
 *     refused for lack of room (INV-4);
 *   - in the end, the events read and those reported as lost add up to all, and
 *     each chunk is in one place;
 *   - a lane has one owner at a time, which sees what the previous owner stored.
 *
 * tests/weaken.sh builds this program with one barrier weakened, and expects it
 * or ThreadSanitizer to report an error.
 *
 *   ring [SECONDS [MODE]]	run for this time in all (3), each mode in turn
 *
 * Exit status: 0 no errors, 1 errors, 2 it could not run.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/fence.h"
#include "base/proc.h"
#include "ring/collect.h"
#include "ring/lane.h"
#include "ring/order.h"
#include "ring/valid.h"
#include "source/drain.h"

enum { AUTHORS_MAX = 4, DATA_MAX = 2000, STOPPED_MAX = 16 };

struct mode {
	const char *name;
	int policy;
	size_t stream_size;
	unsigned authors;		/* number of authors */
	unsigned stay;			/* maximum number of events through a lane; 0: all */
	size_t data_size;
	bool naps;			/* the authors pause at times */
	unsigned stopped;		/* threads that stopped while closing a chunk */
	bool alone;			/* the process does not use membarrier: writers fence */
};

static const struct mode modes[] = {
	/* Like "settle" below; first, because the use of membarrier cannot be
	 * ended. */
	{ "alone", POSIX_TRACE_FLUSH, 1 << 20, 2, 0, DATA_MAX, false, 0, true },
	/* Few chunks, so most are overwritten, some while they are read. */
	{ "loop", POSIX_TRACE_LOOP, 30000, 3, 200, 240, true, 0, false },
	/* Chunks are freed by the reader and leased again. */
	{ "drain", POSIX_TRACE_FLUSH, 30000, 3, 200, 240, false, 0, false },
	/* The tails of some lanes name chunks that other lanes use by now. */
	{ "stopped", POSIX_TRACE_FLUSH, 30000, 2, 200, 240, false,
	  STOPPED_MAX, false },
	/* Long records, which are often in flight when the reader looks. */
	{ "settle", POSIX_TRACE_FLUSH, 1 << 20, 2, 0, DATA_MAX, false, 0, false },
};

/* The data of an event; more bytes, derived from these numbers, follow. */
struct note {
	uint64_t n;			/* events that the author wrote before */
	uint64_t refused;		/* how many of these were refused */
	uint32_t author;
	uint32_t size;
};

union data {
	struct note note;
	unsigned char bytes[DATA_MAX];
};

struct author {
	unsigned number;
	uint64_t random;
	uint64_t n, refused;		/* as in its next note */
	pthread_t thread;
};

/* What the reader has seen of an author. */
struct reading {
	uint64_t n, refused;		/* the lowest values that the next note may have */
	uint64_t gaps;			/* gaps reported before its last event */
};

/* Stored by the owner of a lane; ordered by nothing but the lane. */
struct mark {
	unsigned owner;			/* the author's number; 0: no owner */
	uint64_t owners;
};

static const struct mode *mode;
static struct pxt_view view;
static struct pxt_drain drain;
static struct author authors[AUTHORS_MAX + 1];	/* 0 is unused */
static struct mark marks[PXT_LANES];
static bool full_fence;
static _Atomic bool enough;

static struct reading readings[AUTHORS_MAX + 1];
static uint64_t came, reported, gaps, last_ticks, complete;
static bool was_stuck;

__attribute__((noreturn, format(printf, 1, 2)))
static void report_error(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	printf("%s: ", mode->name);
	vprintf(format, args);
	putchar('\n');
	va_end(args);
	fflush(stdout);
	_exit(1);
}

__attribute__((noreturn))
static void cannot(const char *what, int err)
{
	fprintf(stderr, "ring: %s: %s\n", what, strerror(err));
	_exit(2);
}

/* Writing. */

static uint32_t pick(struct author *a, uint32_t below)
{
	a->random = a->random * UINT64_C(6364136223846793005) +
		    UINT64_C(1442695040888963407);
	return (uint32_t)(a->random >> 33) % below;
}

/* Without padding, so that it can be compared. */
static size_t fill(union data *data, const struct note *note)
{
	unsigned char byte = (unsigned char)(note->n * 7 + note->author);

	data->note = *note;
	for (size_t i = sizeof(*note); i < note->size; i++)
		data->bytes[i] = byte++;
	return note->size;
}

static bool write_event(struct author *a, struct pxt_writer *writer,
			const struct pxt_writer_identity *id)
{
	uint32_t least = sizeof(struct note);
	struct note note = {
		.n = a->n++,
		.refused = a->refused,
		.author = a->number,
		.size = least + pick(a, (uint32_t)mode->data_size - least + 1),
	};
	union data data;
	size_t len = fill(&data, &note), size = pxt_record_size(len);
	uint64_t ticks;

	/* Like a trace point; see process/trace.c. */
	pxt_clock_order();
	pxt_writer_reserve(writer, full_fence);
	ticks = pxt_clock_ticks(view.clock);
	if (!pxt_writer_has_room(writer, size, ticks) &&
	    pxt_writer_make_room(writer, size, ticks, id) != 0) {
		pxt_writer_lose(writer, 1, ticks);
		pxt_writer_discard(writer);
		a->refused++;
		return false;
	}
	pxt_copy_data(pxt_record_put(writer->pos, ticks, 0, PXT_ID_USER, len),
		      &data, len);
	pxt_writer_commit(writer, size, ticks);
	return true;
}

static struct pxt_writer_identity identity_of(const struct author *a)
{
	return (struct pxt_writer_identity){
		.pid = getpid(),
		.tid = (int32_t)syscall(SYS_gettid),
		.thread = a->number,
		.space = pxt_proc_space(),
		.kind = PXT_KIND_EVENTS,
		.comm = "author",
	};
}

static void claim_lane(struct author *a, struct pxt_writer *writer,
		       const struct pxt_writer_identity *id)
{
	struct mark *mark;

	if (pxt_writer_claim(writer, &view, id) != 0)
		report_error("of %d lanes none is free", PXT_LANES);
	mark = &marks[writer->lane_index];
	if (mark->owner)
		report_error("lane %u has two owners", writer->lane_index);
	mark->owner = a->number;
	mark->owners++;
}

static void give_lane(struct author *a, struct pxt_writer *writer)
{
	struct mark *mark = &marks[writer->lane_index];

	if (mark->owner != a->number)
		report_error("lane %u was taken from its owner", writer->lane_index);
	mark->owner = 0;
	pxt_writer_exit(writer);
}

/* Pause, so that the reader gets events before they are overwritten. */
static void nap(struct author *a, uint32_t odds)
{
	if (mode->naps && pick(a, odds) == 0)
		nanosleep(&(struct timespec){ .tv_nsec = 50000 }, NULL);
}

static void *write_events(void *arg)
{
	struct author *a = arg;
	struct pxt_writer_identity id = identity_of(a);
	struct pxt_writer writer;

	while (!pxt_load_relaxed(&enough)) {
		uint32_t stay = mode->stay ? pick(a, mode->stay) : UINT32_MAX;

		claim_lane(a, &writer, &id);
		for (uint32_t i = 0; i < stay; i++) {
			if (pxt_load_relaxed(&enough))
				break;
			if (!write_event(a, &writer, &id))
				sched_yield();
		}
		give_lane(a, &writer);
		nap(a, 2);
	}
	return NULL;
}

/* Reading. */

static void check_event(const struct pxt_event *event)
{
	struct reading *r;
	union data expected;
	struct note note;
	uint64_t missing;

	if (event->ticks <= complete)
		report_error("an event at %llu, when those up to %llu had been read",
		       (unsigned long long)event->ticks,
		       (unsigned long long)complete);
	if (event->id != PXT_ID_USER || event->pid != getpid() ||
	    event->len < sizeof(note))
		report_error("an event that no author wrote");
	memcpy(&note, event->data, sizeof(note));
	if (note.author == 0 || note.author > AUTHORS_MAX ||
	    note.author != event->thread || note.size != event->len ||
	    note.size > DATA_MAX ||
	    memcmp(event->data, &expected, fill(&expected, &note)) != 0)
		report_error("event %llu of author %u is not as written",
		       (unsigned long long)note.n, note.author);

	r = &readings[note.author];
	if (note.n < r->n || note.refused < r->refused)
		report_error("event %llu of author %u after its %llu",
		       (unsigned long long)note.n, note.author,
		       (unsigned long long)r->n - 1);
	missing = note.n - r->n - (note.refused - r->refused);
	if (missing && r->gaps == gaps)
		report_error("%lld events of author %u are missing before its %llu",
		       (long long)missing, note.author,
		       (unsigned long long)note.n);
	*r = (struct reading){ note.n + 1, note.refused, gaps };
	came++;
}

/* Lanes that were not waited for may have events of any time later. */
static bool is_stuck(void)
{
	uint32_t n = pxt_collect_lanes(&view);

	for (uint32_t i = 0; i < n; i++)
		if (drain.stuck[i])
			return true;
	return false;
}

static void read_round(struct author *reader)
{
	int err = pxt_drain_round(&drain, UINT64_MAX);
	bool stuck = is_stuck();
	const struct pxt_event *event;

	/* In a stream that is overwritten, later events of such lanes are
	 * lost. */
	if (stuck || was_stuck)
		complete = 0;
	if ((stuck || was_stuck) && drain.horizon == 0)
		last_ticks = 0;
	was_stuck = stuck;
	while (!err && (err = pxt_drain_next(&drain, &event)) == 0) {
		if (event->ticks < last_ticks)
			report_error("time falls");
		last_ticks = event->ticks;
		if (event->id == POSIX_TRACE_OVERFLOW) {
			reported += drain.source.loss.events;
			gaps++;
		} else if (event->id != POSIX_TRACE_RESUME) {
			check_event(event);
		}
		nap(reader, 256);
	}
	if (err != ENOENT)
		cannot("drain", err);
	complete = drain.settled;
}

/* The program. */

static void count_places(struct pxt_queue *queue, const struct pxt_cells *cells,
			 unsigned char *places)
{
	uint32_t seq = pxt_load_relaxed(&queue->head), chunk;

	for (uint32_t i = 0; i < cells->size; i++)
		if (pxt_queue_peek(queue, cells, seq + i, &chunk))
			places[chunk]++;
}

/* All authors have ended. */
static void check_chunks(void)
{
	uint32_t fresh = pxt_load_relaxed(&view.segment->fresh);
	unsigned char *places = calloc(view.n_chunks, 1);

	if (!places)
		cannot("calloc", ENOMEM);
	count_places(&view.segment->full, &view.full, places);
	count_places(&view.segment->free, &view.free, places);
	for (uint32_t i = 0; i < view.n_lanes; i++) {
		uint64_t tail = pxt_load_relaxed(&view.lanes[i].tail);

		if (pxt_tail_chunk(tail) < view.n_chunks)
			places[pxt_tail_chunk(tail)]++;
	}
	for (uint32_t i = 0; i < view.n_chunks; i++)
		if (places[i] != (i < fresh))
			report_error("chunk %u of %u is in %u places", i, fresh,
			       places[i]);
	free(places);
	if (!pxt_segment_is_valid(&view))
		report_error("the segment is not valid");
}

static void begin(void)
{
	struct pxt_segment_plan plan = {
		.clock = pxt_clock_best(),
		.anchor_real_ns = (int64_t)pxt_clock_ns(CLOCK_REALTIME),
		.serial = 1,
		.controller = getpid(),
		.target = getpid(),
	};
	size_t size, backed;
	void *memory;
	int err;

	plan.anchor = pxt_clock_anchor(plan.clock);
	pxt_attr_init(&plan.attr);
	plan.attr.stream_size = mode->stream_size;
	plan.attr.data_size = mode->data_size;
	plan.attr.stream_policy = (uint32_t)mode->policy;
	err = pxt_segment_size(&plan, &size, &backed);
	if (err)
		cannot("segment", err);
	memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (memory == MAP_FAILED)
		cannot("mmap", errno);
	pxt_segment_init(memory, &plan, &view);
	pxt_store_relaxed(&view.segment->run, PXT_RUN_RUNNING);
	err = pxt_drain_init(&drain, &view);
	if (err)
		cannot("drain", err);

	memset(authors, 0, sizeof(authors));
	memset(marks, 0, sizeof(marks));
	memset(readings, 0, sizeof(readings));
	came = reported = gaps = last_ticks = complete = 0;
	was_stuck = false;
	pxt_store_relaxed(&enough, false);
}

/* Like a thread that has queued its chunk and is stopped before its tail shows
 * that it has no chunk. */
static void stop_closing(struct author *a, struct pxt_writer *writer)
{
	struct pxt_writer_identity id = identity_of(a);

	claim_lane(a, writer, &id);
	write_event(a, writer, &id);
	pxt_writer_close(writer);
}

/* Losses are reported before an event, so one more event is written.  If a loss
 * was counted twice, the next losses make up for it. */
static void write_last(struct author *a)
{
	struct pxt_writer_identity id = identity_of(a);
	uint32_t n = view.loop ? 2 * view.n_full * view.chunk_size /
				 PXT_HEAD_SIZE : 1;
	struct pxt_writer writer;

	claim_lane(a, &writer, &id);
	for (uint32_t i = 0; i < n; i++)
		write_event(a, &writer, &id);
	give_lane(a, &writer);
}

static void run(uint64_t ns)
{
	struct pxt_writer stopped[STOPPED_MAX];
	uint64_t end = pxt_clock_ns(CLOCK_MONOTONIC) + ns, wrote = 0;
	uint64_t rounds = 0, refused;
	struct author reader = { 0 };

	begin();
	authors[AUTHORS_MAX].number = AUTHORS_MAX;
	for (unsigned i = 0; i < mode->stopped; i++)
		stop_closing(&authors[AUTHORS_MAX], &stopped[i]);
	for (unsigned i = 1; i <= mode->authors; i++) {
		struct author *a = &authors[i];
		int err;

		a->number = i;
		a->random = i;
		err = pthread_create(&a->thread, NULL, write_events, a);
		if (err)
			cannot("pthread_create", err);
	}
	while (pxt_clock_ns(CLOCK_MONOTONIC) < end) {
		read_round(&reader);
		rounds++;
	}
	pxt_store_relaxed(&enough, true);
	for (unsigned i = 1; i <= mode->authors; i++)
		pthread_join(authors[i].thread, NULL);
	read_round(&reader);
	for (unsigned i = 0; i < mode->stopped; i++)
		pxt_order_commit(&stopped[i].lane->tail, 0);
	write_last(&authors[AUTHORS_MAX]);
	read_round(&reader);

	for (unsigned i = 1; i <= AUTHORS_MAX; i++)
		wrote += authors[i].n;
	refused = pxt_collect_losses(&view, 0, NULL);
	/* If two writers wanted the same chunk, its events may be reported
	 * twice, because one of them took its count back after the reader had
	 * seen it. */
	if (came + reported + refused < wrote ||
	    came + reported + refused > wrote + wrote / 100)
		report_error("%llu events were read, %llu reported as overwritten, %llu "
		       "refused, but %llu were written",
		       (unsigned long long)came, (unsigned long long)reported,
		       (unsigned long long)refused, (unsigned long long)wrote);
	if (came == 0 || (view.loop ? reported == 0 || refused : reported != 0))
		report_error("%llu events were read, %llu reported as overwritten, %llu "
		       "refused", (unsigned long long)came,
		       (unsigned long long)reported, (unsigned long long)refused);
	check_chunks();
	printf("%s: %llu rounds, %llu events of %llu, %llu overwritten, "
	       "%llu refused\n", mode->name, (unsigned long long)rounds,
	       (unsigned long long)came, (unsigned long long)wrote,
	       (unsigned long long)reported, (unsigned long long)refused);
	pxt_drain_fini(&drain);
	munmap(view.segment, view.size);
}

int main(int argc, char **argv)
{
	size_t n = sizeof(modes) / sizeof(modes[0]);
	double seconds = argc > 1 ? strtod(argv[1], NULL) : 3;
	bool found = false;

	if (argc > 3 || !(seconds > 0 && seconds < 1e6)) {
		fputs("usage: ring [SECONDS [MODE]]\n", stderr);
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	for (size_t i = 0; i < n; i++) {
		mode = &modes[i];
		if (argc > 2 && strcmp(argv[2], mode->name) != 0)
			continue;
		full_fence = mode->alone || !pxt_fence_register();
		run((uint64_t)(1e9 * seconds / (argc > 2 ? 1.0 : (double)n)));
		found = true;
	}
	if (!found)
		fprintf(stderr, "ring: no mode %s\n", argv[2]);
	return found ? 0 : 2;
}
