/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CRC-32 checksums of files, computed by several threads.
 *
 *	checksum [-j THREADS] [-t LOG | --trace LOG] FILE-OR-DIRECTORY...
 *
 * Prints a line "CRC SIZE PATH" for each regular file, in the order found;
 * directories are walked.  The CRC is that of gzip, PNG and Ethernet.
 *
 * Trace events show what the program does:
 *
 *	checksum:queue_depth	number of waiting files, when it changes
 *	checksum:file_begin	path
 *	checksum:chunk_read	bytes
 *	checksum:file_end	path, with CRC and size in front
 *	checksum:idle_begin	a worker found nothing to do
 *	checksum:idle_end	nanoseconds that it waited
 *
 * They cost almost nothing while no stream records them.  Streams are created by
 * `posixtrace record`, by the controller in this directory, or with --trace by the
 * program itself.
 */
#define _XOPEN_SOURCE 700

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <getopt.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <trace.h>
#include <unistd.h>

enum {
	QUEUE_SIZE = 64,
	CHUNK_SIZE = 65536,
	MAX_THREADS = 256,
	OPEN_DIRECTORIES = 32,
};

static struct {
	trace_event_id_t queue_depth, file_begin, chunk_read, file_end;
	trace_event_id_t idle_begin, idle_end;
} event;

/* A file: created by the walk, filled in by one worker, printed at the end. */
struct job {
	struct job *next;
	uint64_t size;
	uint32_t crc;
	int error;
	char path[];
};

/*
 * The jobs between the walk and the workers.  `mutex` protects all members.
 * Workers wait for `more`: a job was added, or the walk is over.  The walk
 * waits for `room`.
 */
static struct {
	pthread_mutex_t mutex;
	pthread_cond_t more;
	pthread_cond_t room;
	struct job *jobs[QUEUE_SIZE];
	uint32_t first;
	uint32_t count;
	bool closed;
} queue = {
	.mutex = PTHREAD_MUTEX_INITIALIZER,
	.more = PTHREAD_COND_INITIALIZER,
	.room = PTHREAD_COND_INITIALIZER,
};

/* Every job in the order of the walk; only the main thread uses it. */
static struct job *all_jobs;
static struct job **last_job = &all_jobs;

static uint32_t crc_table[256];

static void fail(int error, const char *what)
{
	fprintf(stderr, "checksum: %s: %s\n", what, strerror(error));
	exit(EXIT_FAILURE);
}

static void check(int error, const char *what)
{
	if (error != 0)
		fail(error, what);
}

static void open_events(void)
{
	const struct {
		const char *name;
		trace_event_id_t *id;
	} types[] = {
		{ "checksum:queue_depth", &event.queue_depth },
		{ "checksum:file_begin", &event.file_begin },
		{ "checksum:chunk_read", &event.chunk_read },
		{ "checksum:file_end", &event.file_end },
		{ "checksum:idle_begin", &event.idle_begin },
		{ "checksum:idle_end", &event.idle_end },
	};

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		check(posix_trace_eventid_open(types[i].name, types[i].id),
		      types[i].name);
}

static void fill_crc_table(void)
{
	for (uint32_t byte = 0; byte < 256; byte++) {
		uint32_t crc = byte;

		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
		crc_table[byte] = crc;
	}
}

static uint32_t crc_add(uint32_t crc, const unsigned char *data, size_t len)
{
	while (len-- != 0)
		crc = crc >> 8 ^ crc_table[(crc ^ *data++) & 0xff];
	return crc;
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void queue_put(struct job *job)
{
	pthread_mutex_lock(&queue.mutex);
	while (queue.count == QUEUE_SIZE)
		pthread_cond_wait(&queue.room, &queue.mutex);
	queue.jobs[(queue.first + queue.count++) % QUEUE_SIZE] = job;
	posix_trace_event(event.queue_depth, &queue.count,
			  sizeof(queue.count));
	pthread_cond_signal(&queue.more);
	pthread_mutex_unlock(&queue.mutex);
}

/* Called with the queue locked: wait until there is a job, or there will be
 * none. */
static void wait_for_job(void)
{
	uint64_t begin, waited;

	if (queue.count != 0 || queue.closed)
		return;
	posix_trace_event(event.idle_begin, NULL, 0);
	begin = now_ns();
	while (queue.count == 0 && !queue.closed)
		pthread_cond_wait(&queue.more, &queue.mutex);
	waited = now_ns() - begin;
	posix_trace_event(event.idle_end, &waited, sizeof(waited));
}

/* The oldest job, or NULL if all jobs are done. */
static struct job *queue_take(void)
{
	struct job *job = NULL;

	pthread_mutex_lock(&queue.mutex);
	wait_for_job();
	if (queue.count != 0) {
		job = queue.jobs[queue.first];
		queue.first = (queue.first + 1) % QUEUE_SIZE;
		queue.count--;
		posix_trace_event(event.queue_depth, &queue.count,
				  sizeof(queue.count));
		pthread_cond_signal(&queue.room);
	}
	pthread_mutex_unlock(&queue.mutex);
	return job;
}

static void queue_close(void)
{
	pthread_mutex_lock(&queue.mutex);
	queue.closed = true;
	pthread_cond_broadcast(&queue.more);
	pthread_mutex_unlock(&queue.mutex);
}

/* Returns 0 or the error that ended the reading. */
static int checksum_fd(struct job *job, int fd, unsigned char *buffer)
{
	uint32_t crc = 0xffffffff;
	ssize_t got;

	while ((got = read(fd, buffer, CHUNK_SIZE)) != 0) {
		uint32_t size = (uint32_t)got;

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return errno;
		posix_trace_event(event.chunk_read, &size, sizeof(size));
		crc = crc_add(crc, buffer, (size_t)got);
		job->size += (uint64_t)got;
	}
	job->crc = ~crc;
	return 0;
}

static void checksum_file(struct job *job, unsigned char *buffer)
{
	char text[256];
	int fd, len;

	posix_trace_event(event.file_begin, job->path, strlen(job->path));
	fd = open(job->path, O_RDONLY | O_NOCTTY);
	if (fd < 0) {
		job->error = errno;
	} else {
		job->error = checksum_fd(job, fd, buffer);
		close(fd);
	}
	len = snprintf(text, sizeof(text), "%08x %llu %s",
		       (unsigned)job->crc, (unsigned long long)job->size,
		       job->path);
	if (len < 0)
		len = 0;
	if ((size_t)len >= sizeof(text))
		len = sizeof(text) - 1;
	posix_trace_event(event.file_end, text, (size_t)len);
}

static void *worker(void *arg)
{
	unsigned char *buffer = arg;
	struct job *job;

	while ((job = queue_take()) != NULL)
		checksum_file(job, buffer);
	return NULL;
}

static void add_job(const char *path, int error)
{
	size_t size = strlen(path) + 1;
	struct job *job = calloc(1, sizeof(*job) + size);

	if (job == NULL)
		fail(ENOMEM, path);
	memcpy(job->path, path, size);
	job->error = error;
	*last_job = job;
	last_job = &job->next;
	if (error == 0)
		queue_put(job);
}

static int visit(const char *path, const struct stat *status, int type,
		 struct FTW *ftw)
{
	if (type == FTW_DNR || type == FTW_NS)
		add_job(path, EACCES);
	else if (type == FTW_F && S_ISREG(status->st_mode))
		add_job(path, 0);
	else if (type == FTW_SL && ftw->level == 0)
		add_job(path, 0);	/* a link that is a command-line argument */
	return 0;
}

/* Print the results in order and free them; false if a file failed. */
static bool print_results(void)
{
	bool fine = true;
	struct job *job;

	while ((job = all_jobs) != NULL) {
		all_jobs = job->next;
		if (job->error == 0) {
			printf("%08x %llu %s\n", (unsigned)job->crc,
			       (unsigned long long)job->size, job->path);
		} else {
			fprintf(stderr, "checksum: %s: %s\n", job->path,
				strerror(job->error));
			fine = false;
		}
		free(job);
	}
	if (fflush(stdout) != 0)
		fail(errno, "standard output");
	return fine;
}

/* Trace this process into a log, as a controller would trace another one. */
static trace_id_t start_tracing(int log)
{
	trace_attr_t attr;
	trace_id_t trid;

	check(posix_trace_attr_init(&attr), "posix_trace_attr_init");
	check(posix_trace_attr_setname(&attr, "checksum"), "trace name");
	check(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND),
	      "log policy");
	check(posix_trace_create_withlog(0, &attr, log, &trid),
	      "posix_trace_create_withlog");
	check(posix_trace_attr_destroy(&attr), "posix_trace_attr_destroy");
	check(posix_trace_start(trid), "posix_trace_start");
	return trid;
}

static bool run(int n_threads, char *const paths[])
{
	static pthread_t threads[MAX_THREADS];
	static unsigned char *buffers[MAX_THREADS];

	for (int i = 0; i < n_threads; i++) {
		buffers[i] = malloc(CHUNK_SIZE);
		if (buffers[i] == NULL)
			fail(ENOMEM, "buffer");
		check(pthread_create(&threads[i], NULL, worker, buffers[i]),
		      "pthread_create");
	}
	for (; *paths != NULL; paths++)
		if (nftw(*paths, visit, OPEN_DIRECTORIES, FTW_PHYS) != 0)
			add_job(*paths, errno);
	queue_close();
	for (int i = 0; i < n_threads; i++) {
		check(pthread_join(threads[i], NULL), "pthread_join");
		free(buffers[i]);
	}
	return print_results();
}

int main(int argc, char *argv[])
{
	static const struct option options[] = {
		{ "threads", required_argument, NULL, 'j' },
		{ "trace", required_argument, NULL, 't' },
		{ NULL, 0, NULL, 0 },
	};
	const char *log_path = NULL;
	int n_threads = 4, log = -1, option;
	trace_id_t trid = 0;
	bool fine;

	while ((option = getopt_long(argc, argv, "j:t:", options,
				     NULL)) != -1) {
		if (option == 'j')
			n_threads = atoi(optarg);
		else if (option == 't')
			log_path = optarg;
		else
			return 2;
	}
	if (optind == argc || n_threads < 1 || n_threads > MAX_THREADS) {
		fprintf(stderr, "usage: checksum [-j THREADS] [--trace LOG] "
				"FILE-OR-DIRECTORY...\n");
		return 2;
	}
	fill_crc_table();
	open_events();
	if (log_path != NULL) {
		log = open(log_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
		if (log < 0)
			fail(errno, log_path);
		trid = start_tracing(log);
	}
	fine = run(n_threads, argv + optind);
	if (log_path != NULL) {
		check(posix_trace_shutdown(trid), "posix_trace_shutdown");
		if (close(log) != 0)
			fail(errno, log_path);
	}
	return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
