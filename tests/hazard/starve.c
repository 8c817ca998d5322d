/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * INV-2 against INV-5: more threads than processors write into a LOOP stream as
 * fast as they can.  There is always one that the kernel has taken off its
 * processor in the middle of a record, and whoever waits for that finds the
 * whole stream overwritten.  A reader gets the newest events all the same, in
 * the order of time, is told of all others, and a timed call ends in time.
 */
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "hazard.h"

#ifndef UFFD_USER_MODE_ONLY
#define UFFD_USER_MODE_ONLY 1
#endif

enum { THREADS = 8, TIMEOUT_MS = 50 };

struct writer {
	unsigned index;
	uint64_t n;			/* events recorded */
	uint64_t next;			/* serial that the reader may see */
	uint64_t gaps;			/* when it saw the last one */
};

static struct writer writers[THREADS];
static trace_event_id_t type;
static _Atomic bool over;
static uint64_t seen, told, gaps, calls, late, latest_ns;
static int64_t last_ns;

static void *write_events(void *arg)
{
	struct writer *w = arg;

	while (!over) {
		uint64_t words[2] = { w->index, w->n++ };

		posix_trace_event(type, words, sizeof(words));
	}
	return NULL;
}

static void see(trace_id_t trid, const struct hz_event *e)
{
	struct posixtrace_loss loss;
	struct writer *w;

	CHECK(hz_event_ns(e) >= last_ns, "time falls by %lld ns",
	      (long long)(last_ns - hz_event_ns(e)));
	last_ns = hz_event_ns(e);
	if (e->info.posix_event_id == POSIX_TRACE_OVERFLOW) {
		OK(posixtrace_get_loss(trid, &loss));
		told += loss.events;
		gaps++;
	}
	if (!hz_is_user(e))
		return;
	CHECK(e->len == 16 && e->data.words[0] < THREADS, "length %zu", e->len);
	w = &writers[e->data.words[0]];
	CHECK(e->data.words[1] >= w->next, "event %llu after %llu",
	      (unsigned long long)e->data.words[1],
	      (unsigned long long)w->next - 1);
	CHECK(e->data.words[1] == w->next || gaps != w->gaps,
	      "%llu events of a thread are missing, and not told",
	      (unsigned long long)(e->data.words[1] - w->next));
	w->next = e->data.words[1] + 1;
	w->gaps = gaps;
	seen++;
}

/* A timed call; how much later than asked for it ends is noted. */
static void read_one(trace_id_t trid)
{
	uint64_t begin = hz_ns(), took;
	struct hz_event e;
	bool got = hz_get_within(trid, &e, TIMEOUT_MS);

	took = hz_ns() - begin;
	calls++;
	late += took > (TIMEOUT_MS + 100) * UINT64_C(1000000);
	if (took > latest_ns)
		latest_ns = took;
	if (got)
		see(trid, &e);
}

/* All that was written has been read, or is told as lost. */
static void account(uint64_t written, const struct posixtrace_usage *usage)
{
	/* A chunk that two writers wanted to overwrite at once may be told
	 * once too often, and START may be among the lost. */
	const uint64_t chunk = 65536 / 32;

	CHECK(seen + told >= written && seen + told <= written + chunk &&
	      seen + usage->lost >= written &&
	      seen + usage->lost <= written + 1,
	      "%llu were written, %llu read, %llu told in gaps, %llu in all",
	      (unsigned long long)written, (unsigned long long)seen,
	      (unsigned long long)told, (unsigned long long)usage->lost);
}

static void starve(size_t size, unsigned ms)
{
	const uint64_t floor = 20000 / HZ_SLOW;
	uint64_t end, written = 0;
	pthread_t threads[THREADS];
	struct posixtrace_usage usage;
	trace_id_t trid;
	struct hz_event e;

	type = hz_type("starve");
	trid = hz_create(&(struct hz_setup){ .policy = POSIX_TRACE_LOOP,
					     .size = size });
	for (unsigned i = 0; i < THREADS; i++) {
		writers[i].index = i;
		threads[i] = hz_thread(write_events, &writers[i]);
	}
	end = hz_ns() + ms * UINT64_C(1000000);
	while (hz_ns() < end)
		read_one(trid);
	CHECK(seen >= floor && gaps >= 10,
	      "%llu events and %llu gaps read in %u ms",
	      (unsigned long long)seen, (unsigned long long)gaps, ms);
	/* Now and then the reader itself does not get a processor. */
	CHECK(late <= calls / 1000 && latest_ns < UINT64_C(1000000000),
	      "%llu of %llu calls late, one took %llu us",
	      (unsigned long long)late, (unsigned long long)calls,
	      (unsigned long long)latest_ns / 1000);
	over = true;
	for (unsigned i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		written += writers[i].n;
	}
	OK(posix_trace_stop(trid));
	while (hz_try(trid, &e))
		see(trid, &e);
	OK(posixtrace_get_usage(trid, &usage));
	OK(posix_trace_shutdown(trid));
	account(written, &usage);
}

static void small_stream(void)
{
	starve(1 << 20, 3000);
}

static void tiny_stream(void)
{
	starve(4096, 2000);
}

/* Memory that is not there before somebody says so; its reader sleeps. */
static int make_memory_wait(void *page, size_t size)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register area = {
		.range = { (uintptr_t)page, size },
		.mode = UFFDIO_REGISTER_MODE_MISSING,
	};
	int fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | UFFD_USER_MODE_ONLY);

	if (fd < 0 || ioctl(fd, UFFDIO_API, &api) != 0 ||
	    ioctl(fd, UFFDIO_REGISTER, &area) != 0)
		SKIP("no userfaultfd here");
	return fd;
}

static void *write_what_is_not_there(void *arg)
{
	posix_trace_event(type, arg, 16);
	return NULL;
}

/*
 * The data of an event does not come, so its record is held up; all the same a
 * timed call ends in time, and nothing is handed out ahead of that record.
 */
static void held_up(void)
{
	const struct hz_setup setup = { .policy = POSIX_TRACE_UNTIL_FULL };
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	void *page = mmap(NULL, size, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int fd = make_memory_wait(page, size);
	struct uffdio_zeropage zeros = { .range = { (uintptr_t)page, size } };
	struct uffd_msg message;
	uint64_t begin, took;
	trace_id_t trid, other;
	struct hz_event e;
	pthread_t thread;

	type = hz_type("starve");
	trid = hz_create(&setup);
	/* With two streams the data is copied when the clock has been read. */
	other = hz_create(&setup);
	CHECK(hz_get_within(trid, &e, 1000) && !hz_is_user(&e), "no START");
	thread = hz_thread(write_what_is_not_there, page);
	CHECK(read(fd, &message, sizeof(message)) == sizeof(message) &&
	      message.event == UFFD_EVENT_PAGEFAULT, "no page fault");
	posix_trace_event(type, "later", 6);
	begin = hz_ns();
	CHECK(!hz_get_within(trid, &e, TIMEOUT_MS), "an event of type %u",
	      (unsigned)e.info.posix_event_id);
	took = hz_ns() - begin;
	/* Once a second it is given up; this call has no part in that. */
	CHECK(took < 600000000, "it took %llu us",
	      (unsigned long long)took / 1000);
	CHECK(ioctl(fd, UFFDIO_ZEROPAGE, &zeros) == 0, "zeropage");
	pthread_join(thread, NULL);
	CHECK(hz_get_within(trid, &e, 1000) && hz_is_user(&e) && e.len == 16,
	      "the event held up is not first");
	CHECK(hz_get_within(trid, &e, 1000) && hz_is_user(&e) && e.len == 6,
	      "the later one is not second");
	OK(posix_trace_shutdown(trid));
	OK(posix_trace_shutdown(other));
	munmap(page, size);
	close(fd);
}

static const struct hz_case cases[] = {
	{ .name = "held-up", .run = held_up },
	{ .name = "small-stream", .run = small_stream },
	{ .name = "tiny-stream", .run = tiny_stream },
};

HZ_MAIN(cases)
