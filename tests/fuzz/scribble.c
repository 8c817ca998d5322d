/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A traced process overwrites the memory that it shares with its controller
 * (segments, control block, names) with anything while it is traced, or truncates
 * the files (posixtrace_guard()).  That may damage the events that it records.
 * The controller must not crash, its calls must not take long, and its memory and
 * log must not grow far beyond the size of the stream.
 *
 * usage: fuzz-scribble ROUNDS [SEED]
 *
 * The seed determines the actions; the results also depend on the timing of the
 * two processes.  A round that fails prints its number.
 */
#include "../hazard/hazard.h"

#include <dirent.h>
#include <sys/mman.h>

enum {
	MAPPINGS = 16,
	/* A call waits at most a second for a writer that seems stuck, three
	 * times at most. */
	CALL_MS = 8000 * HZ_SLOW,
	MEMORY_KB = 400000,
	LOG_MAX = 256 << 20,
};

struct mapping {
	unsigned char *at;
	size_t size;
};

static _Atomic uint32_t *ready;
static uint64_t round_number;

/* The traced process. */

static uint64_t any(uint64_t *state)
{
	return (uint64_t)hz_random(state) << 33 ^
	       (uint64_t)hz_random(state) << 11 ^ hz_random(state);
}

/* Map the segments of streams and the process's own files as they are now.
 * `cuts`: truncate some of them later. */
static void find_files(struct mapping *mappings, bool cuts, uint64_t *state)
{
	static const char digits[] = "0123456789";
	char path[64], own[32];
	struct dirent *entry;
	struct stat st;
	size_t n = 0;
	DIR *dir;

	hz_rundir(path, sizeof(path));
	snprintf(own, sizeof(own), "p%d-", (int)getpid());
	dir = opendir(path);
	while (dir && n < MAPPINGS && (entry = readdir(dir))) {
		const char *name = entry->d_name;
		int fd;

		if (strncmp(name, own, strlen(own)) != 0 &&
		    (name[0] != 's' || !strchr(digits, name[1])))
			continue;
		fd = openat(dirfd(dir), name, O_RDWR | O_CLOEXEC);
		if (fd < 0)
			continue;
		if (fstat(fd, &st) == 0)
			mappings[n].at = mmap(NULL, (size_t)st.st_size,
					      PROT_READ | PROT_WRITE,
					      MAP_SHARED, fd, 0);
		mappings[n].size = (size_t)st.st_size;
		if (cuts && hz_random(state) % 16 == 0)
			SYS(ftruncate(fd, (off_t)(any(state) %
						  (mappings[n].size + 1))));
		n += mappings[n].at != MAP_FAILED;
		close(fd);
	}
	if (dir)
		closedir(dir);
	for (; n < MAPPINGS; n++)
		mappings[n] = (struct mapping){ NULL, 0 };
}

static void forget_files(const struct mapping *mappings)
{
	for (size_t i = 0; i < MAPPINGS && mappings[i].at; i++)
		munmap(mappings[i].at, mappings[i].size);
}

/* Most important data is at the front. */
static size_t offset_in(uint64_t *state, size_t size)
{
	static const size_t limits[] = { 1024, 4096, 150000, 300000, 1 << 21 };
	size_t limit = limits[hz_random(state) % 5];

	return any(state) % (limit < size ? limit : size) & ~(size_t)7;
}

static uint64_t value(uint64_t *state, uint64_t old)
{
	switch (hz_random(state) % 6) {
	case 0:
		return any(state);
	case 1:
		return old + (uint64_t)(hz_random(state) % 5) - 2;
	case 2:
		return old ^ UINT64_C(1) << hz_random(state) % 64;
	case 3:
		return 0;
	case 4:
		return UINT64_MAX;
	default:
		/* Two counters, or a chunk and its lease. */
		return (any(state) % 5000) << 32 | any(state) % 5000;
	}
}

static void scribble_once(uint64_t *state, const struct mapping *m)
{
	size_t at = offset_in(state, m->size);
	volatile uint64_t *word = (void *)(m->at + at);
	uint64_t times = hz_random(state) % 64 ? 1 : 20000;

	/* Sometimes change one word all the time. */
	for (uint64_t i = 0; i < times; i++)
		*word = value(state, *word);
	if (hz_random(state) % 256 == 0)
		memset(m->at + at, (int)hz_random(state),
		       m->size - at < 4096 ? m->size - at : 4096);
}

static void *trace_along(void *arg)
{
	trace_event_id_t id = *(trace_event_id_t *)arg;
	unsigned char data[200] = {0};

	for (unsigned i = 0;; i++)
		posix_trace_event(id, data, i % sizeof(data));
	return NULL;
}

__attribute__((noreturn))
static void scribble(uint64_t seed)
{
	trace_event_id_t id = hz_type("scribble");
	struct mapping mappings[MAPPINGS];
	bool gently = seed % 2, cuts = seed / 2 % 3 == 0;
	uint64_t state = seed;

	*ready = 1;
	while (!posixtrace_is_traced())
		sched_yield();
	for (int i = 0; i < 2; i++)
		hz_thread(trace_along, &id);
	for (;;) {
		uint64_t end = hz_ns() + 5000000;
		size_t n = 0;

		find_files(mappings, cuts, &state);
		while (n < MAPPINGS && mappings[n].at)
			n++;
		while (n && hz_ns() < end) {
			scribble_once(&state,
				      &mappings[hz_random(&state) % n]);
			if (gently)
				hz_sleep_ms(1);
		}
		forget_files(mappings);
	}
}

/* The controller. */

static uint64_t began;

static void begin_call(void)
{
	began = hz_ns();
}

static void end_call(const char *what)
{
	uint64_t ms = (hz_ns() - began) / 1000000;

	CHECK(ms < CALL_MS, "round %llu: %s took %llu ms",
	      (unsigned long long)round_number, what, (unsigned long long)ms);
}

/* Any result is accepted; the call must return. */
#define CALL(call)							\
	do {								\
		begin_call();						\
		(void)(call);						\
		end_call(#call);					\
	} while (0)

static void read_some(trace_id_t trid)
{
	static struct hz_event e;

	for (int i = 0; i < 2000; i++) {
		CALL(posix_trace_trygetnext_event(trid, &e.info, &e.data,
						  sizeof(e.data), &e.len,
						  &e.unavailable));
		if (e.unavailable)
			break;
		CHECK(e.len <= sizeof(e.data), "too much data");
	}
}

static void wait_a_little(trace_id_t trid)
{
	static struct hz_event e;
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += 3000000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_nsec -= 1000000000;
		until.tv_sec++;
	}
	CALL(posix_trace_timedgetnext_event(trid, &e.info, &e.data,
					    sizeof(e.data), &e.len,
					    &e.unavailable, &until));
}

static void list_names(trace_id_t trid)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t id;
	int unavailable;

	CALL(posix_trace_eventtypelist_rewind(trid));
	for (int i = 0; i < 3000; i++) {
		OK(posix_trace_eventtypelist_getnext_id(trid, &id,
							&unavailable));
		if (unavailable)
			break;
		if (posix_trace_eventid_get_name(trid, id, name) == 0)
			CHECK(strnlen(name, sizeof(name)) < sizeof(name),
			      "a name without an end");
	}
}

static void do_something(trace_id_t trid, bool logged, uint64_t *state)
{
	struct posix_trace_status_info status;
	struct posixtrace_usage usage;
	trace_event_set_t set;
	trace_event_id_t id;
	trace_attr_t attr;
	char text[TRACE_NAME_MAX + 1];

	switch (hz_random(state) % 12) {
	case 0:
		CALL(posix_trace_stop(trid));
		break;
	case 1:
	case 2:
		CALL(posix_trace_start(trid));
		break;
	case 3:
		CALL(posix_trace_clear(trid));
		break;
	case 4:
		CALL(posix_trace_get_status(trid, &status));
		CALL(posixtrace_get_usage(trid, &usage));
		break;
	case 5:
		OK(posix_trace_get_attr(trid, &attr));
		OK(posix_trace_attr_getname(&attr, text));
		CHECK(strcmp(text, "scribble") == 0, "the name is %s", text);
		break;
	case 6:
		CALL(posix_trace_get_filter(trid, &set));
		OK(posix_trace_eventset_empty(&set));
		CALL(posix_trace_set_filter(trid, &set,
					    POSIX_TRACE_SET_EVENTSET));
		break;
	case 7:
		list_names(trid);
		CALL(posix_trace_trid_eventid_open(trid, "another", &id));
		break;
	case 8:
		if (logged)
			CALL(posix_trace_flush(trid));
		else
			wait_a_little(trid);
		break;
	default:
		if (logged)
			hz_sleep_ms(2);
		else
			read_some(trid);
	}
}

/* The log is read like any other file. */
static void read_log(int fd)
{
	static struct hz_event e;
	struct stat st;
	trace_id_t trid;
	uint64_t begin = hz_ns();

	SYS(fstat(fd, &st));
	CHECK(st.st_size < LOG_MAX, "the log has %lld bytes",
	      (long long)st.st_size);
	if (posix_trace_open(fd, &trid) != 0)
		return;
	/* A part of it, because a log may have millions of events. */
	for (int i = 0; i < 100000 && hz_get(trid, &e) &&
	     hz_ns() - begin < 200000000; i++)
		;
	OK(posix_trace_close(trid));
}

static void control(pid_t target, uint64_t *state)
{
	static const int policies[] = {
		POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL, POSIX_TRACE_FLUSH,
	};
	static const int log_policies[] = {
		POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL, POSIX_TRACE_APPEND,
	};
	struct hz_setup setup = {
		.policy = policies[hz_random(state) % 3],
		.size = (size_t)4096 << hz_random(state) % 10,
		.data_size = 100,
		.log_size = 1 << 20,
		.log_policy = log_policies[hz_random(state) % 3],
		.pid = target,
	};
	bool logged = setup.policy == POSIX_TRACE_FLUSH ||
		      hz_random(state) % 3 == 0;
	uint64_t end = hz_ns() + 60000000;
	trace_attr_t attr;
	trace_id_t trid;
	int fd = -1, err;

	hz_attr(&setup, &attr);
	OK(posix_trace_attr_setname(&attr, "scribble"));
	if (logged)
		fd = hz_file();
	begin_call();
	err = logged ? posix_trace_create_withlog(target, &attr, fd, &trid) :
	      posix_trace_create(target, &attr, &trid);
	end_call("create");
	OK(posix_trace_attr_destroy(&attr));
	/* A target whose files are damaged cannot be traced. */
	CHECK(err == 0 || err == ENOMEM, "create: %s", strerror(err));
	if (err) {
		if (logged)
			close(fd);
		return;
	}
	CALL(posix_trace_start(trid));
	while (hz_ns() < end)
		do_something(trid, logged, state);
	CALL(posix_trace_shutdown(trid));
	if (logged) {
		read_log(fd);
		close(fd);
	}
}

static void play(uint64_t seed)
{
	uint64_t state = seed * 2654435761u + round_number;
	pid_t target;

	*ready = 0;
	target = hz_fork();
	if (target == 0)
		scribble(state ^ 0x5555);
	while (!*ready)
		hz_sleep_ms(1);
	/* Several streams, for more memory to overwrite. */
	for (int i = 0; i < 2; i++)
		control(target, &state);
	hz_kill(target);
}

/* Resident memory, because a sanitizer uses much address space. */
static void check_memory(void)
{
	long kb = hz_status_kb("RssAnon");

	CHECK(kb < (long)MEMORY_KB * HZ_SLOW, "round %llu: %ld kB of memory",
	      (unsigned long long)round_number, kb);
}

int main(int argc, char **argv)
{
	uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 10;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	struct hz_census before;

	hz_make_shm_private();
	posixtrace_guard();
	ready = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	CHECK(ready != MAP_FAILED, "mmap");
	before = hz_census();
	for (round_number = 0; round_number < rounds; round_number++) {
		/* If a call does not end in time, the alarm ends the
		 * process. */
		alarm(60 * HZ_SLOW);
		play(seed);
		check_memory();
	}
	hz_check_census(before);
	printf("%llu rounds, memory was cut off %u times\n",
	       (unsigned long long)rounds, posixtrace_guard());
	return 0;
}
