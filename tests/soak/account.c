/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Compares the events that were read with those that were recorded. */
#include "world.h"

#include <spawn.h>

extern char **environ;

/* Each event must be complete, read once, in the order of its writer, and from
 * a time when the stream was running. */
void soak_see(struct reading *r, trace_id_t trid, const struct hz_event *e)
{
	struct posixtrace_loss loss;
	struct payload p;
	const size_t n = e->len < sizeof(p) ? e->len : sizeof(p);
	uint64_t bit;

	if (e->info.posix_event_id == POSIX_TRACE_OVERFLOW &&
	    posixtrace_get_loss(trid, &loss) == 0)
		r->gaps += loss.events;
	if (!hz_is_user(e))
		return;
	memcpy(&p, &e->data, n);
	CHECK(n >= SOAK_LEAST && p.magic == SOAK_MAGIC && p.writer < WRITERS &&
	      p.type < TYPES && p.check == soak_check_word(&p),
	      "stream %u: a torn event, length %zu", r->stream, e->len);
	for (size_t i = 0; i < n - SOAK_LEAST; i++)
		CHECK(p.more[i] == (unsigned char)(p.serial + i),
		      "stream %u: byte %zu of %zu is torn", r->stream, i, n);
	CHECK(p.serial >= r->next[p.writer], "stream %u: writer %u: %llu after %llu",
	      r->stream, p.writer, (unsigned long long)p.serial,
	      (unsigned long long)r->next[p.writer] - 1);
	r->next[p.writer] = p.serial + 1;
	bit = soak_bit(r->stream, p.type);
	CHECK((p.on | p.on >> 32) & bit,
	      "stream %u: an event of writer %u, serial %llu, type %u (%u), that is off: %llx, now %llx",
	      r->stream, p.writer, (unsigned long long)p.serial, p.type,
	      (unsigned)e->info.posix_event_id, (unsigned long long)p.on,
	      (unsigned long long)world->on);
	if (p.on & bit)
		r->certain++;
	else
		r->maybe++;
}

/* The number of events by which the reported losses may exceed the real
 * ones. */
static uint64_t slack(const struct stream *s)
{
	const bool loops = s->setup.policy == POSIX_TRACE_LOOP;
	uint64_t n = world->in_flight;

	n *= loops ? MOST_IN_CHUNK + 1 : 1;
	if (s->cleared_running)
		n += 8;
	if (s->killed && loops)
		n += MOST_IN_CHUNK;
	/* An incomplete block had overwritten a block with at most so many
	 * records. */
	if (s->killed && s->setup.log_policy == POSIX_TRACE_LOOP)
		n += MOST_IN_BLOCK;
	/* System events of the flush that reaches the limit. */
	if (s->setup.log_policy == POSIX_TRACE_UNTIL_FULL)
		n += 4;
	/* Gaps of a LOOP log that were overwritten count as one event each. */
	if (s->setup.log_policy == POSIX_TRACE_LOOP)
		n += 64 + soak_recorded((unsigned)(s - world->streams)).certain / 500;
	return n;
}

/* A stream whose log is full stays stopped. */
static bool was_stopped(const struct stream *s, trace_id_t trid)
{
	struct posix_trace_status_info status;

	if (s->setup.log_policy != POSIX_TRACE_UNTIL_FULL)
		return false;
	OK(posix_trace_get_status(trid, &status));
	return status.posix_log_full_status == POSIX_TRACE_FULL;
}

void soak_check_sum(const struct reading *r, trace_id_t trid, const char *what)
{
	const struct stream *s = &world->streams[r->stream];
	const struct totals t = soak_recorded(r->stream);
	struct posixtrace_usage now;
	uint64_t sum;
	/* If killed in a clear, the events may be cleared or not; some losses
	 * may be counted twice: see doc/robustness.md. */
	const bool known = !(s->killed && s->clearing);
	const bool least = known && !was_stopped(s, trid) && !(s->killed &&
			s->setup.log_policy == POSIX_TRACE_UNTIL_FULL);
	const bool most = known && !(s->killed && (s->small_disk || s->limited ||
			s->setup.log_policy == POSIX_TRACE_UNTIL_FULL));

	OK(posixtrace_get_usage(trid, &now));
	sum = r->certain + r->maybe + now.lost + now.log_lost;
	CHECK(!least || (sum >= t.certain && r->certain <= t.certain + world->in_flight),
	      "stream %u, %s: %llu and perhaps %llu recorded, only %llu + %llu read, %llu + %llu lost",
	      r->stream, what, (unsigned long long)t.certain,
	      (unsigned long long)t.maybe, (unsigned long long)r->certain,
	      (unsigned long long)r->maybe, (unsigned long long)now.lost,
	      (unsigned long long)now.log_lost);
	CHECK(!most || sum <= t.certain + t.maybe + slack(s),
	      "stream %u, %s: %llu and perhaps %llu recorded, but %llu + %llu read, %llu + %llu lost",
	      r->stream, what, (unsigned long long)t.certain,
	      (unsigned long long)t.maybe, (unsigned long long)r->certain,
	      (unsigned long long)r->maybe, (unsigned long long)now.lost,
	      (unsigned long long)now.log_lost);
	CHECK(!s->reports_gaps || !most || r->gaps == now.lost,
	      "stream %u, %s: %llu lost, %llu in gaps", r->stream, what,
	      (unsigned long long)now.lost, (unsigned long long)r->gaps);
}

static void read_log(unsigned stream, int fd, const char *what)
{
	struct reading r = { .stream = stream };
	static struct hz_event e;
	trace_id_t trid;

	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e))
		soak_see(&r, trid, &e);
	soak_check_sum(&r, trid, what);
	OK(posix_trace_close(trid));
}

/* Recover the log, with several attempts that may be killed. */
static void recover(unsigned stream, const char *path, uint64_t *state)
{
	struct posixtrace_recovery done;
	unsigned kills = hz_random(state) % 3;
	int fd, err;
	pid_t pid;

	for (; kills; kills--) {
		pid = hz_fork();
		if (pid == 0) {
			fd = open(path, O_RDWR | O_CLOEXEC);
			posixtrace_recover(fd, &done);
			_exit(0);
		}
		soak_sleep_us(hz_random(state) % 6000);
		hz_kill(pid);
	}
	fd = open(path, O_RDWR | O_CLOEXEC);
	SYS(fd);
	err = posixtrace_recover(fd, &done);
	/* A create that needed the slot has recovered the log. */
	CHECK(err == 0 || err == ENOENT || (world->streams[stream].small_disk &&
					    err == ENOSPC),
	      "stream %u: recover: %s", stream, strerror(err));
	close(fd);
}

/* Check the log with the command, as a user would. */
static void check_with_tool(unsigned stream, const char *path)
{
	const char *tool = getenv("POSIXTRACE_COMMAND");
	char *args[] = { (char *)"posixtrace", (char *)"check", (char *)"-q", (char *)path, NULL };
	int status;
	pid_t pid;

	if (!tool)
		return;
	OK(posix_spawn(&pid, tool, NULL, NULL, args, environ));
	SYS(waitpid(pid, &status, 0));
	/* Complete, complete with losses, or incomplete for lack of room. */
	CHECK(status == 0 || status == 3 << 8 || (status == 4 << 8 &&
	      world->streams[stream].killed && world->streams[stream].small_disk),
	      "stream %u: posixtrace check: status %#x", stream,
	      (unsigned)status);
}

void soak_check_log(unsigned stream, const char *path, uint64_t *state)
{
	const struct stream *s = &world->streams[stream];
	const int fd = open(path, O_RDONLY | O_CLOEXEC);

	SYS(fd);
	if (!s->killed) {
		read_log(stream, fd, "a complete log");
	} else {
		if (hz_random(state) % 2)
			read_log(stream, fd, "a log whose controller was killed");
		recover(stream, path, state);
		read_log(stream, fd, "a log that was recovered");
	}
	close(fd);
	check_with_tool(stream, path);
}
