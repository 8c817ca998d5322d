/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A stream of RKH records, from bytes to events: frames are checked, records
 * told from each other, names learnt and found, losses counted.  Whatever
 * the bytes are, every one of them ends up in an event or among the skipped.
 *
 * The target's configuration record says how what follows is to be read; the
 * first one also says by its id and length which version's ids these are.
 */
#ifndef POSIXTRACE_TOOLS_RKH_STREAM_H
#define POSIXTRACE_TOOLS_RKH_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "args.h"

enum {
	/* More than the largest ring buffer of a target holds. */
	RKH_FRAME_MAX = 8192,
};

enum rkh_class {
	RKH_REC,	/* a record, maybe with something after it */
	RKH_BADCHK,	/* a damaged frame */
	RKH_SHORT_REC,	/* shorter than its kind */
	RKH_UNKNOWN,	/* a correct frame with an undefined id */
};

struct rkh_event {
	enum rkh_class class;
	const char *reason;	/* what is wrong; NULL: nothing */
	uint64_t offset;	/* of its first byte in the stream */
	uint64_t end;		/* of its flag */
	const uint8_t *body;	/* contents of the frame, including the sum */
	size_t body_len;

	bool has_id;		/* the frame could be taken apart: what */
	uint32_t id;		/* follows is there */
	bool has_seq;
	uint8_t seq;
	bool has_stamp;
	uint8_t stamp_size;
	uint32_t stamp;
	uint64_t time;		/* ticks, extended; of all: the latest */
	unsigned missing;	/* frames lost before it, at least */
	bool is_first;		/* ... because it is the first one */
	uint64_t since;		/* time of the last frame before the loss */
	bool is_aborted;	/* a frame that ends with an escape */
	bool is_restart;	/* a target that begins, or begins again */

	enum rkh_kind_id kind;	/* RKH_KIND_NONE unless REC or SHORT_REC */
	const char *group;
	const char *name;	/* of a user event: its own, or "USR#n" */
	unsigned user;		/* which user event */
	const struct rkh_value *values;
	size_t n_values;
	size_t n_left;		/* bytes after the last argument */
	const struct rkh_config *config;	/* in force from here on */
};

/* The counts of a stream so far. */
struct rkh_counts {
	uint64_t bytes;
	uint64_t records;	/* without flaw */
	uint64_t bad_sum;
	uint64_t aborted;
	uint64_t overlong;
	uint64_t short_recs;
	uint64_t left_over;	/* with bytes after them */
	uint64_t unknown;
	uint64_t unended;	/* truncated by the end of the stream */
	uint64_t skipped;	/* bytes before the first flag */
	uint64_t gaps;
	uint64_t missing;	/* frames, at least */
	uint64_t configs;	/* configuration records */
	uint64_t restarts;	/* of the target */
	uint64_t nameless;	/* names without room */
};

struct rkh_options {
	struct rkh_config config;	/* until the stream contains its own */
	const struct rkh_map *map;	/* NULL: as the stream says, or 3 */
	/*
	 * Names and response times as Trazer has them, mistakes included: a
	 * name belongs to one address, user events are told by three bits,
	 * and after a loss nothing is known of response times.
	 */
	bool like_trazer;
};

/* An event and all it points to are valid until this returns. */
typedef void rkh_sink(void *context, const struct rkh_event *event);

struct rkh_stream;

/* A sink may be NULL.  Returns NULL if there is no memory. */
struct rkh_stream *rkh_stream_new(const struct rkh_options *options,
				  rkh_sink *sink, void *context);
void rkh_stream_free(struct rkh_stream *stream);

void rkh_stream_feed(struct rkh_stream *stream, const void *bytes,
		     size_t len);

/*
 * The bytes end here.  More may follow: those of another stream, of the same
 * target, whose names stay known.
 */
void rkh_stream_end(struct rkh_stream *stream);

/* Switch to that sink, with all counts from zero. */
void rkh_stream_set_sink(struct rkh_stream *stream, rkh_sink *sink,
			 void *context);

const struct rkh_counts *rkh_stream_counts(const struct rkh_stream *stream);

/* The number of damaged frames. */
uint64_t rkh_count_damaged(const struct rkh_counts *counts);

#endif
