/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Snapshots that other processes ask for.  Where and how one is written is the
 * controlling program's to decide: it is notified, makes it by
 * posixtrace_switch_log(), and answers.  The process that asked waits meanwhile.
 *
 * All of it under the stream's lock.
 */
#ifndef PXT_STREAM_SNAPSHOT_H
#define PXT_STREAM_SNAPSHOT_H

#include <signal.h>
#include <stdint.h>

struct pxt_stream;

struct pxt_snapshots {
	int signo;			/* to notify by; 0: none are made */
	union sigval value;
	uint32_t taken;			/* the command to be answered; 0: none */
};

/* Notify the program by that; NULL or SIGEV_NONE: snapshots are refused again.
 * EINVAL: it cannot be notified so. */
int pxt_snapshot_notify(struct pxt_stream *stream, const struct sigevent *event);

/* Another process has asked for one, by a command that was taken.  ENOTSUP: none are
 * made; or why the program cannot be notified. */
int pxt_snapshot_ask(struct pxt_stream *stream, uint32_t taken);

/* It was made, or could not be.  ESRCH: nobody waits for it. */
int pxt_snapshot_answer(struct pxt_stream *stream, int err);

#endif
