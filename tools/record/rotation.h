/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Recording into several logs, one after the other: a new one each time, or as the
 * last one has a size (--every, --size); or snapshots of a stream that overwrites,
 * each in a log, as something happens (--snapshot-on).
 *
 * The log that is written has its name in the first case.  In the second it is a
 * draft, which becomes a snapshot by being completed, or is removed at the end.
 */
#ifndef POSIXTRACE_TOOLS_RECORD_ROTATION_H
#define POSIXTRACE_TOOLS_RECORD_ROTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <trace.h>

#include "common/logfile.h"
#include "record/series.h"

/* What a snapshot is made on. */
enum rotation_cause {
	ROTATION_SIGNAL = 1,
	ROTATION_EXIT = 2,
	ROTATION_CRASH = 4,
	ROTATION_EVENT = 8,
	ROTATION_COMMAND = 16,		/* which any recorder of snapshots obeys */
};

/* The options; all zero: there is one log. */
struct rotation_setting {
	int64_t every_ns;
	size_t size;
	unsigned long keep;
	unsigned causes;
	int signal;			/* of ROTATION_SIGNAL */
	int64_t after_ns;		/* from the cause to the snapshot */
	int64_t hold_off_ns;		/* from a snapshot to the next cause */
};

struct rotation {
	const struct rotation_setting *setting;
	struct series series;
	struct logfile log;		/* the one that is written */
	char *path;			/* its name, if it is of the series */
	trace_id_t trid;
	int64_t due;			/* CLOCK_MONOTONIC; 0: not by time */
	int64_t held_until;		/* causes have no effect until then */
	const char *cause;		/* of the snapshot that is due */
	unsigned long n;		/* logs that are complete */
	bool is_fine;
	bool has_lost;
	bool is_quiet;
};

/* Is there more than one log? */
bool rotation_is_asked(const struct rotation_setting *setting);

/* Create the first log.  False: reported. */
bool rotation_create(struct rotation *rotation,
		     const struct rotation_setting *setting, const char *output,
		     bool is_quiet);
void rotation_fini(struct rotation *rotation);

/* The stream has begun. */
void rotation_begin(struct rotation *rotation, trace_id_t trid);

/* When rotation_look() is to be called, by CLOCK_MONOTONIC; 0: never. */
int64_t rotation_due(const struct rotation *rotation);
void rotation_look(struct rotation *rotation);

/* The signal, or such an event, has come: the name of the cause. */
void rotation_on_cause(struct rotation *rotation, const char *cause);

/* Another process has asked for a snapshot, which is made at once: answer it. */
void rotation_on_request(struct rotation *rotation);

/*
 * Is the last log to be kept?  Before the stream ends.  `has_crashed`: the target, by a
 * signal that ends a program for an error.
 */
bool rotation_wants_last(const struct rotation *rotation, bool has_ended,
			 bool has_crashed);

/* The stream has ended: keep the last log, or report the number of snapshots. */
void rotation_end(struct rotation *rotation, bool wants_last);

/* The stream has ended, and the last log is kept: find its path, as logfile_find()
 * does; if it was removed, what is lost is reported. */
bool rotation_find(struct rotation *rotation);

#endif
