/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Snapshots that other processes ask for; see snapshot.h. */
#include "stream/snapshot.h"

#include <errno.h>
#include <unistd.h>

#include "ring/command.h"
#include "stream/stream.h"

int pxt_snapshot_notify(struct pxt_stream *stream, const struct sigevent *event)
{
	struct pxt_snapshots *snapshots = &stream->snapshots;

	if (!event || event->sigev_notify == SIGEV_NONE) {
		snapshots->signo = 0;
		pxt_snapshot_answer(stream, ENOTSUP);
		return 0;
	}
	if (event->sigev_notify != SIGEV_SIGNAL || event->sigev_signo <= 0 ||
	    event->sigev_signo > SIGRTMAX)
		return EINVAL;
	snapshots->signo = event->sigev_signo;
	snapshots->value = event->sigev_value;
	return 0;
}

int pxt_snapshot_ask(struct pxt_stream *stream, uint32_t taken)
{
	struct pxt_snapshots *snapshots = &stream->snapshots;

	if (!snapshots->signo)
		return ENOTSUP;
	/* To the process: the signal is the program's, whichever thread takes it. */
	if (sigqueue(getpid(), snapshots->signo, snapshots->value) < 0)
		return errno;
	/* One before that was not answered has been withdrawn. */
	snapshots->taken = taken;
	return 0;
}

int pxt_snapshot_answer(struct pxt_stream *stream, int err)
{
	const uint32_t taken = stream->snapshots.taken;

	stream->snapshots.taken = 0;
	return taken && pxt_command_end(pxt_segment_of(stream), taken, err) ?
	       0 : ESRCH;
}
