/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A pre-recorded stream: the blocks of a log as a source of events, and, if
 * its controller died, what is still in the segment (rescue.h); or a genuine
 * ThreadX dump (dumped.h).
 */
#ifndef PXT_SOURCE_REPLAY_H
#define PXT_SOURCE_REPLAY_H

#include <errno.h>

#include "log/reader.h"
#include "log/thread-names.h"
#include "source/dumped.h"
#include "source/images.h"
#include "source/rescue.h"
#include "source/source.h"

/*
 * What could not be read, by the thread that recorded it.  Of more threads it counts
 * as anyone's.
 */
enum { PXT_REPLAY_BROKEN = 64 };

struct pxt_broken {
	struct { int32_t pid, tid; uint32_t blocks; } of[PXT_REPLAY_BROKEN];
	size_t n;
	uint32_t of_anyone;
};

struct pxt_replay {
	/* Those that read the same log, and the same rescue, which never change: the
	 * last one that is closed ends them.  NULL: it is a dump. */
	_Atomic unsigned *readers;
	struct pxt_log_reader *log;	/* NULL: it is a dump */
	/* of the log; NULL: not read yet */
	struct pxt_thread_names *thread_names;
	struct pxt_images *images;	/* the same */
	struct pxt_dumped dumped;
	bool rescues;			/* events are still in the segment */
	struct pxt_rescue rescue;
	struct pxt_source source;
	/* lost from the stream, and reported by gaps that are overwritten */
	uint64_t unreported;
	uint64_t damaged;		/* blocks that could not be read ... */
	struct pxt_broken broken;	/* ... and whose they are */
	/* of the log: first that is not in the merge */
	size_t next_block;
	uint64_t from;			/* ticks; older events are skipped */
};

/* EINVAL: neither a log nor a dump; ENOMEM; errors of pxt_dumped_open(). */
int pxt_replay_open(int fd, struct pxt_replay **out);
void pxt_replay_close(struct pxt_replay *replay);

/* Another one of what `first` has read when it was opened, from the beginning.
 * ENOTSUP: it is a dump; ENOMEM. */
int pxt_replay_open_again(const struct pxt_replay *first, struct pxt_replay **out);

/* Back to the oldest event.  ENOMEM. */
int pxt_replay_rewind(struct pxt_replay *replay);

/*
 * Go to the oldest event at or after `time_ns` nanoseconds since the epoch.
 * Earlier losses are not reported any more.  O(log n).  ENOMEM.
 */
int pxt_replay_seek(struct pxt_replay *replay, int64_t time_ns);

/*
 * The number of places that could not be read, and may have had events of the thread
 * of this event, which was read last, from before it.
 */
uint32_t pxt_replay_breaks(const struct pxt_replay *replay, int32_t pid,
			   int32_t tid);

/* 0, ENOENT (end of the log), ENOMEM. */
static inline int pxt_replay_next(struct pxt_replay *replay,
				  const struct pxt_event **event)
{
	int err = pxt_source_next(&replay->source, UINT64_MAX, event);

	if (err == ENOENT && replay->log)
		return pxt_source_end(&replay->source, event);
	if (!err && !replay->log)
		*event = pxt_dumped_take(&replay->dumped, *event);
	return err;
}

#endif
