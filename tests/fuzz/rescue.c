/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The log of a dead controller and the segment that the log names, with random
 * bytes overwritten: the log can be opened, read to the end and recovered, or is
 * refused.  After a recovery the log is complete, and the segment is removed.
 *
 * usage: fuzz-rescue ITERATIONS [SEED [FIRST]]
 */
#include "../hazard/hazard.h"

#include <sys/mman.h>

#include "log/check.h"
#include "log/reader.h"
#include "model/logform.h"
#include "seal.h"

enum { KINDS = 6, EVENTS_MOST = 2000000 };

static const struct hz_setup kinds[KINDS] = {
	{ .size = 65536, .log_policy = POSIX_TRACE_APPEND },
	{ .size = 4096, .log_policy = POSIX_TRACE_APPEND, .data_size = 60,
	  .policy = POSIX_TRACE_LOOP },
	{ .size = 16384, .log_policy = POSIX_TRACE_LOOP, .log_size = 20000 },
	{ .size = 16384, .log_policy = POSIX_TRACE_UNTIL_FULL,
	  .log_size = 65536, .policy = POSIX_TRACE_UNTIL_FULL },
	{ .size = 65536, .log_policy = POSIX_TRACE_APPEND, .compression = 1 },
	{ .size = 16384, .log_policy = POSIX_TRACE_LOOP, .log_size = 16384,
	  .compression = 1 },
};

struct file {
	unsigned char *bytes;
	size_t size;
	char path[200];		/* of the segment and its names */
};

/* What one controller has left. */
struct remains {
	struct file log, segment, names;
};

static uint64_t iteration;
static unsigned long long n_opened, n_events, n_recovered;

static struct file content_of(int fd)
{
	struct file file = {0};
	struct stat st;

	SYS(fstat(fd, &st));
	file.size = (size_t)st.st_size;
	file.bytes = malloc(file.size);
	CHECK(file.bytes && pread(fd, file.bytes, file.size, 0) ==
	      (ssize_t)file.size, "reading");
	return file;
}

static struct file content_at(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct file file;

	SYS(fd);
	file = content_of(fd);
	close(fd);
	snprintf(file.path, sizeof(file.path), "%s", path);
	return file;
}

static void *trace_some(void *arg)
{
	unsigned char data[64] = {0};

	for (unsigned i = 0; i < 300; i++)
		posix_trace_event(*(trace_event_id_t *)arg, data, i % 64);
	return NULL;
}

/* Record, write some events to the log, record more, and die. */
__attribute__((noreturn))
static void control(const struct hz_setup *kind, int fd)
{
	struct hz_setup setup = *kind;
	trace_event_id_t type = hz_type("left over");
	trace_id_t trid;

	setup.fd = fd;
	trid = hz_create(&setup);
	pthread_join(hz_thread(trace_some, &type), NULL);
	posix_trace_flush(trid);
	pthread_join(hz_thread(trace_some, &type), NULL);
	trace_some(&type);
	posix_trace_event(hz_type("new"), "x", 1);
	kill(getpid(), SIGKILL);
	_exit(1);
}

static struct remains leave(const struct hz_setup *kind)
{
	struct posixtrace_leftover left;
	struct remains remains;
	char names[192 + 8];
	int fd = hz_file();
	pid_t pid = hz_fork();

	if (pid == 0)
		control(kind, fd);
	CHECK(waitpid(pid, NULL, 0) == pid, "waitpid");
	CHECK(posixtrace_leftovers(&left, 1) == 1, "nothing is left");
	remains.log = content_of(fd);
	remains.segment = content_at(left.segment);
	snprintf(names, sizeof(names), "%s.names", left.segment);
	remains.names = content_at(names);
	SYS(unlink(left.segment));
	SYS(unlink(names));
	close(fd);
	return remains;
}

/* Mutations. */

static uint64_t any(uint64_t *state)
{
	return (uint64_t)hz_random(state) << 33 ^
	       (uint64_t)hz_random(state) << 11 ^ hz_random(state);
}

static uint64_t value(uint64_t *state, uint64_t old)
{
	switch (hz_random(state) % 8) {
	case 0:
		return any(state);
	case 1:
		return old + (uint64_t)(hz_random(state) % 5) - 2;
	case 2:
	case 3:
		return old ^ UINT64_C(1) << hz_random(state) % 64;
	case 4:
		return 0;
	case 5:
		return UINT64_MAX;
	case 6:
		return (any(state) % 5000) << 32 | any(state) % 5000;
	default:
		return (old & ~UINT64_C(0xffffffff)) | hz_random(state) % 64;
	}
}

/* Rather a byte that is not zero. */
static size_t place_in(uint64_t *state, const struct file *file)
{
	size_t at = any(state) % file->size & ~(size_t)7;

	for (unsigned i = 0; i < 4096 && at + 8 < file->size; i++, at += 8) {
		uint64_t word;

		memcpy(&word, file->bytes + at, 8);
		if (word)
			break;
	}
	return at;
}

static void mutate(uint64_t *state, struct file *file)
{
	size_t at = place_in(state, file), from, n;
	uint64_t word;

	if (file->size - at < 8)
		return;
	switch (hz_random(state) % 32) {
	case 0:
		from = place_in(state, file);
		n = any(state) % 512;
		n = n < file->size - at ? n : file->size - at;
		n = n < file->size - from ? n : file->size - from;
		memmove(file->bytes + at, file->bytes + from, n);
		break;
	case 1:
		n = any(state) % 4096;
		memset(file->bytes + at, (int)hz_random(state),
		       n < file->size - at ? n : file->size - at);
		break;
	default:
		memcpy(&word, file->bytes + at, 8);
		word = value(state, word);
		memcpy(file->bytes + at, &word, 8);
	}
}

static void copy(struct file *to, const struct file *from)
{
	to->bytes = realloc(to->bytes, from->size);
	CHECK(to->bytes, "realloc");
	memcpy(to->bytes, from->bytes, from->size);
	to->size = from->size;
	memcpy(to->path, from->path, sizeof(to->path));
}

static void put(const struct file *file, int fd)
{
	SYS(fd);
	CHECK(pwrite(fd, file->bytes, file->size, 0) == (ssize_t)file->size,
	      "pwrite: %s", strerror(errno));
	SYS(ftruncate(fd, (off_t)file->size));
}

static void put_at(const struct file *file)
{
	int fd = open(file->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	put(file, fd);
	close(fd);
}

/* What is tested. */

static unsigned read_all(trace_id_t trid)
{
	static struct hz_event e;
	char name[TRACE_EVENT_NAME_MAX + 1];
	unsigned n = 0;

	while (hz_get(trid, &e)) {
		CHECK(e.len <= sizeof(e.data), "too much data");
		if (posix_trace_eventid_get_name(trid, e.info.posix_event_id,
						 name) == 0)
			CHECK(strnlen(name, sizeof(name)) < sizeof(name),
			      "a name without an end");
		CHECK(n++ < EVENTS_MOST, "it does not end");
	}
	return n;
}

static void read_log(int fd)
{
	struct posix_trace_status_info status;
	struct posixtrace_usage usage;
	trace_id_t trid;
	unsigned n;

	if (posix_trace_open(fd, &trid) != 0)
		return;
	n_opened++;
	OK(posix_trace_get_status(trid, &status));
	OK(posixtrace_get_usage(trid, &usage));
	n = read_all(trid);
	n_events += n;
	OK(posix_trace_rewind(trid));
	CHECK(read_all(trid) == n, "another number of events");
	OK(posix_trace_close(trid));
}

struct finding {
	uint64_t n_faults;
	char text[200];
};

static void found(void *context, uint64_t offset, bool is_fault,
		  const char *text)
{
	struct finding *finding = context;

	/* Missing names of types are no fault, since the names may have been
	 * overwritten. */
	if (!is_fault || strstr(text, "has no name"))
		return;
	finding->n_faults++;
	snprintf(finding->text, sizeof(finding->text), "offset %llu: %s",
		 (unsigned long long)offset, text);
}

/*
 * Does the log say that it may not need the memory, since its stream has gone on
 * with another one?  Unchanged logs do not.
 */
static bool may_need_no_memory(int fd)
{
	const struct pxt_log_status *status;
	struct pxt_log_reader *reader;
	bool may;

	if (pxt_log_open(fd, &reader) != 0)
		return false;
	status = pxt_log_get_status(reader);
	may = pxt_log_get_head(reader)->number != 0 ||
	      (status && status->complete == PXT_LOG_HANDED_OVER);
	pxt_log_close(reader);
	return may;
}

/* `whole`: only the segment has been changed. */
static void recover(int fd, const struct file *segment, bool whole)
{
	struct posixtrace_recovery done;
	struct finding finding = {0};
	struct pxt_finder finder = { .found = found, .context = &finding };
	bool may_keep = may_need_no_memory(fd);

	CHECK(!whole || !may_keep, "an unchanged log needs no memory");
	if (posixtrace_recover(fd, &done) != 0 || done.was_complete)
		return;
	n_recovered++;
	CHECK(may_keep || access(segment->path, F_OK) != 0,
	      "the memory is kept");
	OK(posixtrace_recover(fd, &done));
	CHECK(done.was_complete, "it is not complete");
	OK(pxt_log_check(fd, &finder));
	CHECK(!whole || finding.n_faults == 0, "%s", finding.text);
	read_log(fd);
}

static void try(const struct remains *remains, struct remains *work,
		uint64_t state)
{
	/* 1: the segment, 2: its names, 4: the log. */
	unsigned what = 1 + hz_random(&state) % 7;
	struct posixtrace_leftover list[4];
	int fd = memfd_create("fuzz-rescue", MFD_CLOEXEC);

	copy(&work->segment, &remains->segment);
	copy(&work->names, &remains->names);
	copy(&work->log, &remains->log);
	for (unsigned i = hz_random(&state) % 8; what & 1 && i > 0; i--)
		mutate(&state, &work->segment);
	if (hz_random(&state) % 16 == 0)
		work->segment.size = any(&state) % work->segment.size;
	for (unsigned i = hz_random(&state) % 8; what & 2 && i > 0; i--)
		mutate(&state, &work->names);
	for (unsigned i = hz_random(&state) % 8; what & 4 && i > 0; i--)
		mutate(&state, &work->log);
	if (what & 4)
		seal_log(work->log.bytes, work->log.size);
	put(&work->log, fd);
	put_at(&work->segment);
	put_at(&work->names);
	posixtrace_leftovers(list, 4);
	read_log(fd);
	recover(fd, &work->segment, !(what & 4));
	unlink(work->segment.path);
	unlink(work->names.path);
	close(fd);
}

static void forget(const struct remains *remains)
{
	free(remains->log.bytes);
	free(remains->segment.bytes);
	free(remains->names.bytes);
}

int main(int argc, char **argv)
{
	uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 100;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	uint64_t first = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
	struct remains remains[KINDS], work = {0};
	struct hz_census before;

	hz_make_shm_private();
	if (posixtrace_leftovers(NULL, 0) != 0)
		SKIP("there are leftovers of others");
	for (unsigned i = 0; i < KINDS; i++)
		remains[i] = leave(&kinds[i]);
	before = hz_census();
	for (iteration = first; iteration < first + n; iteration++) {
		alarm(60 * HZ_SLOW);
		if (getenv("PXT_VERBOSE"))
			fprintf(stderr, "%llu\n",
				(unsigned long long)iteration);
		try(&remains[iteration % KINDS], &work,
		    seed << 32 ^ iteration * 2654435761u);
	}
	hz_check_census(before);
	for (unsigned i = 0; i < KINDS; i++)
		forget(&remains[i]);
	forget(&work);
	printf("%llu inputs, %llu opened, %llu events, %llu recovered\n",
	       (unsigned long long)n, n_opened, n_events, n_recovered);
	return 0;
}
