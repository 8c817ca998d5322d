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

enum { EVENTS = 15000 };

/* Of the writes of more than one block the n-th one ends after `bytes`, modulo
 * what it has. */
static struct {
	unsigned n;			/* from 1; 0: none does */
	size_t bytes;
	bool kills;			/* its process, or it fails */
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

static void record(trace_event_id_t type)
{
	struct payload p;

	for (p.serial = 0; p.serial < EVENTS; p.serial++) {
		memset(p.more, (int)p.serial, sizeof(p.more));
		posix_trace_event(type, &p, length(p.serial));
	}
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
	struct pxt_log_verdict verdict;

	OK(pxt_log_check(fd, &finder, &verdict));
	CHECK(verdict.complete, "it is not complete");
	return verdict.log_lost;
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
		OK(posixtrace_recover(setup.fd, &done));
		n = count_events(setup.fd, false);
		n += (unsigned)check_log(setup.fd);
		CHECK(n >= EVENTS, "%u events after recovering", n);
		close(setup.fd);
	}
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
		/* Pinned for the writer, so it is little of what he has. */
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
	{ .name = "refused", .run = refused },
};

HZ_MAIN(cases)
