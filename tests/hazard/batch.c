/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A flush writes many chunks by one call.  The process is killed, or the call
 * fails, when a given number of bytes of the call is in the file; this can be
 * any byte.
 *
 * The program is linked with the static library, and with --wrap for the call.
 */
#include "hazard.h"

#include <sys/mman.h>

#include "cut.h"
#include "numbered.h"
#include "process/self.h"
#include "process/thread.h"

static void record(trace_event_id_t type)
{
	record_some(type, 0, EVENTS);
}

static const struct hz_setup setups[] = {
	{ .policy = POSIX_TRACE_UNTIL_FULL, .log_policy = POSIX_TRACE_APPEND,
	  .size = 1 << 20 },
	{ .policy = POSIX_TRACE_LOOP, .log_policy = POSIX_TRACE_APPEND,
	  .size = 2 << 20 },
	/* The log wraps several times, and most batches are cut at its end. */
	{ .policy = POSIX_TRACE_UNTIL_FULL, .log_policy = POSIX_TRACE_LOOP,
	  .size = 1 << 20, .log_size = 200 << 10 },
};

/* Choose a write and a byte in it at random. */
static void choose(uint64_t *state, unsigned round, bool kills)
{
	memset(&cut, 0, sizeof(cut));
	cut.n = 1 + hz_random(state) % 2;
	cut.bytes = hz_random(state) % (round % 3 ? 250000 : 2000);
	cut.kills = kills;
	cut.in_header = kills && round / 3 % 2;
	/* Some of the later writes, which replace older blocks. */
	if (cut.in_header && round % 3 == 2)
		cut.n = 1 + hz_random(state) % 9;
}

/* No chunk has more events, and no block is larger than a chunk. */
enum { MOST_IN_CHUNK = (64 << 10) / 16 };

/* In a log that wraps, every event is read or reported as lost, and at most one
 * chunk of them is counted too much. */
static void check_losses(int fd, unsigned events)
{
	struct losses sum = read_losses(fd);

	CHECK(events + sum.log >= EVENTS &&
	      events + sum.log <= EVENTS + MOST_IN_CHUNK,
	      "%u events, %llu lost, cut after %zu bytes of write %u%s",
	      events, (unsigned long long)sum.log, cut.bytes, cut.n,
	      cut.in_header ? " in a header" : "");
}

static void killed(void)
{
	uint64_t state = 1;

	for (unsigned round = 0; round < 60 / HZ_SLOW + 3; round++) {
		struct hz_setup setup = setups[round % 3];
		struct posixtrace_recovery done;
		unsigned n;
		int status;
		pid_t pid;

		choose(&state, round, true);
		setup.fd = hz_file();
		pid = hz_fork();
		if (pid == 0) {
			trace_event_id_t type = hz_type("batch");
			trace_id_t trid = hz_create(&setup);

			record(type);
			posix_trace_flush(trid);
			CHECK(false, "alive after %u writes", cut.seen);
		}
		SYS(waitpid(pid, &status, 0));
		CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL,
		      "status %#x", status);
		n = count_events(setup.fd, false);
		CHECK(n == EVENTS || setup.log_policy == POSIX_TRACE_LOOP,
		      "%u events, cut after %zu bytes of write %u", n,
		      cut.bytes, cut.n);
		if (setup.log_policy == POSIX_TRACE_LOOP)
			check_losses(setup.fd, n);
		OK(posixtrace_recover(setup.fd, &done));
		n = count_events(setup.fd, false);
		if (setup.log_policy == POSIX_TRACE_LOOP)
			check_losses(setup.fd, n);
		n += (unsigned)check_log(setup.fd);
		CHECK(n >= EVENTS, "%u events after recovering", n);
		close(setup.fd);
	}
}

/* A controller is killed at each write near the size limit of its log.  What
 * did not fit is reported as lost, or is still in memory. */
static void killed_at_the_limit(void)
{
	struct hz_setup setup = { .policy = POSIX_TRACE_UNTIL_FULL,
				  .log_policy = POSIX_TRACE_UNTIL_FULL,
				  .size = 1 << 20, .log_size = 128 << 10 };
	unsigned kills = 0;

	memset(&cut, 0, sizeof(cut));
	for (unsigned write = 1; write < 200; write += CUT_STEP) {
		struct posixtrace_recovery done;
		unsigned n, before;
		int status;
		pid_t pid;

		setup.fd = hz_file();
		pid = hz_fork();
		if (pid == 0) {
			trace_event_id_t type = hz_type("batch");
			trace_id_t trid = hz_create(&setup);

			cut.any = write;
			record(type);
			OK(posix_trace_shutdown(trid));
			_exit(0);
		}
		SYS(waitpid(pid, &status, 0));
		before = count_any(setup.fd, false);
		n = before + (unsigned)read_losses(setup.fd).log;
		CHECK(n >= EVENTS, "write %u: %u of %u", write, n, EVENTS);
		OK(posixtrace_recover(setup.fd, &done));
		n = count_any(setup.fd, true);
		CHECK(n <= before, "more than there were");
		n += (unsigned)read_losses(setup.fd).log;
		CHECK(n >= EVENTS, "write %u, recovered: %u", write, n);
		check_log(setup.fd);
		close(setup.fd);
		if (!WIFSIGNALED(status))
			break;
		kills++;
	}
	CHECK(kills > 3, "killed %u times only", kills);
}

/* Leave the state of a thread that died after it marked its chunk full and
 * before it queued the chunk. */
static void leave_stray(void)
{
	const struct pxt_writer *writer = &pxt_thread_self.fast;
	uint64_t tail = pxt_writer_tail(writer);
	struct pxt_chunk_header *header =
		pxt_chunk(writer->view, pxt_tail_chunk(tail));

	header->used = pxt_tail_bytes(tail);
	header->count = writer->count;
	header->last = writer->last;
	pxt_chunk_close(writer->view, pxt_tail_chunk(tail));
}

/* Each event is in the log once. */
static void check_once(int fd, unsigned events, unsigned write)
{
	uint32_t next = 0, serial;
	struct hz_event e;
	trace_id_t trid;

	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e)) {
		if (!hz_is_user(&e))
			continue;
		memcpy(&serial, &e.data, sizeof(serial));
		CHECK(serial == next, "write %u: event %u instead of %u",
		      write, serial, next);
		next++;
	}
	OK(posix_trace_close(trid));
	CHECK(next == events, "write %u: %u events", write, next);
}

/*
 * A controller is killed at each of its writes while it shuts down a stream with
 * such a chunk.  A recovery must not take from memory what is already in the log,
 * nor take for written what is not.
 */
static void kill_with_stray(struct hz_setup setup, unsigned events)
{
	unsigned kills = 0;

	memset(&cut, 0, sizeof(cut));
	for (unsigned write = 1; write < 300; write += CUT_STEP) {
		struct posixtrace_recovery done;
		int status;
		pid_t pid;

		setup.fd = hz_file();
		pid = hz_fork();
		if (pid == 0) {
			trace_event_id_t type = hz_type("batch");
			trace_id_t trid = hz_create(&setup);

			record_some(type, 0, events);
			leave_stray();
			cut.any = write;
			posix_trace_shutdown(trid);
			_exit(0);
		}
		SYS(waitpid(pid, &status, 0));
		check_once(setup.fd, events, write);
		if (WIFSIGNALED(status))
			OK(posixtrace_recover(setup.fd, &done));
		check_once(setup.fd, events, write);
		close(setup.fd);
		if (!WIFSIGNALED(status))
			break;
		kills++;
	}
	CHECK(kills > 3, "killed %u times only", kills);
}

/* In several blocks, because the chunk is large compared with the log. */
static void killed_in_a_stray_chunk(void)
{
	/* As many events as fit in a chunk; they make three blocks. */
	enum { FEW = 94 };

	kill_with_stray((struct hz_setup){ .policy = POSIX_TRACE_FLUSH,
					   .log_policy = POSIX_TRACE_LOOP,
					   .size = 1 << 20,
					   .log_size = 8 << 10 }, FEW);
}

/* Older chunks of the thread are in the queue. */
static void killed_with_older_chunks(void)
{
	kill_with_stray((struct hz_setup){ .policy = POSIX_TRACE_LOOP,
					   .log_policy = POSIX_TRACE_APPEND,
					   .size = 1 << 20 }, 1500);
}

/* Only the chunk that did not fit is lost, and that is counted. */
static void refused(void)
{
	trace_event_id_t type = hz_type("batch");
	uint64_t state = 2;

	for (unsigned round = 0; round < 60 / HZ_SLOW + 3; round++) {
		struct hz_setup setup = setups[round % 3];
		trace_id_t trid;
		uint64_t lost;
		unsigned n;

		choose(&state, round, false);
		setup.fd = hz_file();
		trid = hz_create(&setup);
		record(type);
		CHECK(posix_trace_flush(trid) == ENOSPC, "no error");
		/* Shutdown returns the error again, since nothing else has
		 * requested it. */
		CHECK(posix_trace_shutdown(trid) == ENOSPC, "no error");
		/* A batch is at most a quarter of the stream, because its
		 * chunks are withheld from the writer. */
		CHECK(cut.most <= setup.size / 4 + (64 << 10),
		      "%zu bytes by one write", cut.most);
		cut.n = 0;
		n = count_events(setup.fd, true);
		lost = check_log(setup.fd);
		CHECK(n + lost >= EVENTS, "%u events, %llu lost", n,
		      (unsigned long long)lost);
		if (setup.log_policy != POSIX_TRACE_LOOP)
			CHECK(lost > 0 && lost < 3000, "%llu lost",
			      (unsigned long long)lost);
		close(setup.fd);
	}
}

static const struct hz_case cases[] = {
	{ .name = "killed", .run = killed, .kills = true },
	{ .name = "killed-at-the-limit", .run = killed_at_the_limit,
	  .kills = true },
	{ .name = "killed-in-a-stray-chunk", .run = killed_in_a_stray_chunk,
	  .kills = true },
	{ .name = "killed-with-older-chunks", .run = killed_with_older_chunks,
	  .kills = true },
	{ .name = "refused", .run = refused },
};

HZ_MAIN(cases)
