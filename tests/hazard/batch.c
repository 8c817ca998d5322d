/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A flush writes many chunks by one call.  It is killed when so many bytes of
 * that are in the file, or the file takes no more for a moment: every byte can
 * be the last.
 *
 * The program is linked with the static library, and with --wrap for the call.
 */
#include "hazard.h"

#include <sys/mman.h>
#include <sys/uio.h>

#include "log/check.h"
#include "process/self.h"
#include "process/thread.h"
#include "log/reader.h"

enum { EVENTS = 15000 };

/* Of the writes of more than one block the n-th one ends after `bytes`, modulo
 * what it has. */
static struct {
	unsigned n;			/* from 1; 0: none does */
	size_t bytes;
	bool kills;			/* its process, or it fails */
	bool in_header;			/* of a block, instead */
	unsigned any;			/* the n-th write of all kills */
	bool fails_now;
	unsigned seen;
	size_t most;			/* bytes that one had */
} cut;

static ssize_t write_cut(int fd, const struct iovec *iov, int n, off_t at)
{
	size_t len = 0, done = 0, part;

	for (int i = 0; i < n; i++)
		len += iov[i].iov_len;
	len = cut.bytes % len;
	/* Headers and records take turns. */
	if (cut.in_header && n > 1) {
		unsigned block = (unsigned)(cut.bytes % (size_t)(n / 2));

		len = cut.bytes % iov[0].iov_len;
		for (unsigned i = 0; i < 2 * block; i++)
			len += iov[i].iov_len;
	}
	for (int i = 0; i < n && done < len; i++) {
		part = iov[i].iov_len < len - done ? iov[i].iov_len :
		       len - done;
		CHECK(pwrite(fd, iov[i].iov_base, part, at + (off_t)done) ==
		      (ssize_t)part, "pwrite: %s", strerror(errno));
		done += part;
	}
	if (cut.kills)
		SYS(kill(getpid(), SIGKILL));
	if (done > 0)
		return (ssize_t)done;
	cut.fails_now = false;
	errno = ENOSPC;
	return -1;
}

static void note_most(const struct iovec *iov, int n)
{
	size_t len = 0;

	for (int i = 0; i < n; i++)
		len += iov[i].iov_len;
	cut.most = len > cut.most ? len : cut.most;
}

#define WRAP(name)							\
	ssize_t __real_##name(int fd, const struct iovec *iov, int n,	\
			      off_t at);				\
	ssize_t __wrap_##name(int fd, const struct iovec *iov, int n,	\
			      off_t at);				\
	ssize_t __wrap_##name(int fd, const struct iovec *iov, int n,	\
			      off_t at)					\
	{								\
		bool fails = cut.fails_now;				\
									\
		cut.fails_now = false;					\
		note_most(iov, n);					\
		if (cut.any && --cut.any == 0) {			\
			cut.kills = true;				\
			return write_cut(fd, iov, n, at);		\
		}							\
		/* A header and records are one block. */		\
		if (n > 2 && ++cut.seen == cut.n) {			\
			cut.fails_now = true;				\
			return write_cut(fd, iov, n, at);		\
		}							\
		if (fails) {						\
			errno = ENOSPC;					\
			return -1;					\
		}							\
		return __real_##name(fd, iov, n, at);			\
	}

WRAP(pwritev)
WRAP(pwritev64)

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

/* Events that a log gives, which end with the last and have no hole but of
 * one chunk, if `hole`. */
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

static void tell_fault(void *context, uint64_t offset, bool is_fault,
		       const char *text)
{
	(void)context;
	CHECK(!is_fault, "at %llu: %s", (unsigned long long)offset, text);
}

static uint64_t check_log(int fd)
{
	struct pxt_finder finder = { .found = tell_fault };
	struct pxt_log_reader *reader;
	uint64_t lost;

	/* One that is not complete has a fault. */
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
	/* Some laps, and most batches have the end of one in them. */
	{ .policy = POSIX_TRACE_UNTIL_FULL, .log_policy = POSIX_TRACE_LOOP,
	  .size = 1 << 20, .log_size = 200 << 10 },
};

/* Any byte of any write. */
static void choose(uint64_t *state, unsigned round, bool kills)
{
	memset(&cut, 0, sizeof(cut));
	cut.n = 1 + hz_random(state) % 2;
	cut.bytes = hz_random(state) % (round % 3 ? 250000 : 2000);
	cut.kills = kills;
	cut.in_header = kills && round / 3 % 2;
	/* Some of those that push out what is there. */
	if (cut.in_header && round % 3 == 2)
		cut.n = 1 + hz_random(state) % 9;
}

/* What the log says it has lost, and the gaps that it shows. */
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

/* No block has more, or is larger. */
enum { MOST_IN_CHUNK = (64 << 10) / 16 };

/* Of a log that goes round all is there or told, and hardly more. */
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

/* User events that a log gives, whichever they are; `ends`: with STOP behind
 * them, once. */
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

/* A controller is killed at each of the writes around the limit of its log:
 * what that has not taken is told, or still there. */
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

/*
 * Who recovers a log, in which a gap has to be told, is killed at each of the
 * writes: it is told once.
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
		pid = hz_fork();
		if (pid == 0) {
			cut.any = write;
			/* Some way into it, the first times. */
			cut.bytes = write % 3 ? 0 : 100;
			posixtrace_recover(setup.fd, &done);
			_exit(0);
		}
		SYS(waitpid(pid, &status, 0));
		sum = read_losses(setup.fd);
		CHECK(sum.gaps == first.gaps && sum.stream == first.stream,
		      "write %u: %llu in gaps, before %llu; %llu, %llu lost",
		      write, (unsigned long long)sum.gaps,
		      (unsigned long long)first.gaps,
		      (unsigned long long)sum.stream,
		      (unsigned long long)first.stream);
		CHECK(count_events(setup.fd, true) == n, "other events");
		if (!WIFSIGNALED(status))
			break;
		kills++;
	}
	CHECK(kills > 3, "killed %u times only", kills);
	OK(posixtrace_recover(setup.fd, &done));
	CHECK(done.was_complete, "it is not complete");
	check_log(setup.fd);
	close(setup.fd);
}

/* As if this thread had died when it had marked its chunk full, and not queued
 * it yet. */
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

/* Each event is there once. */
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
 * A controller is killed while it writes such a chunk, in several blocks, since
 * it is large for its log: what the log has is not taken from memory again.
 */
static void killed_in_a_stray_chunk(void)
{
	/* As many as a chunk has room for: three blocks. */
	enum { FEW = 94 };
	struct hz_setup setup = { .policy = POSIX_TRACE_FLUSH,
				  .log_policy = POSIX_TRACE_LOOP,
				  .size = 1 << 20, .log_size = 8 << 10 };
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

			record_some(type, 0, FEW);
			leave_stray();
			cut.any = write;
			posix_trace_shutdown(trid);
			_exit(0);
		}
		SYS(waitpid(pid, &status, 0));
		check_once(setup.fd, FEW, write);
		if (WIFSIGNALED(status))
			OK(posixtrace_recover(setup.fd, &done));
		check_once(setup.fd, FEW, write);
		close(setup.fd);
		if (!WIFSIGNALED(status))
			break;
		kills++;
	}
	CHECK(kills > 3, "killed %u times only", kills);
}

/* Nothing is lost but the chunk that did not fit, and that is counted. */
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
		/* As nobody has asked for it in between. */
		CHECK(posix_trace_shutdown(trid) == ENOSPC, "no error");
		/* Pinned for the writer, so it is little of what it has. */
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
	{ .name = "killed-in-a-stray-chunk", .run = killed_in_a_stray_chunk,
	  .kills = true },
	{ .name = "refused", .run = refused },
};

HZ_MAIN(cases)
