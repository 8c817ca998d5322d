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
#include "log/check.h"
#include "process/self.h"
#include "process/thread.h"
#include "log/reader.h"

enum { EVENTS = 15000 };

struct payload {
	uint32_t serial;
	unsigned char more[40];
};

static size_t length(uint32_t serial)
{
	return sizeof(uint32_t) + serial % 41;
}

static void record_some(trace_event_id_t type, uint32_t from, uint32_t to)
{
	struct payload p;

	for (p.serial = from; p.serial < to; p.serial++) {
		memset(p.more, (int)p.serial, sizeof(p.more));
		posix_trace_event(type, &p, length(p.serial));
	}
}

static void record(trace_event_id_t type)
{
	record_some(type, 0, EVENTS);
}

/* Check the events in a log and return their number.  They must end with the
 * last one recorded.  If `hole`, the events of one chunk may be missing. */
static unsigned count_events(int fd, bool hole)
{
	uint32_t next = UINT32_MAX;
	struct hz_event e;
	trace_id_t trid;
	unsigned n = 0;

	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e)) {
		uint32_t serial;

		if (!hz_is_user(&e))
			continue;
		memcpy(&serial, &e.data, sizeof(serial));
		CHECK(next == UINT32_MAX || serial == next ||
		      (hole && serial > next), "event %u after %u", serial,
		      next - 1);
		hole = hole && (next == UINT32_MAX || serial == next);
		CHECK(e.len == length(serial), "%zu bytes", e.len);
		for (size_t i = sizeof(serial); i < e.len; i++)
			CHECK(e.data.bytes[i] == (unsigned char)serial,
			      "event %u is torn", serial);
		next = serial + 1;
		n++;
	}
	CHECK(next == EVENTS, "the last one is %u", next - 1);
	OK(posix_trace_close(trid));
	return n;
}

static void report_fault(void *context, uint64_t offset, bool is_fault,
		       const char *text)
{
	(void)context;
	CHECK(!is_fault, "at %llu: %s", (unsigned long long)offset, text);
}

static uint64_t check_log(int fd)
{
	struct pxt_finder finder = { .found = report_fault };
	struct pxt_log_reader *reader;
	uint64_t lost;

	/* A log that is incomplete has a fault. */
	OK(pxt_log_check(fd, &finder));
	OK(pxt_log_open_by_scan(fd, &reader));
	lost = pxt_log_get_summary(reader)->lost;
	pxt_log_close(reader);
	return lost;
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

/* The losses by the status of the log, and the sum of its gaps. */
struct losses {
	uint64_t log, stream, gaps;
};

static struct losses read_losses(int fd)
{
	struct posixtrace_usage usage;
	struct posixtrace_loss loss;
	struct losses sum = {0};
	struct hz_event e;
	trace_id_t trid;

	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e))
		if (e.info.posix_event_id == POSIX_TRACE_OVERFLOW &&
		    posixtrace_get_loss(trid, &loss) == 0)
			sum.gaps += loss.events;
	OK(posixtrace_get_usage(trid, &usage));
	sum.log = usage.log_lost;
	sum.stream = usage.lost;
	OK(posix_trace_close(trid));
	return sum;
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

/* The number of user events in a log, whatever their serials.  `ends`: exactly
 * one STOP must follow them. */
static unsigned count_any(int fd, bool ends)
{
	unsigned n = 0, stops = 0;
	struct hz_event e;
	trace_id_t trid;
	bool stop = false;

	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e)) {
		n += hz_is_user(&e);
		stop = e.info.posix_event_id == POSIX_TRACE_STOP;
		stops += stop;
	}
	CHECK(!ends || (stop && stops == 1), "%u times STOP", stops);
	OK(posix_trace_close(trid));
	return n;
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
	for (unsigned write = 1; write < 200; write++) {
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

/* Recover a log in a process that is killed when so many bytes of that write are in
 * the file.  False: it did not write as often. */
static bool recover_up_to(int fd, unsigned write, size_t bytes)
{
	struct posixtrace_recovery done;
	int status;
	pid_t pid = hz_fork();

	if (pid == 0) {
		cut.any = write;
		cut.bytes = bytes;
		posixtrace_recover(fd, &done);
		_exit(0);
	}
	SYS(waitpid(pid, &status, 0));
	return WIFSIGNALED(status);
}

/*
 * A process that recovers a log, and has to report a gap in it, is killed at
 * each of its writes.  The gap is reported once.
 */
static void recoverer_killed(void)
{
	struct hz_setup setup = { .policy = POSIX_TRACE_LOOP,
				  .log_policy = POSIX_TRACE_APPEND,
				  .size = 128 << 10, .fd = hz_file() };
	struct posixtrace_recovery done;
	struct losses first, sum;
	unsigned n, kills = 0;
	int status;
	pid_t pid;

	memset(&cut, 0, sizeof(cut));
	pid = hz_fork();
	if (pid == 0) {
		trace_event_id_t type = hz_type("batch");
		trace_id_t trid = hz_create(&setup);

		record_some(type, 0, EVENTS / 2);
		posix_trace_flush(trid);
		record_some(type, EVENTS / 2, EVENTS);
		raise(SIGKILL);
	}
	SYS(waitpid(pid, &status, 0));
	CHECK(WIFSIGNALED(status), "status %#x", status);
	n = count_events(setup.fd, true);
	first = read_losses(setup.fd);
	CHECK(n + first.gaps >= EVENTS, "%u events, %llu in gaps", n,
	      (unsigned long long)first.gaps);
	for (unsigned write = 1; write < 200; write++) {
		bool is_killed = recover_up_to(setup.fd, write, write % 3 ? 0 : 100);

		sum = read_losses(setup.fd);
		CHECK(sum.gaps == first.gaps && sum.stream == first.stream,
		      "write %u: %llu in gaps, before %llu; %llu, %llu lost",
		      write, (unsigned long long)sum.gaps,
		      (unsigned long long)first.gaps,
		      (unsigned long long)sum.stream,
		      (unsigned long long)first.stream);
		CHECK(count_events(setup.fd, true) == n, "other events");
		if (!is_killed)
			break;
		kills++;
	}
	CHECK(kills > 3, "killed %u times only", kills);
	OK(posixtrace_recover(setup.fd, &done));
	CHECK(done.was_complete, "it is not complete");
	check_log(setup.fd);
	close(setup.fd);
}

/* Events that were recorded by the program and can be read, and those that the log
 * lost. */
static uint64_t count_all(int fd)
{
	uint64_t n = 0;
	struct hz_event e;
	trace_id_t trid;

	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e))
		n += hz_is_user(&e) || e.info.posix_event_id == POSIX_TRACE_START;
	OK(posix_trace_close(trid));
	return n + read_losses(fd).log;
}

/* Kill a recoverer at each of its writes, until one completes the log: the count
 * stays. */
static void kill_recoverers(int fd)
{
	const uint64_t first = count_all(fd);
	struct posixtrace_recovery done;
	unsigned kills = 0;

	for (unsigned write = 1; write < 400; write++) {
		bool is_killed = recover_up_to(fd, write, 0);
		uint64_t now = count_all(fd);

		CHECK(now == first, "write %u: %llu read or lost, before %llu",
		      write, (unsigned long long)now,
		      (unsigned long long)first);
		if (!is_killed)
			break;
		kills++;
	}
	CHECK(kills > 3, "killed %u times only", kills);
	OK(posixtrace_recover(fd, &done));
	CHECK(done.was_complete, "it is not complete");
}

/*
 * The same for a log that is full: events that do not fit are still in memory,
 * and are counted as lost from the log once.
 */
static void recoverer_killed_at_the_limit(void)
{
	struct hz_setup setup = { .policy = POSIX_TRACE_UNTIL_FULL,
				  .log_policy = POSIX_TRACE_UNTIL_FULL,
				  .size = 1 << 20, .log_size = 128 << 10,
				  .fd = hz_file() };
	int status;
	pid_t pid;

	memset(&cut, 0, sizeof(cut));
	pid = hz_fork();
	if (pid == 0) {
		trace_event_id_t type = hz_type("batch");

		hz_create(&setup);
		record_some(type, 0, EVENTS / 2);
		raise(SIGKILL);
	}
	SYS(waitpid(pid, &status, 0));
	CHECK(WIFSIGNALED(status), "status %#x", status);
	kill_recoverers(setup.fd);
	count_any(setup.fd, true);
	CHECK(read_losses(setup.fd).log > 0, "the log lost nothing");
	check_log(setup.fd);
	close(setup.fd);
}

static void *record_half(void *arg)
{
	record_some(*(trace_event_id_t *)arg, 0, EVENTS / 2);
	return NULL;
}

/*
 * What a small LOOP log cannot hold: what one recovery has written, and then has
 * overwritten, is not written again by the next one.  Nothing that the first thread
 * recorded stays in the log, which shows how much of a thread it has got.
 */
static void recoverer_killed_in_a_small_log(void)
{
	struct hz_setup setup = { .policy = POSIX_TRACE_FLUSH,
				  .log_policy = POSIX_TRACE_LOOP,
				  .size = 4 << 20, .log_size = 64 << 10,
				  .fd = hz_file() };
	int status;
	pid_t pid;

	memset(&cut, 0, sizeof(cut));
	pid = hz_fork();
	if (pid == 0) {
		trace_event_id_t type = hz_type("batch");

		hz_create(&setup);
		pthread_join(hz_thread(record_half, &type), NULL);
		record_some(type, EVENTS / 2, EVENTS);
		raise(SIGKILL);
	}
	SYS(waitpid(pid, &status, 0));
	CHECK(WIFSIGNALED(status), "status %#x", status);
	kill_recoverers(setup.fd);
	count_events(setup.fd, true);
	CHECK(read_losses(setup.fd).log > EVENTS / 2, "the log was not too small");
	check_log(setup.fd);
	close(setup.fd);
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
	for (unsigned write = 1; write < 300; write++) {
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
	{ .name = "recoverer-killed", .run = recoverer_killed, .kills = true },
	{ .name = "recoverer-killed-in-a-small-log",
	  .run = recoverer_killed_in_a_small_log, .kills = true },
	{ .name = "recoverer-killed-at-the-limit",
	  .run = recoverer_killed_at_the_limit, .kills = true },
	{ .name = "killed-in-a-stray-chunk", .run = killed_in_a_stray_chunk,
	  .kills = true },
	{ .name = "killed-with-older-chunks", .run = killed_with_older_chunks,
	  .kills = true },
	{ .name = "refused", .run = refused },
};

HZ_MAIN(cases)
