/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Stream ids; see table.h. */
#include "stream/table.h"

#include <errno.h>

#include "base/futex.h"
#include "stream/here.h"

enum { ENTRIES = 1024 };

static struct entry {
	trace_id_t trid;
	struct pxt_stream *stream;
	unsigned users;
} entries[ENTRIES];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t unused = PTHREAD_COND_INITIALIZER;
static trace_id_t last_trid;
static bool orphans;			/* entries of a parent are still there */

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
	pxt_here_enter();
	pthread_mutex_lock(&lock);
	free_orphans();
	for (unsigned i = 0; i < ENTRIES; i++)
		if (!entries[i].stream) {
			/* From 1 on, and never one that was there before. */
			last_trid++;
			entries[i] = (struct entry){
				.trid = last_trid * ENTRIES + i,
				.stream = stream,
			};
			*trid = entries[i].trid;
			err = 0;
			break;
		}
	pthread_mutex_unlock(&lock);
	return err;
}

static struct entry *find(trace_id_t trid)
{
	struct entry *entry = &entries[trid % ENTRIES];

	return entry->stream && entry->trid == trid ? entry : NULL;
}

struct pxt_stream *pxt_table_get(trace_id_t trid)
{
	struct pxt_stream *stream = NULL;
	struct entry *entry;

	pxt_here_enter();
	pthread_mutex_lock(&lock);
	entry = find(trid);
	if (entry) {
		entry->users++;
		stream = entry->stream;
	}
	pthread_mutex_unlock(&lock);
	return stream;
}

void pxt_table_put(struct pxt_stream *stream)
{
	pthread_mutex_lock(&lock);
	for (unsigned i = 0; i < ENTRIES; i++)
		if (entries[i].stream == stream) {
			entries[i].users--;
			if (entries[i].users == 0)
				pthread_cond_broadcast(&unused);
			break;
		}
	pthread_mutex_unlock(&lock);
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
	struct pxt_stream *stream = NULL;
	struct entry *entry;
	int cancel;

	pxt_here_enter();
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	pthread_mutex_lock(&lock);
	entry = find(trid);
	if (entry && (entry->stream->kind == PXT_STREAM_REPLAY) == replay) {
		stream = entry->stream;
		/* From here on nobody finds it. */
		entry->trid = 0;
		close_for_readers(stream);
		while (entry->users)
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
	lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	unused = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
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
	if (!pxt_load_acquire(&pxt_here->ready))
		return;
	for (unsigned i = 0; i < ENTRIES; i++) {
		struct pxt_stream *stream = entries[i].stream;

		if (stream && entries[i].trid &&
		    stream->kind != PXT_STREAM_REPLAY &&
		    pxt_table_remove(entries[i].trid, false))
			pxt_stream_destroy(stream, NULL);
	}
}
