/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A thread forks while another one detaches a stream: after each munmap() of
 * the library (--wrap), when other memory of the program has been mapped at the
 * same address.  The child may neither use the old memory nor unmap the new.
 */
#include "hazard.h"

#include <semaphore.h>
#include <sys/mman.h>

enum { PLACES = 16 };

int __real_munmap(void *addr, size_t size);
int __wrap_munmap(void *addr, size_t size);

static struct place {
	volatile unsigned char *addr;
	size_t size;
} places[PLACES];
static unsigned n_places;
static __thread bool armed;
static sem_t wanted, done;

static void check_places(void)
{
	for (unsigned i = 0; i < n_places; i++) {
		const struct place *p = &places[i];

		CHECK(p->addr[0] == 0xa5 && p->addr[p->size - 1] == 0x5a,
		      "memory of place %u has changed", i);
	}
}

static void *fork_when_wanted(void *arg)
{
	for (;;) {
		pid_t pid;

		SYS(sem_wait(&wanted));
		pid = hz_fork();
		if (pid == 0) {
			check_places();
			/* The child is set up already, or by this event. */
			posix_trace_event(POSIX_TRACE_UNNAMED_USEREVENT, NULL, 0);
			check_places();
			_exit(0);
		}
		hz_join(pid);
		SYS(sem_post(&done));
	}
	return arg;
}

int __wrap_munmap(void *addr, size_t size)
{
	const int result = __real_munmap(addr, size);
	struct place *p = &places[n_places];

	if (!armed)
		return result;
	CHECK(result == 0 && n_places < PLACES, "%u places", n_places);
	p->size = size;
	p->addr = mmap(addr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE |
		       MAP_ANONYMOUS | MAP_FIXED_NOREPLACE | MAP_NORESERVE, -1, 0);
	CHECK(p->addr == addr, "mmap: %s", strerror(errno));
	p->addr[0] = 0xa5;
	p->addr[size - 1] = 0x5a;
	n_places++;
	SYS(sem_post(&wanted) | sem_wait(&done));
	return result;
}

/* A stream of another process is created and shut down. */
static void detach_one(pid_t pid, int inherited)
{
	const struct hz_setup setup = { .pid = pid, .inherited = inherited };
	int ready[2], end[2];
	struct hz_event e;
	pid_t controller;
	char c = 0;

	SYS(pipe2(ready, O_CLOEXEC) | pipe2(end, O_CLOEXEC));
	controller = hz_fork();
	if (controller == 0) {
		trace_id_t trid = hz_create(&setup);

		SYS(write(ready[1], &c, 1));
		SYS(read(end[0], &c, 1));
		do
			CHECK(hz_try(trid, &e), "the event is not there");
		while (!hz_is_user(&e));
		OK(posix_trace_shutdown(trid));
		_exit(0);
	}
	SYS(read(ready[0], &c, 1));
	posix_trace_event(POSIX_TRACE_UNNAMED_USEREVENT, NULL, 0);
	SYS(write(end[1], &c, 1));
	hz_join(controller);
	n_places = 0;
	armed = true;
	posix_trace_event(POSIX_TRACE_UNNAMED_USEREVENT, NULL, 0);
	armed = false;
	/* The segment; for a stream of all processes also the names and the
	 * table of ids. */
	CHECK(n_places >= (pid == POSIX_TRACE_ALLPROC ? 3 : 1),
	      "%u places", n_places);
	check_places();
	for (unsigned i = 0; i < n_places; i++)
		SYS(__real_munmap((void *)places[i].addr, places[i].size));
	for (unsigned i = 0; i < 2; i++)
		SYS(close(ready[i]) | close(end[i]));
}

static void begin(void)
{
	SYS(sem_init(&wanted, 0, 0) | sem_init(&done, 0, 0));
	posix_trace_event(POSIX_TRACE_UNNAMED_USEREVENT, NULL, 0);
	hz_thread(fork_when_wanted, NULL);
}

static void of_one_process(void)
{
	begin();
	detach_one(getpid(), POSIX_TRACE_CLOSE_FOR_CHILD);
	detach_one(getpid(), POSIX_TRACE_INHERITED);
}

static void of_all_processes(void)
{
	begin();
	detach_one(POSIX_TRACE_ALLPROC, POSIX_TRACE_CLOSE_FOR_CHILD);
	detach_one(POSIX_TRACE_ALLPROC, POSIX_TRACE_INHERITED);
}

static const struct hz_case cases[] = {
	{ .name = "of-one-process", .run = of_one_process, .kills = true },
	{ .name = "of-all-processes", .run = of_all_processes, .kills = true },
};

HZ_MAIN(cases)
