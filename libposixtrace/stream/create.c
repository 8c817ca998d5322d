/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Creating and ending streams. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/fence.h"
#include "base/futex.h"
#include "base/mutex.h"
#include "log/writer.h"
#include "process/self.h"
#include "source/replay.h"
#include "stream/flush.h"
#include "stream/leftover.h"
#include "stream/logplace.h"
#include "stream/stream.h"

/* The attributes that will be used (ASIZE-9, A-7). */
static int decide(const struct pxt_attr *asked, bool logged,
		  struct pxt_attr *attr)
{
	struct timespec now;

	if (!pxt_attr_is_valid(asked))
		return EINVAL;
	*attr = *asked;
	if (attr->stream_policy == PXT_POLICY_DEFAULT)
		attr->stream_policy = logged ? POSIX_TRACE_FLUSH :
				      POSIX_TRACE_LOOP;
	if (attr->stream_policy == POSIX_TRACE_FLUSH && !logged)
		return EINVAL;
	if (attr->data_size > PXT_DATA_SIZE_MAX)
		attr->data_size = PXT_DATA_SIZE_MAX;
	clock_gettime(CLOCK_REALTIME, &now);
	attr->create_sec = now.tv_sec;
	attr->create_nsec = now.tv_nsec;
	if (logged)
		attr->log_size = pxt_log_size_in_use(attr);
	return 0;
}

static uint64_t new_serial(void)
{
	uint64_t serial = 0;

	if (getrandom(&serial, sizeof(serial), GRND_NONBLOCK) < 0)
		serial = pxt_clock_ns(CLOCK_MONOTONIC);
	return serial ? serial : 1;
}

static void fill_plan(const struct pxt_stream *stream,
		      const struct pxt_attr *attr, int fd,
		      struct pxt_segment_plan *plan)
{
	const struct pxt_proc *self = &pxt_self_process()->proc;

	*plan = (struct pxt_segment_plan){
		.attr = *attr,
		.clock = pxt_clock_best(),
		.serial = stream->serial,
		.logged = stream->kind == PXT_STREAM_LOGGED,
		.space = pxt_proc_space(),
		.controller = getpid(),
		.controller_start = self->start,
		.target = stream->target.proc.own_pid,
		.target_start = stream->target.proc.start,
	};
	if (plan->logged)
		pxt_log_place_note(fd, &plan->log);
	plan->anchor = pxt_clock_anchor(plan->clock);
	plan->anchor_real_ns = (int64_t)pxt_clock_ns(CLOCK_REALTIME);
}

/* What could not be had of another process: shared memory, unless nothing can be
 * found there for want of /proc. */
static int error_of_target(int err)
{
	return err == EACCES && pxt_proc_shows_others() ? ENOMEM : err;
}

/* Open the files of the target; our own are open already. */
static int find_target(pid_t pid, struct pxt_stream *stream)
{
	pxt_self_enter();
	stream->map_fd = -1;
	stream->self = pid == 0 || pid == getpid();
	if (pid == POSIX_TRACE_ALLPROC)
		return error_of_target(pxt_allproc_open(&stream->target,
							&stream->map_fd));
	if (!stream->self) {
		struct pxt_proc proc;
		int err = pid < 0 ? ESRCH : pxt_proc_read(pid, &proc);

		if (!err && pxt_proc_is_thread(pid))
			err = ESRCH;
		if (!err && proc.guarded && geteuid() != 0)
			err = EPERM;
		if (!err)
			err = pxt_process_open(pid, NULL, &stream->target);
		return error_of_target(err);
	}
	stream->target = *pxt_self_process();
	return stream->target.map ? 0 : ENOMEM;
}

static void close_map_fd(struct pxt_stream *stream)
{
	if (stream->map_fd >= 0)
		close(stream->map_fd);
	stream->map_fd = -1;
}

static void release_target(struct pxt_stream *stream)
{
	if (!stream->self)
		pxt_process_close(&stream->target, true);
	close_map_fd(stream);
}

static bool is_allproc(const struct pxt_stream *stream)
{
	return stream->slot.view.allproc;
}

/* The controller's own lane is the first one claimed, so there is one. */
static int claim_control_lane(struct pxt_stream *stream)
{
	stream->identity = (struct pxt_writer_identity){
		.pid = -1,
		.tid = -1,
		.kind = PXT_KIND_CONTROL,
	};
	return pxt_writer_claim(&stream->control, &stream->slot.view,
				&stream->identity) ? ENOMEM : 0;
}

/*
 * Publish the stream to the target, which attaches it at its next trace point.
 */
static int publish(struct pxt_stream *stream)
{
	struct pxt_control *control = stream->target.control;
	unsigned slot = stream->slot.number;

	if (stream->self) {
		int err = pxt_self_attach_own(slot, &stream->slot.view,
					      stream->serial);

		stream->slot.given_away = !err;
		return err;
	}
	if (is_allproc(stream))
		return pxt_allproc_publish(&stream->slot, stream->map_fd,
					   stream->serial);
	pxt_store_relaxed(&control->since[slot], pxt_proc_now());
	pxt_store_release(&control->published[slot], stream->serial);
	atomic_exchange(&control->pending, 1);
	return 0;
}

/*
 * The log is complete, or there is none.  If the segment's file cannot be
 * removed now, for example for want of a descriptor, the next create removes
 * it.
 */
static void forget_log(struct pxt_stream *stream)
{
	pxt_segment_of(stream)->logged = 0;
}

static void unpublish(struct pxt_stream *stream)
{
	uint64_t serial = stream->serial;
	unsigned slot = stream->slot.number;

	forget_log(stream);
	pxt_directory_mark_dead(pxt_segment_of(stream));
	if (stream->self) {
		pxt_self_detach_own(slot, serial);
		return;
	}
	if (is_allproc(stream)) {
		pxt_allproc_unpublish(&stream->slot, serial);
		/* This process is one of them. */
		pxt_self_is_usable();
		return;
	}
	pxt_cas_acq_rel(&stream->target.control->published[slot], &serial, 0);
	atomic_exchange(&stream->target.control->pending, 1);
}

/*
 * Segments without logs are swept.  If no slot is free, recover the log of a
 * dead controller, or discard it, then reuse its slot.  If another process is
 * recovering one of those logs, wait for it, a second at most.
 */
static int claim_slot(struct pxt_stream *stream)
{
	const struct pxt_process *target = &stream->target;
	uint64_t begin = pxt_clock_ns(CLOCK_MONOTONIC), now = begin;
	int err = pxt_directory_claim(target, &stream->slot);
	unsigned alive = 0;

	/* A process that examines the segment of a dead controller locks it
	 * for a moment, as a living controller does; and a living one may end
	 * just now. */
	while (err == EAGAIN && alive < 3 && now - begin < 2000000000) {
		switch (pxt_leftover_make_room(target->proc.uid,
					       now - begin > 1000000000)) {
		case 0:
			break;
		case ENOENT:
			alive++;
			/* fall through */
		default:
			pxt_nap(2000000);
		}
		err = pxt_directory_claim(target, &stream->slot);
		now = pxt_clock_ns(CLOCK_MONOTONIC);
	}
	return err;
}

static int make_segment(struct pxt_stream *stream,
			const struct pxt_segment_plan *plan)
{
	int err = pxt_directory_make(&stream->target, plan, &stream->slot);

	if (err)
		return err;
	if (pxt_attr_is_locked(&plan->attr))
		err = pxt_segment_lock(&stream->slot.view);
	if (!err)
		err = claim_slot(stream);
	if (err)
		pxt_directory_drop(&stream->slot);
	return err;
}

int pxt_stream_create(pid_t pid, const struct pxt_attr *asked, int fd,
		      struct pxt_stream **out)
{
	struct pxt_stream *stream = calloc(1, sizeof(*stream));
	struct pxt_segment_plan plan;
	struct pxt_attr attr;
	int err;

	if (!stream)
		return ENOMEM;
	pxt_mutex_init(&stream->lock);
	stream->kind = fd < 0 ? PXT_STREAM_PLAIN : PXT_STREAM_LOGGED;
	stream->serial = new_serial();
	err = decide(asked, fd >= 0, &attr);
	if (err)
		goto free_stream;
	err = find_target(pid, stream);
	if (err)
		goto free_stream;
	fill_plan(stream, &attr, fd, &plan);
	err = make_segment(stream, &plan);
	/* No shared memory is available: the standard has no EACCES here. */
	if (err == EACCES)
		err = ENOMEM;
	if (err)
		goto release_target;
	if (fd >= 0 && pxt_directory_shares_log(&stream->slot, &plan.log))
		err = EBUSY;
	if (!err)
		err = claim_control_lane(stream);
	if (!err)
		err = fd < 0 ? pxt_drain_init(&stream->drain,
					      &stream->slot.view) :
		      pxt_flush_create(stream, fd, &stream->flush);
	if (err)
		goto remove_segment;
	err = publish(stream);
	if (err)
		goto destroy_reader;
	close_map_fd(stream);
	*out = stream;
	return 0;

destroy_reader:
	pthread_mutex_lock(&stream->lock);
	if (fd < 0)
		pxt_drain_fini(&stream->drain);
	else
		pxt_flush_finish(stream);
	pthread_mutex_unlock(&stream->lock);
remove_segment:
	forget_log(stream);
	pxt_directory_remove(&stream->slot);
release_target:
	release_target(stream);
free_stream:
	pthread_mutex_destroy(&stream->lock);
	free(stream);
	return err;
}

/*
 * A file that cannot be read is no log (OPEN-E1); ENOTSUP is of a dump without
 * the module for dumps.
 */
static int why_not_open(int err)
{
	switch (err) {
	case ENOMEM:
	case EMFILE:
	case ENFILE:
	case ENOTSUP:
		return err;
	default:
		return EINVAL;
	}
}

/* Takes the replay. */
static int make_replay(struct pxt_replay *replay, struct pxt_stream **out)
{
	struct pxt_stream *stream = calloc(1, sizeof(*stream));

	if (!stream) {
		pxt_replay_close(replay);
		return ENOMEM;
	}
	stream->kind = PXT_STREAM_REPLAY;
	stream->replay = replay;
	pxt_mutex_init(&stream->lock);
	*out = stream;
	return 0;
}

int pxt_stream_open(int fd, struct pxt_stream **out)
{
	struct pxt_replay *replay;
	int err = pxt_replay_open(fd, &replay);

	return err ? why_not_open(err) : make_replay(replay, out);
}

int pxt_stream_open_again(const struct pxt_stream *first, struct pxt_stream **out)
{
	struct pxt_replay *replay;
	int err = pxt_replay_open_again(first->replay, &replay);

	return err ? err : make_replay(replay, out);
}

int pxt_stream_end(struct pxt_stream *stream, const void *address)
{
	bool inherited = stream->slot.view.inherited;
	int err = 0;

	/* Only with a log it has been told what the process executes. */
	if (stream->self && stream->slot.view.images)
		pxt_self_note_loaded();
	pthread_mutex_lock(&stream->lock);
	pxt_stream_stop(stream, address);
	if (stream->kind == PXT_STREAM_LOGGED)
		err = pxt_flush_finish(stream);
	pthread_mutex_unlock(&stream->lock);
	unpublish(stream);
	if (stream->kind == PXT_STREAM_PLAIN)
		pxt_drain_fini(&stream->drain);
	pxt_directory_remove(&stream->slot);
	/* A traced process may have died and left files. */
	if (!stream->self || inherited)
		pxt_directory_sweep(stream->slot.uid);
	release_target(stream);
	return err;
}

void pxt_stream_free(struct pxt_stream *stream)
{
	if (stream->kind == PXT_STREAM_REPLAY)
		pxt_replay_close(stream->replay);
	pthread_mutex_destroy(&stream->lock);
	free(stream);
}

void pxt_stream_detach(struct pxt_stream *stream)
{
	if (stream->kind == PXT_STREAM_REPLAY)
		return;
	if (stream->flush)
		pxt_flush_close_file(stream->flush);
	pxt_directory_detach(&stream->slot);
}

void pxt_stream_abandon(struct pxt_stream *stream)
{
	if (stream->kind == PXT_STREAM_REPLAY) {
		pxt_replay_close(stream->replay);
	} else {
		if (stream->flush)
			pxt_flush_abandon(stream->flush);
		else
			pxt_drain_fini(&stream->drain);
		pxt_directory_abandon(&stream->slot);
		release_target(stream);
	}
	free(stream);
}
