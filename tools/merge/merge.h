/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace merge: its options, and the logs that it reads.
 *
 * Times are nanoseconds since the epoch by the clock of the merged log: the
 * clock of each log, plus its offset.
 */
#ifndef POSIXTRACE_TOOLS_MERGE_H
#define POSIXTRACE_TOOLS_MERGE_H

#include <stdbool.h>
#include <stdint.h>

#include "merge/merged-types.h"
#include "model/logform.h"
#include "trace/log-writer.h"
#include "trace/pick.h"
#include "trace/reader.h"

/* Below the maximum of open streams of a process. */
enum { MERGE_MOST = 1000 };

/*
 * Above the maximum of process and thread ids.  The value added to the ids of
 * another machine is a multiple of it, so that the original ids remain
 * readable.
 */
enum { MERGE_IDS_A_MACHINE = 10000000 };

struct merge_input {
	const char *path;		/* "-": standard input */
	bool is_found;			/* in a directory, not named */
	int64_t offset_ns;
	int64_t begin_ns;		/* of its first event, if has_begin */
	bool has_begin;
	struct pxt_log_head head;
	struct pick pick;		/* lists are those of struct merge; times
					 * are those of the merged log */
	struct type_ids ids;
	size_t machine;			/* first log of this machine */
	int32_t ids_most;		/* its highest process or thread id */
	int32_t ids_added;		/* added to its ids */
	struct reader reader;		/* has the next event, if is_there ... */
	int64_t ns;			/* ... at this time */
	bool is_there;
	struct posixtrace_loss gap;	/* to be reported, if has_gap */
	bool has_gap;
	struct log_writer_names names;	/* by ids in the merged log */
};

struct merge {
	const char *output;
	struct merge_input *inputs;
	size_t n_inputs;
	char **owned;			/* paths of logs in directories */
	size_t n_owned;
	struct merge_offset {
		const char *log;	/* a path, or a number from 1 ... */
		int log_len;		/* ... of so many characters */
		int64_t ns;		/* to add, or ... */
		bool is_date;		/* ... of its first event */
	} *offsets;			/* as given */
	size_t n_offsets;
	const char *align;		/* an event type, or NULL */
	struct pick pick;
	int compression;		/* level; 0: none */
	bool keeps_ids;
	bool quiet;
};

/*
 * Read the command line.  False: it was wrong, which has been reported.
 * merge_fini() is the caller's to call in either case.
 */
bool merge_options(struct merge *merge, int argc, char **argv);
void merge_fini(struct merge *merge);

/*
 * The functions below report failures and return false.
 */

/* Open all of them, or none. */
bool merge_open(struct merge *merge);
void merge_close(struct merge *merge);

/* Read the next event, if there is one, into the input. */
bool merge_next(struct merge_input *input);

/* Rewind, as if nothing had been read. */
bool merge_rewind(struct merge_input *input);

/* Skip to the first event that is not before this time. */
bool merge_seek(struct merge_input *input, int64_t ns);

/* Compute offsets from the events given by the options. */
bool merge_align(struct merge *merge);

/* About the time of its last event. */
int64_t merge_last(const struct merge_input *input);

/* Have offsets put its event farther from the first one than a log can have?  Without
 * offsets, such times are limited. */
bool merge_is_too_far(const struct merge *merge,
		      const struct merge_input *input, int64_t first_ns);

/* Decide the values added to the ids of each log. */
bool merge_place_machines(struct merge *merge);

/* The head of the merged log. */
void merge_head(const struct merge *merge, struct pxt_log_head *head);

/* Convert the ids in the data of its next event. */
void merge_move_data(struct merge_input *input);

/* Convert an id of a log to the merged log; a log may have any ids. */
static inline int32_t merge_id(const struct merge_input *input, int32_t id)
{
	return id > 0 && id <= INT32_MAX - input->ids_added ?
	       id + input->ids_added : id;
}

#endif
