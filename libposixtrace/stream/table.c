/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Stream ids; see table.h. */
#include "stream/table.h"

#include <errno.h>
#include <pthread.h>

#include "base/futex.h"
#include "base/helgrind.h"
#include "base/mutex.h"
#include "base/rcu.h"
#include "process/self.h"
#include "stream/environment.h"
#include "stream/worker.h"

enum { ENTRIES = 1024 };

/*
 * `found` is what a read section finds, under RCU.  The rest is under the
 * lock: `stream` stays until the last call that may sleep has ended, so that a
 * child forked meanwhile finds it.
 */
static struct entry {
	struct pxt_stream *found;
	struct pxt_stream *stream;	/* NULL: the entry is free */
} entries[ENTRIES];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t unused = PTHREAD_COND_INITIALIZER;
static trace_id_t last_trid;
/* entries of a parent are still there */
static bool orphans;
static struct pxt_stream *retired;	/* to be freed after a grace period */

static void init(void)
{
	pxt_mutex_init(&lock);
	pxt_helgrind_ignore_object(entries);
	pxt_worker_prepare();
}

/* ThreadSanitizer takes liburcu's store for an ordinary one. */
PXT_NO_TSAN static void publish(struct entry *entry, struct pxt_stream *stream)
{
	pxt_tsan_release(&entry->found);
	rcu_assign_pointer(entry->found, stream);
}

/* Free the entries of the parent.  Under the lock. */
static void free_orphans(void)
{
	for (unsigned i = 0; orphans && i < ENTRIES; i++)
		if (entries[i].stream && !entries[i].found) {
			pxt_stream_abandon(entries[i].stream);
			entries[i].stream = NULL;
		}
	orphans = false;
}

int pxt_table_add(struct pxt_stream *stream, trace_id_t *trid)
{
	int err = ENOMEM;

	/* A forked child drops its parent's streams first. */
	pxt_self_enter();
	pthread_mutex_lock(&lock);
	free_orphans();
	for (unsigned i = 0; i < ENTRIES; i++)
		if (!entries[i].stream) {
			/* From 1 on; ids are never reused. */
			last_trid++;
			*trid = last_trid * ENTRIES + i;
			stream->trid = *trid;
			/* The table's own reference. */
			urcu_ref_init(&stream->users);
			pxt_helgrind_ignore_object(stream->users);
			entries[i].stream = stream;
			publish(&entries[i], stream);
			err = 0;
			break;
		}
	pthread_mutex_unlock(&lock);
	return err;
}

/* Streams are removed under the lock, so it does for a read section where there
 * can be none. */
static void begin(void)
{
	if (!pxt_rcu_begin())
		pthread_mutex_lock(&lock);
}

static void end(void)
{
	if (!pxt_rcu_end())
		pthread_mutex_unlock(&lock);
}

struct pxt_stream *pxt_table_enter(trace_id_t trid)
{
	struct pxt_stream *stream;

	pxt_self_enter();
	begin();
	stream = rcu_dereference(entries[trid % ENTRIES].found);
	if (pxt_likely(stream && stream->trid == trid))
		return stream;
	end();
	return NULL;
}

void pxt_table_leave(void)
{
	end();
}

PXT_NO_TSAN static bool refer_to(struct pxt_stream *stream)
{
	return urcu_ref_get_unless_zero(&stream->users);
}

bool pxt_table_keep(struct pxt_stream *stream)
{
	bool is_kept = refer_to(stream);

	end();
	return is_kept;
}

struct pxt_stream *pxt_table_get(trace_id_t trid)
{
	struct pxt_stream *stream = pxt_table_enter(trid);

	return stream && pxt_table_keep(stream) ? stream : NULL;
}

/* The last user of a stream that is being removed wakes the remover. */
static void wake_remover(struct urcu_ref *users)
{
	(void)users;
	pthread_mutex_lock(&lock);
	pthread_cond_broadcast(&unused);
	pthread_mutex_unlock(&lock);
}

void pxt_table_put(struct pxt_stream *stream)
{
	pxt_tsan_release(&stream->users);
	urcu_ref_put(&stream->users, wake_remover);
}

/* Calls that wait for an event of this stream return. */
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

/* The remover itself checks the count. */
static void do_nothing(struct urcu_ref *users)
{
	(void)users;
}

/*
 * Wait for calls that may sleep.  Under the lock, which is released meanwhile.
 */
PXT_NO_TSAN static void wait_for_users(struct pxt_stream *stream)
{
	urcu_ref_put(&stream->users, do_nothing);
	while (uatomic_read(&stream->users.refcount))
		pthread_cond_wait(&unused, &lock);
	pxt_tsan_acquire(&stream->users);
}

struct pxt_stream *pxt_table_remove(trace_id_t trid, bool replay)
{
	struct entry *entry = &entries[trid % ENTRIES];
	struct pxt_stream *stream;
	int cancel;

	pxt_self_enter();
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	pthread_mutex_lock(&lock);
	stream = entry->found;
	if (stream && stream->trid == trid &&
	    (stream->kind == PXT_STREAM_REPLAY) == replay) {
		/* From here on no lookup finds it. */
		publish(entry, NULL);
		close_for_readers(stream);
		wait_for_users(stream);
		entry->stream = NULL;
	} else {
		stream = NULL;
	}
	pthread_mutex_unlock(&lock);
	pthread_setcancelstate(cancel, NULL);
	return stream;
}

/* Leave its memory to the next call that can wait for a grace period. */
static void free_later(struct pxt_stream *stream)
{
	pthread_mutex_lock(&lock);
	stream->next_retired = retired;
	retired = stream;
	pthread_mutex_unlock(&lock);
}

void pxt_table_retire(struct pxt_stream *stream)
{
	struct pxt_stream *next;

	free_later(stream);
	if (!pxt_rcu_can_wait())
		return;
	pthread_mutex_lock(&lock);
	stream = retired;
	retired = NULL;
	pthread_mutex_unlock(&lock);
	if (stream)
		pxt_rcu_wait();
	for (; stream; stream = next) {
		next = stream->next_retired;
		pxt_stream_free(stream);
	}
}

static void detach_all(void)
{
	for (unsigned i = 0; i < ENTRIES; i++)
		if (entries[i].stream)
			pxt_stream_detach(entries[i].stream);
}

/*
 * This may run at a trace point in a signal handler.  So memory is freed only
 * by the first call that may do so (free_orphans).
 */
static void forget_parent(void)
{
	/* Another thread of the parent may have held them. */
	init();
	unused = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
	pxt_worker_forget_all();
	detach_all();
	for (unsigned i = 0; i < ENTRIES; i++) {
		orphans |= entries[i].stream != NULL;
		entries[i].found = NULL;
	}
}

static void end_all(void)
{
	/* A child that never set itself up has only its parent's. */
	if (!pxt_load_acquire(&pxt_self->ready))
		return;
	for (unsigned i = 0; i < ENTRIES; i++) {
		struct pxt_stream *stream = entries[i].stream;

		if (stream && stream->kind != PXT_STREAM_REPLAY &&
		    pxt_table_remove(stream->trid, false)) {
			pxt_environment_ended(stream,
					      pxt_stream_end(stream, NULL));
			/* A read section of the program's own may never end. */
			free_later(stream);
		}
	}
}

/*
 * With a priority, so that it is called before the constructor of
 * process/self.c: in a child the handlers of liburcu run before ours.
 */
__attribute__((constructor(101)))
static void prepare(void)
{
	static const struct pxt_self_controller controller = {
		.begin = pxt_environment_begin,
		.detach_all = detach_all,
		.forked = forget_parent,
		.exit = end_all,
	};

	init();
	pxt_rcu_prepare();
	pxt_self_set_controller(&controller);
}
