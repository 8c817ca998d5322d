/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The shared segment: its lock, the memory of streams, and the processes.
 *
 * All processes of one user with the same choices have one segment; the first
 * makes it.  No signal is delivered to a thread that holds the lock, so that a
 * handler may call posix_trace_event(), and the lock is robust, so that a
 * process may be killed at any moment.
 */
#include "reference.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>

struct segment *shared;

static unsigned int self;		/* the entry of this process */

/* What a child needs to know of its parent at the time of the fork. */
static struct {
	struct process process;
	struct map map;
	unsigned long serial[STREAMS];
} parent;

void segment_lock(sigset_t *saved)
{
	sigset_t all;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, saved);
	if (pthread_mutex_lock(&shared->lock) == EOWNERDEAD)
		pthread_mutex_consistent(&shared->lock);
}

void segment_unlock(const sigset_t *saved)
{
	pthread_mutex_unlock(&shared->lock);
	pthread_sigmask(SIG_SETMASK, saved, NULL);
}

/* --- Memory of streams
 * ----------------------------------------------------- */

static bool is_free(size_t begin, size_t size)
{
	if (size > MEMORY || begin > MEMORY - size)
		return false;
	for (int i = 0; i < STREAMS; i++) {
		const struct stream *other = &shared->stream[i];

		if (other->number != 0 && other->ring.room != 0 &&
				begin < other->ring.offset + other->ring.room &&
				other->ring.offset < begin + size)
			return false;
	}
	return true;
}

/* The first gap that is large enough; it begins at the end of a stream, or at
 * 0. */
bool memory_take(struct ring *ring, size_t size)
{
	size_t best = is_free(0, size) ? 0 : MEMORY;

	if (choose.fat && size > SCARCE)
		return false;

	for (int i = 0; i < STREAMS; i++) {
		const struct stream *other = &shared->stream[i];
		size_t end = other->ring.offset + other->ring.room;

		if (other->number != 0 && end < best && is_free(end, size))
			best = end;
	}
	if (best == MEMORY)
		return false;
	*ring = (struct ring){ .offset = best, .room = size };
	return true;
}

/* The stream of a trid, which is valid only in its controller (page
 * posix_trace_create); NULL if there is none. */
struct stream *stream_find(trace_id_t trid)
{
	for (int i = 0; shared != NULL && i < STREAMS; i++) {
		struct stream *stream = &shared->stream[i];

		if (stream->number == trid.__number && stream->number != 0 &&
				stream->controller == getpid() &&
				!stream->closing)
			return stream;
	}
	return NULL;
}

/* --- Processes ------------------------------------------------------------ */

struct process *process_self(void)
{
	struct process *process = &shared->process[self];

	return process->pid == getpid() ? process : NULL;
}

struct process *process_find(pid_t pid)
{
	for (int i = 0; i < PROCESSES; i++)
		if (shared->process[i].pid == pid)
			return &shared->process[i];
	return NULL;
}

/* An entry without names, or NULL.  Entries of processes that have ended are
 * free. */
struct process *process_new(pid_t pid)
{
	for (int i = 0; i < PROCESSES; i++) {
		struct process *process = &shared->process[i];

		if (process->pid != 0) {
			if (kill(process->pid, 0) == 0 || errno != ESRCH)
				continue;
			map_release(process->map);
		}
		*process = (struct process){ .pid = pid, .map = map_new() };
		return process;
	}
	return NULL;
}

/* --- A new program --------------------------------------------------------- */

/* The streams that a process is traced into like the other, since it is its
 * child: those that are to be inherited (XSH 2.11.1, inheritance). */
static bool inherit(struct process *child, const struct process *of,
		const unsigned long *serials)
{
	bool any = false;

	for (int i = 0; i < STREAMS; i++) {
		const struct stream *stream = &shared->stream[i];

		if ((of->streams >> i & 1) == 0 || stream->number == 0 ||
				(serials && stream->serial != serials[i]) ||
				stream->closing ||
				stream->attr.__inheritance !=
				POSIX_TRACE_INHERITED)
			continue;
		child->streams |= (uint64_t)1 << i;
		map_share(&child->map, stream->map);
		any = true;
	}
	return any;
}

/* The streams of a controller end when it calls exec; that may take its keepers
 * a moment. */
static void close_own_streams(void)
{
	for (int i = 0; i < STREAMS; i++) {
		struct stream *stream = &shared->stream[i];
		struct origin origin = caller(stream, NULL);

		if (stream->number != 0 && stream->controller == getpid())
			stream_close(stream, &origin);
	}
}

/*
 * A known process has called exec: streams continue to trace it, and its names
 * are gone (page exec), but the map keeps them for recorded events.  An unknown
 * process was made by posix_spawn(), a fork() without handlers.
 */
static void process_attach(void)
{
	struct process *process, *of;
	sigset_t saved;

	segment_lock(&saved);
	close_own_streams();
	process = process_find(getpid());
	if (process == NULL) {
		process = process_new(getpid());
		of = process_find(getppid());
		if (process != NULL && of != NULL)
			inherit(process, of, NULL);
	}
	if (process != NULL) {
		memset(&process->opened, 0, sizeof(process->opened));
		self = (unsigned int)(process - shared->process);
	}
	segment_unlock(&saved);
}

/* --- fork() ---------------------------------------------------------------- */

static void before_fork(void)
{
	const struct process *process;
	sigset_t saved;

	if (keeper_is_forking())
		return;
	local_lock();
	segment_lock(&saved);
	process = process_self();
	parent.process = process ? *process : (struct process){ 0 };
	parent.map = shared->map[parent.process.map];
	for (int i = 0; i < STREAMS; i++)
		parent.serial[i] = shared->stream[i].serial;
	segment_unlock(&saved);
}

static void after_fork_in_parent(void)
{
	if (!keeper_is_forking())
		local_unlock();
}

/* A child that inherits a stream has the names of its parent (page fork).
 * Otherwise the standard is silent: the child gets a copy of them, or none. */
static void after_fork_in_child(void)
{
	struct process *child;
	sigset_t saved;

	if (keeper_is_forking())
		return;
	keeper_forget_all();
	local_unlock();
	segment_lock(&saved);
	/* A controller may have opened names for it before. */
	child = process_find(getpid());
	if (child == NULL) {
		child = process_new(getpid());
		if (child != NULL && !choose.newmap) {
			map_copy(&shared->map[child->map], &parent.map);
			child->opened = parent.process.opened;
		}
	}
	if (child != NULL) {
		if (inherit(child, &parent.process, parent.serial))
			child->opened = parent.process.opened;
		self = (unsigned int)(child - shared->process);
	}
	segment_unlock(&saved);
}

/* --- Making the segment ---------------------------------------------------- */

static void lock_init(pthread_mutex_t *lock)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(lock, &attr);
	pthread_mutexattr_destroy(&attr);
}

/* Map the segment.  The first process initialises it, under a file lock. */
static struct segment *segment_map(const char *name)
{
	struct flock alone = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	int fd = shm_open(name, O_RDWR | O_CREAT, S_IRUSR | S_IWUSR);
	struct segment *segment;
	struct stat file;

	if (fd == -1)
		return NULL;
	fcntl(fd, F_SETLKW, &alone);
	if (fstat(fd, &file) == -1 || (file.st_size == 0 &&
			ftruncate(fd, sizeof(*segment)) == -1)) {
		close(fd);
		return NULL;
	}
	segment = mmap(NULL, sizeof(*segment), PROT_READ | PROT_WRITE,
			MAP_SHARED, fd, 0);
	if (segment != MAP_FAILED && file.st_size == 0)
		lock_init(&segment->lock);
	close(fd);
	return segment == MAP_FAILED ? NULL : segment;
}

/* Before main(), since the first call may come from a signal handler. */
__attribute__((constructor)) static void segment_attach(void)
{
	const char *of_user = getenv("REFTRACE_SEGMENT");
	char name[256];

	snprintf(name, sizeof(name), "/reftrace-%ld-%zx-%s-%s", (long)getuid(),
			sizeof(struct segment), choices_read(),
			of_user ? of_user : "");
	shared = segment_map(name);
	if (shared == NULL)
		return;
	process_attach();
	pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}
