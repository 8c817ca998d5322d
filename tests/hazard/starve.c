/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * INV-2 and INV-5 under overload: more threads than processors write into a
 * LOOP stream as fast as they can.  At any time the kernel has preempted a
 * thread in the middle of a record, and while a reader waits for that thread,
 * the whole stream is overwritten.  The reader must still get the newest events
 * in the order of time, all other events must be reported as lost, and a timed
 * call must end in time.
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
	uint64_t next;			/* next serial for the reader */
	uint64_t gaps;			/* number of gaps at the last event of this writer */
};

static struct writer writers[THREADS];
static trace_event_id_t type;
static _Atomic bool over;
static uint64_t seen, reported, gaps, calls, late, latest_ns;
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
		reported += loss.events;
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
	      "%llu events of a thread are missing and not reported",
	      (unsigned long long)(e->data.words[1] - w->next));
	w->next = e->data.words[1] + 1;
	w->gaps = gaps;
	seen++;
}

/* How long this thread could have run and had no processor; 0: not known. */
static uint64_t waited_for_processor(int schedstat)
{
	unsigned long long ran, waited;
	char text[100] = "";

	if (pread(schedstat, text, sizeof(text) - 1, 0) <= 0 ||
	    sscanf(text, "%llu %llu", &ran, &waited) != 2)
		return 0;
	return waited;
}

/* A timed call.  How much later than requested it ends is noted, without the
 * time that it had no processor. */
static void read_one(trace_id_t trid, int schedstat)
{
	uint64_t waited = waited_for_processor(schedstat);
	uint64_t begin = hz_ns(), took;
	struct hz_event e;
	bool got = hz_get_within(trid, &e, TIMEOUT_MS);

	took = hz_ns() - begin;
	waited = waited_for_processor(schedstat) - waited;
	took -= waited < took ? waited : took;
	calls++;
	late += took > (TIMEOUT_MS + 100) * UINT64_C(1000000);
	if (took > latest_ns)
		latest_ns = took;
	if (got)
		see(trid, &e);
}

/* What this thread had of the processors. */
static uint64_t processor_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* All events were read or are reported as lost. */
static void account(uint64_t written, const struct posixtrace_usage *usage)
{
	/* If two writers try to overwrite the same chunk, its events may be
	 * counted twice.  START may be among the lost events. */
	const uint64_t chunk = 65536 / 32;

	CHECK(seen + reported >= written && seen + reported <= written + chunk &&
	      seen + usage->lost >= written &&
	      seen + usage->lost <= written + 1,
	      "%llu written, %llu read, %llu lost by gaps, %llu in all",
	      (unsigned long long)written, (unsigned long long)seen,
	      (unsigned long long)reported, (unsigned long long)usage->lost);
}

static void starve(size_t size, unsigned ms)
{
	const int schedstat = open("/proc/thread-self/schedstat",
				   O_RDONLY | O_CLOEXEC);
	uint64_t end, ran, written = 0;
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
	ran = processor_ms();
	end = hz_ns() + ms * UINT64_C(1000000);
	while (hz_ns() < end)
		read_one(trid, schedstat);
	close(schedstat);
	ran = processor_ms() - ran;
	CHECK(seen >= 20 * ran / HZ_SLOW && gaps >= 10,
	      "%llu events and %llu gaps read in %llu ms of a processor",
	      (unsigned long long)seen, (unsigned long long)gaps,
	      (unsigned long long)ran);
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

/* Make a page whose readers sleep until its contents are supplied. */
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
 * Reading the data of an event blocks, so its record stays incomplete.  A timed
 * call must still end in time, and no later event may be returned before that
 * record.
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
	/* With two streams, the data is copied after the clock was read. */
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
	/* A reader stops waiting for a record after a second; this call ends
	 * earlier. */
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
