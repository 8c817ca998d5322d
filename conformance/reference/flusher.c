/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The thread that flushes a stream with log, in its controller.  Only this
 * thread writes, with all signals blocked, also SIGXFSZ; a thread of the
 * application that traces must neither be cancelled in a write() nor wait for
 * one.
 */
#include "reference.h"

struct flusher {
	pthread_t thread;
	int fd;
	bool ending;			/* shutdown: complete the log */
	unsigned long asked;		/* protected by the lock of the segment */
	unsigned long served;		/* the following is protected by this lock */
	int error;			/* of the last flush */
	pthread_mutex_t lock;
	pthread_cond_t turn;
};

static struct flusher flushers[STREAMS];

static struct flusher *flusher_of(const struct stream *stream)
{
	return &flushers[stream - shared->stream];
}

/* Wait without being cancelled. */
void wait_for(sem_t *semaphore)
{
	int cancel;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	while (sem_wait(semaphore) == -1 && errno == EINTR)
		;
	pthread_setcancelstate(cancel, &cancel);
}

/* --- The thread --------------------------------------------------------------- */

/* Returns false at the end. */
static bool serve(struct stream *stream, struct flusher *flusher)
{
	unsigned long asked;
	sigset_t saved;
	bool ending;
	int error;

	segment_lock(&saved);
	asked = flusher->asked;
	ending = flusher->ending;
	error = ending ? log_complete(stream, flusher->fd) :
			log_flush(stream, flusher->fd);
	segment_unlock(&saved);
	pthread_mutex_lock(&flusher->lock);
	flusher->served = asked;
	flusher->error = error;
	pthread_cond_broadcast(&flusher->turn);
	pthread_mutex_unlock(&flusher->lock);
	return !ending;
}

static void *flush_always(void *arg)
{
	static const struct timespec moment = { 0, 20000000 };
	struct stream *stream = arg;
	struct flusher *flusher = flusher_of(stream);

	do {
		wait_for(&stream->work);
		/* Show that a flush is in progress. */
		if (choose.async)
			nanosleep(&moment, NULL);
	} while (serve(stream, flusher));
	return NULL;
}

/* --- What the controller does ---------------------------------------------------- */

/* If a flush has been requested but has not begun, use that one. */
void stream_want_flush(struct stream *stream)
{
	if (stream->status.posix_stream_flush_status == POSIX_TRACE_FLUSHING)
		return;
	stream->status.posix_stream_flush_status = POSIX_TRACE_FLUSHING;
	sem_post(&stream->work);
}

/* Called with the lock; a ticket for flusher_wait(). */
unsigned long flusher_ask(struct stream *stream)
{
	stream_want_flush(stream);
	return ++flusher_of(stream)->asked;
}

int flusher_wait(struct stream *stream, unsigned long ticket)
{
	struct flusher *flusher = flusher_of(stream);
	int cancel, error;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	pthread_mutex_lock(&flusher->lock);
	while (flusher->served < ticket)
		pthread_cond_wait(&flusher->turn, &flusher->lock);
	error = flusher->error;
	pthread_mutex_unlock(&flusher->lock);
	pthread_setcancelstate(cancel, &cancel);
	return error;
}

static int thread_start(struct stream *stream, struct flusher *flusher)
{
	sigset_t all, saved;
	int error;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &saved);
	error = pthread_create(&flusher->thread, NULL, flush_always, stream);
	pthread_sigmask(SIG_SETMASK, &saved, NULL);
	return error;
}

/* The first flush writes the head of the log, and shows whether the file is
 * writable. */
int flusher_start(struct stream *stream, int fd)
{
	struct flusher *flusher = flusher_of(stream);
	unsigned long ticket;
	sigset_t saved;
	int error;

	*flusher = (struct flusher){ .fd = fd };
	pthread_mutex_init(&flusher->lock, NULL);
	pthread_cond_init(&flusher->turn, NULL);
	if (thread_start(stream, flusher) != 0)
		return ENOMEM;
	segment_lock(&saved);
	ticket = flusher_ask(stream);
	segment_unlock(&saved);
	error = flusher_wait(stream, ticket);
	if (error != 0) {
		flusher_end(stream);
		return ENOSPC;
	}
	return 0;
}

/* The last flush, and the end of the log. */
int flusher_end(struct stream *stream)
{
	struct flusher *flusher = flusher_of(stream);
	sigset_t saved;
	int cancel;

	if (!stream->has_log)
		return 0;
	segment_lock(&saved);
	flusher->ending = true;
	sem_post(&stream->work);
	segment_unlock(&saved);
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	pthread_join(flusher->thread, NULL);
	pthread_setcancelstate(cancel, &cancel);
	return flusher->error;
}

/* The descriptor of the log, or -1. */
int flusher_log(const struct stream *stream)
{
	return stream->has_log ? flusher_of(stream)->fd : -1;
}

void flusher_forget_all(void)
{
	memset(flushers, 0, sizeof(flushers));
}
