/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Stream ids; see table.h. */
#include "stream/table.h"

#include <errno.h>
#include <stdatomic.h>

#include "base/alone.h"
#include "base/futex.h"
#include "base/helgrind.h"
#include "base/mutex.h"
#include "process/self.h"
#include "stream/worker.h"

enum { ENTRIES = 1024 };

/*
 * Whoever uses a stream is counted before he looks whether the id is still
 * its, and whoever removes one takes the id away before he looks whether
 * anybody is counted; both in one order for all, so one of them sees the
 * other.  The rest is under the lock.
 */
static struct entry {
	_Atomic trace_id_t trid;	/* 0: nobody finds the stream */
	_Atomic unsigned users;
	struct pxt_stream *stream;
} entries[ENTRIES];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t unused = PTHREAD_COND_INITIALIZER;
static trace_id_t last_trid;
static bool orphans;			/* entries of a parent are still there */

void pxt_table_prepare(void)
{
	pxt_mutex_init(&lock);
	pxt_helgrind_ignore_object(entries);
	pxt_worker_prepare();
}

/* Drop what was the parent's.  Under the lock. */
static void free_orphans(void)
{
	for (unsigned i = 0; orphans && i < ENTRIES; i++)
		if (entries[i].stream && entries[i].trid == 0) {
			pxt_stream_abandon(entries[i].stream);
			entries[i].stream = NULL;
		}
	orphans = false;
}

int pxt_table_add(struct pxt_stream *stream, trace_id_t *trid)
{
	int err = ENOMEM;

	/* A forked child forgets its parent's first. */
	pxt_self_enter();
	pthread_mutex_lock(&lock);
	free_orphans();
	for (unsigned i = 0; i < ENTRIES; i++)
		if (!entries[i].stream) {
			/* From 1 on, and never one that was there before. */
			last_trid++;
			*trid = last_trid * ENTRIES + i;
			entries[i].stream = stream;
			stream->place = i;
			atomic_store(&entries[i].trid, *trid);
			err = 0;
			break;
		}
	pthread_mutex_unlock(&lock);
	return err;
}

/* One user more, or less; returns how many there were. */
static unsigned count(struct entry *entry, int by)
{
	unsigned users;

	if (!pxt_is_alone())
		return atomic_fetch_add(&entry->users, (unsigned)by);
	/* There is nobody to see the other's word late. */
	users = pxt_load_relaxed(&entry->users);
	pxt_store_relaxed(&entry->users, users + (unsigned)by);
	return users;
}

/* One user less; if it may be the last that somebody waits for, tell him. */
static void leave(struct entry *entry)
{
	if (count(entry, -1) != 1 || atomic_load(&entry->trid) != 0)
		return;
	pthread_mutex_lock(&lock);
	pthread_cond_broadcast(&unused);
	pthread_mutex_unlock(&lock);
}

struct pxt_stream *pxt_table_get(trace_id_t trid)
{
	struct entry *entry = &entries[trid % ENTRIES];

	pxt_self_enter();
	if (trid == 0)
		return NULL;
	count(entry, 1);
	if (atomic_load(&entry->trid) == trid)
		return entry->stream;
	leave(entry);
	return NULL;
}

void pxt_table_put(struct pxt_stream *stream)
{
	leave(&entries[stream->place]);
}

/* Whoever waits for an event of this stream gives up. */
static void close_for_readers(struct pxt_stream *stream)
{
	pthread_mutex_lock(&stream->lock);
	stream->closing = true;
	pthread_mutex_unlock(&stream->lock);
	if (stream->kind == PXT_STREAM_REPLAY)
		return;
	pxt_add_relaxed(&pxt_segment_of(stream)->wake, 1);
	pxt_futex_wake(&pxt_segment_of(stream)->wake);
}

struct pxt_stream *pxt_table_remove(trace_id_t trid, bool replay)
{
	struct entry *entry = &entries[trid % ENTRIES];
	struct pxt_stream *stream = NULL;
	int cancel;

	pxt_self_enter();
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	pthread_mutex_lock(&lock);
	if (trid != 0 && atomic_load(&entry->trid) == trid &&
	    (entry->stream->kind == PXT_STREAM_REPLAY) == replay) {
		stream = entry->stream;
		/* From here on nobody finds it. */
		atomic_store(&entry->trid, 0);
		close_for_readers(stream);
		while (atomic_load(&entry->users))
			pthread_cond_wait(&unused, &lock);
		entry->stream = NULL;
	}
	pthread_mutex_unlock(&lock);
	pthread_setcancelstate(cancel, NULL);
	return stream;
}

void pxt_table_let_go(void)
{
	for (unsigned i = 0; i < ENTRIES; i++)
		if (entries[i].stream)
			pxt_stream_let_go(entries[i].stream);
}

/*
 * This may be a trace point in a signal handler, so memory is only freed by
 * the first call that may do such a thing (free_orphans).
 */
void pxt_table_forked(void)
{
	/* Another thread of the parent may have held them. */
	pxt_table_prepare();
	unused = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
	pxt_worker_forget_all();
	pxt_table_let_go();
	for (unsigned i = 0; i < ENTRIES; i++) {
		orphans |= entries[i].stream != NULL;
		entries[i].trid = 0;
		entries[i].users = 0;
	}
}

void pxt_table_exit(void)
{
	/* A child that never set itself up has nothing but its parent's. */
	if (!pxt_load_acquire(&pxt_self->ready))
		return;
	for (unsigned i = 0; i < ENTRIES; i++) {
		struct pxt_stream *stream = entries[i].stream;

		if (stream && entries[i].trid &&
		    stream->kind != PXT_STREAM_REPLAY &&
		    pxt_table_remove(entries[i].trid, false))
			pxt_stream_destroy(stream, NULL);
	}
}
