/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Log files are hostile input: mutated logs of every kind are opened and read
 * to the end, twice, by the public API.  No call may crash, hang, or use much
 * more memory than the file has; a sanitizer reports other errors.
 *
 * A mutation nearly always breaks a checksum, so that most code would never see
 * it.  Therefore each input is tried as it is and with all checksums corrected,
 * as an attacker would do.
 *
 * usage: fuzz-logfile ITERATIONS [SEED [FIRST]]    reproducible mutations
 *        fuzz-logfile FILE...                      these inputs
 *
 * LLVMFuzzerTestOneInput() is for libFuzzer, to be compiled with -DPXT_NO_MAIN.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <posixtrace.h>

#include "model/logform.h"
#include "seal.h"
#include "twin.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* How far the inputs got, to check the coverage of the test. */
static unsigned long long tried, opened, read_events;

__attribute__((noreturn))
static void fail(const char *what)
{
	fprintf(stderr, "fuzz-logfile: %s\n", what);
	abort();
}

/* A file in memory with these bytes. */
static int file_of(const void *data, size_t size)
{
	int fd = memfd_create("fuzz-logfile", MFD_CLOEXEC);

	if (fd < 0)
		fail("memfd_create");
	while (size) {
		ssize_t n = write(fd, data, size);

		if (n <= 0)
			fail("write");
		data = (const char *)data + n;
		size -= (size_t)n;
	}
	return fd;
}

/* Read to the end; returns the number of events.  There are at least 16 bytes
 * of file for each. */
static size_t read_all(trace_id_t trid, size_t most)
{
	static unsigned char data[65536];
	struct posix_trace_event_info info;
	char name[TRACE_EVENT_NAME_MAX + 1];
	int unavailable;
	size_t n = 0, len;

	for (;;) {
		int err = posix_trace_getnext_event(trid, &info, data,
						    sizeof(data), &len,
						    &unavailable);

		if (err)
			fail("getnext_event fails");
		if (unavailable)
			return n;
		if (len > sizeof(data))
			fail("more data than asked for");
		if (info.posix_timestamp.tv_nsec < 0 ||
		    info.posix_timestamp.tv_nsec > 999999999)
			fail("no time stamp");
		if (posix_trace_eventid_get_name(trid, info.posix_event_id,
						 name) == 0 &&
		    strnlen(name, sizeof(name)) == sizeof(name))
			fail("a name without an end");
		if (++n > most)
			fail("more events than the file has room for");
	}
}

static void ask_everything(trace_id_t trid)
{
	struct posix_trace_status_info status;
	struct posixtrace_usage usage;
	struct posixtrace_loss loss;
	char text[TRACE_NAME_MAX + 1];
	trace_event_id_t id;
	int unavailable, n = 0;
	trace_attr_t attr;
	size_t size;

	if (posix_trace_get_status(trid, &status) != 0 ||
	    posix_trace_get_attr(trid, &attr) != 0 ||
	    posixtrace_get_usage(trid, &usage) != 0 ||
	    posix_trace_attr_getname(&attr, text) != 0 ||
	    posix_trace_attr_getgenversion(&attr, text) != 0 ||
	    posix_trace_attr_getmaxusereventsize(&attr, 100, &size) != 0 ||
	    posix_trace_attr_getmaxsystemeventsize(&attr, &size) != 0)
		fail("what the log says of itself cannot be had");
	posixtrace_get_loss(trid, &loss);
	posix_trace_attr_destroy(&attr);
	if (posix_trace_eventtypelist_rewind(trid) != 0)
		fail("the type list does not rewind");
	do
		if (posix_trace_eventtypelist_getnext_id(trid, &id,
							 &unavailable) != 0)
			fail("the type list breaks off");
	while (!unavailable && n++ < 10000);
	if (!unavailable)
		fail("the type list does not end");
}

static void try_bytes(const void *data, size_t size)
{
	/* OVERFLOW and RESUME are added to the events of the file. */
	size_t most = size / 16 * 3 + 8, n;
	int fd = file_of(data, size);
	trace_id_t trid;

	tried++;
	if (posix_trace_open(fd, &trid) == 0) {
		opened++;
		ask_everything(trid);
		n = read_all(trid, most);
		read_events += n;
		ask_everything(trid);
		if (posix_trace_rewind(trid) != 0)
			fail("rewind fails");
		if (read_all(trid, most) != n)
			fail("another number of events after rewind");
		if (posix_trace_close(trid) != 0)
			fail("close fails");
	}
	close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned char *copy = malloc(size + 8);

	if (!copy)
		fail("malloc");
	try_bytes(data, size);
	memcpy(copy, data, size);
	seal_log(copy, size);
	try_bytes(copy, size);
	free(copy);
	return 0;
}

#ifndef PXT_NO_MAIN

/* A reproducible sequence of random numbers. */
static uint64_t next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static size_t below(uint64_t *state, size_t n)
{
	return n ? next(state) % n : 0;
}

/* The logs that are mutated. */

struct bytes {
	unsigned char *data;
	size_t size;
};

struct kind {
	int log_policy, stream_policy;
	size_t stream_size, log_size, data_size;
	unsigned events;		/* by each of two threads */
	bool clear;			/* in the middle */
	bool complete;
};

static const struct kind kinds[] = {
	{ POSIX_TRACE_APPEND, 0, 1 << 16, 0, 256, 200, false, true },
	{ POSIX_TRACE_APPEND, POSIX_TRACE_UNTIL_FULL, 4096, 0, 64, 400, true,
	  true },
	{ POSIX_TRACE_APPEND, POSIX_TRACE_LOOP, 4096, 0, 64, 2000, false,
	  true },
	{ POSIX_TRACE_LOOP, 0, 8192, 20000, 100, 1500, false, true },
	{ POSIX_TRACE_LOOP, 0, 8192, 20000, 100, 1500, true, false },
	{ POSIX_TRACE_UNTIL_FULL, 0, 8192, 16384, 300, 800, false, true },
	{ POSIX_TRACE_APPEND, 0, 1 << 16, 0, 5000, 30, false, false },
	{ POSIX_TRACE_APPEND, 0, 4096, 0, 0, 0, false, true },
};

enum { N_KINDS = sizeof(kinds) / sizeof(*kinds) };

static unsigned events;			/* of one thread */
static size_t data_size;
static trace_event_id_t types[4];

static void *trace_some(void *arg)
{
	unsigned char data[8192];

	memset(data, 'd', sizeof(data));
	for (unsigned i = 0; i < events; i++)
		posix_trace_event(types[i % 4], data,
				  i % 7 * (data_size + 20) / 7);
	return arg;
}

static void trace_in_two_threads(void)
{
	pthread_t other;

	if (pthread_create(&other, NULL, trace_some, NULL) != 0)
		fail("pthread_create");
	trace_some(NULL);
	pthread_join(other, NULL);
}

static struct bytes content_of(int fd)
{
	struct bytes b;
	struct stat st;

	if (fstat(fd, &st) != 0)
		fail("fstat");
	b.size = (size_t)st.st_size;
	b.data = malloc(b.size);
	if (!b.data || pread(fd, b.data, b.size, 0) != (ssize_t)b.size)
		fail("pread");
	return b;
}

static struct bytes make_log(const struct kind *kind)
{
	int fd = memfd_create("fuzz-logfile", MFD_CLOEXEC);
	trace_event_set_t some;
	struct bytes log = {0};
	trace_attr_t attr;
	trace_id_t trid;

	events = kind->events;
	data_size = kind->data_size;
	if (fd < 0 || posix_trace_attr_init(&attr) != 0 ||
	    posix_trace_attr_setlogfullpolicy(&attr, kind->log_policy) != 0 ||
	    (kind->stream_policy &&
	     posix_trace_attr_setstreamfullpolicy(&attr,
						  kind->stream_policy) != 0))
		fail("attributes");
	posix_trace_attr_setname(&attr, "fuzz");
	posix_trace_attr_setstreamsize(&attr, kind->stream_size);
	posix_trace_attr_setlogsize(&attr, kind->log_size);
	posix_trace_attr_setmaxdatasize(&attr, kind->data_size);
	if (posix_trace_create_withlog(0, &attr, fd, &trid) != 0 ||
	    posix_trace_start(trid) != 0)
		fail("create_withlog");
	trace_in_two_threads();
	posix_trace_flush(trid);
	if (kind->clear)
		posix_trace_clear(trid);
	posix_trace_eventset_empty(&some);
	posix_trace_eventset_add(types[3], &some);
	posix_trace_set_filter(trid, &some, POSIX_TRACE_SET_EVENTSET);
	trace_in_two_threads();
	posix_trace_flush(trid);
	if (!kind->complete)
		log = content_of(fd);
	if (posix_trace_shutdown(trid) != 0)
		fail("shutdown");
	if (kind->complete)
		log = content_of(fd);
	close(fd);
	return log;
}

/* The same logs in the other byte order. */
static struct bytes twin_of(const struct bytes *log)
{
	struct bytes twin = { .size = log->size };

	twin.data = twin_make(log->data, &twin.size);
	if (!twin.data)
		fail("a log has no twin");
	return twin;
}

/* A number at some limit. */
static uint64_t border(uint64_t *state)
{
	static const uint64_t borders[] = {
		0, 1, 7, 8, 15, 16, 127, 128, 255, 4096, 65535, 65536,
		INT32_MAX, UINT32_MAX, UINT64_C(1) << 32,
		(UINT64_C(1) << 47) - 1, UINT64_C(1) << 47,
		(UINT64_C(1) << 48) - 1, INT64_MAX, UINT64_C(1) << 63,
		UINT64_MAX - 7, UINT64_MAX,
	};

	return borders[below(state, sizeof(borders) / sizeof(*borders))] +
	       below(state, 3) - 1;
}

/* A place in the log, more often one with important data. */
static size_t somewhere(uint64_t *state, const struct bytes *log)
{
	size_t at;

	switch (below(state, 8)) {
	case 0:
		at = PXT_LOG_HEAD + below(state, sizeof(struct pxt_log_head));
		break;
	case 1:
		at = PXT_LOG_STATUS + below(state, 2) * PXT_LOG_STATUS_SLOT +
		     below(state, sizeof(struct pxt_log_status));
		break;
	case 2:
		at = PXT_LOG_NAMES + below(state, 80) *
		     sizeof(struct pxt_log_name) + below(state, 72);
		break;
	case 3:
		at = below(state, log->size);
		break;
	default:
		at = PXT_LOG_BLOCKS +
		     below(state, log->size > PXT_LOG_BLOCKS ?
			   log->size - PXT_LOG_BLOCKS : 1);
		/* A place near the header of a block. */
		if (below(state, 2))
			for (size_t to = at & ~(size_t)7;
			     to + 4 < log->size && to < at + 32768; to += 8)
				if (memcmp(log->data + to, "CHNK", 4) == 0 ||
				    memcmp(log->data + to, "KNHC", 4) == 0) {
					at = to + below(state, 160);
					break;
				}
	}
	return at < log->size ? at : below(state, log->size);
}

static void mutate(uint64_t *state, struct bytes *log)
{
	size_t at = somewhere(state, log), left = log->size - at, from, n;
	uint64_t value = border(state);

	if (below(state, 2))
		value = __builtin_bswap64(value);

	switch (below(state, 9)) {
	case 0:
		log->data[at] ^= (unsigned char)(1u << below(state, 8));
		break;
	case 1:
		log->data[at] = (unsigned char)next(state);
		break;
	case 2:
		at &= ~(size_t)3;
		if (log->size - at >= 4)
			memcpy(log->data + at, &value, 4);
		break;
	case 3:
	case 4:
		at &= ~(size_t)7;
		if (log->size - at >= 8)
			memcpy(log->data + at, &value, 8);
		break;
	case 5:
		/* Copy a part of the file over another part. */
		from = somewhere(state, log);
		n = below(state, 512);
		if (n > left)
			n = left;
		if (n > log->size - from)
			n = log->size - from;
		memmove(log->data + at, log->data + from, n);
		break;
	case 6:
		memset(log->data + at, below(state, 2) ? 0 : 0xff,
		       below(state, left < 300 ? left : 300));
		break;
	case 7:
		for (n = below(state, 64); n-- && at < log->size; at++)
			log->data[at] = (unsigned char)next(state);
		break;
	default:
		if (below(state, 8) == 0)
			log->size = at;
	}
}

static uint64_t iteration;

/* The sanitizers call it after they have reported an error. */
void __sanitizer_set_death_callback(void (*callback)(void))
	__attribute__((weak));

static void tell_iteration(void)
{
	fprintf(stderr, "fuzz-logfile: at iteration %llu\n",
		(unsigned long long)iteration);
}

static void try_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct bytes b;

	if (fd < 0)
		fail(path);
	b = content_of(fd);
	close(fd);
	LLVMFuzzerTestOneInput(b.data, b.size);
	free(b.data);
}

/* An excessive allocation is an error, so it must not swap. */
static void limit_memory(void)
{
	const struct rlimit limit = { 1ul << 30, 1ul << 30 };

	/* A sanitizer uses terabytes of address space. */
	if (!__sanitizer_set_death_callback)
		setrlimit(RLIMIT_AS, &limit);
}

int main(int argc, char **argv)
{
	struct bytes logs[2 * N_KINDS], work;
	uint64_t n, seed, first;
	size_t most = 0;
	char *end;

	n = argc > 1 ? strtoull(argv[1], &end, 10) : 1000;
	if (argc > 1 && *end) {
		for (int i = 1; i < argc; i++)
			try_file(argv[i]);
		return 0;
	}
	seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	first = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
	if (__sanitizer_set_death_callback)
		__sanitizer_set_death_callback(tell_iteration);
	for (int i = 0; i < 4; i++) {
		char name[] = "type 0";

		name[5] = (char)('0' + i);
		if (posix_trace_eventid_open(name, &types[i]) != 0)
			fail("eventid_open");
	}
	for (int i = 0; i < N_KINDS; i++) {
		logs[i] = make_log(&kinds[i]);
		logs[N_KINDS + i] = twin_of(&logs[i]);
		if (logs[i].size > most)
			most = logs[i].size;
		LLVMFuzzerTestOneInput(logs[i].data, logs[i].size);
		LLVMFuzzerTestOneInput(logs[N_KINDS + i].data,
				       logs[N_KINDS + i].size);
	}
	limit_memory();
	work.data = malloc(most);
	if (!work.data)
		fail("malloc");
	for (iteration = first; iteration < first + n; iteration++) {
		uint64_t state = seed << 32 ^ iteration;
		const struct bytes *log = &logs[below(&state, 2 * N_KINDS)];

		work.size = log->size;
		memcpy(work.data, log->data, log->size);
		for (size_t i = below(&state, 8) + 1; i > 0; i--)
			mutate(&state, &work);
		LLVMFuzzerTestOneInput(work.data, work.size);
	}
	free(work.data);
	for (int i = 0; i < 2 * N_KINDS; i++)
		free(logs[i].data);
	printf("%llu logs, %llu opened, %llu events\n", tried, opened,
	       read_events);
	return 0;
}

#endif
