/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The state of a log that is being written; for the files of log/ only. */
#ifndef PXT_LOG_STATE_H
#define PXT_LOG_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/tree.h"
#include "log/compress.h"
#include "log/output.h"
#include "log/reader.h"
#include "log/txtb.h"
#include "model/logform.h"

/* A block, or index block, that a LOOP log has not overwritten. */
struct pxt_live {
	uint64_t offset;
	uint64_t base;
	uint64_t last;
	uint32_t len;		/* header included */
	uint32_t count;		/* events; 0: an index block */
	uint64_t reported;	/* events lost from the log that it reports */
};

/* The live blocks, oldest first: a circular array that grows. */
struct pxt_live_queue {
	struct pxt_live *blocks;
	size_t capacity;	/* a power of two, or 0 */
	size_t first;
	size_t n;
};

/* The TXTB registry: threads from its front, event types from its back. */
struct pxt_registered {
	RB_ENTRY(pxt_registered) by_id;
	int32_t pid;
	int32_t tid;
	uint32_t object;
	char comm[PXT_COMM_SIZE + 1];
};

struct pxt_registry {
	struct pxt_registered threads[PXT_TXTB_SLOTS];
	RB_HEAD(pxt_registered_ids, pxt_registered) ids;	/* of these */
	uint16_t n_threads;
	uint16_t n_types;
	uint32_t n_surrogates;
	bool keeps_names;	/* those of threads that have a slot */
	uint64_t types[PXT_ID_SPACE / 64];	/* ids that have a slot ... */
	uint16_t slots[PXT_TXTB_SLOTS / 2];	/* ... in the order of these */
	uint64_t described[PXT_ID_SPACE / 64];	/* ids with arguments */
};

/* The index: the entries that the next index block will have. */
struct pxt_table {
	struct pxt_log_entry *entries;	/* NULL: none so far */
	uint32_t n;
	uint32_t max;			/* 0: this log has no index */
	bool is_broken;	/* writing one failed: no more are written */
	uint64_t newest;		/* offset of the newest index block */
	uint64_t sequence;		/* of the pointer written last */
};

/* The image blocks that were written. */
struct pxt_image_blocks {
	uint64_t newest;	/* offset of the newest; 0: none */
	uint64_t units;		/* of all; 0: none */
	uint64_t end;		/* of the newest */
	uint64_t sequence;	/* of the pointer written last */
};

enum { PXT_NEWEST = 512 };

/* The blocks that were written last, to be read back. */
struct pxt_newest {
	struct pxt_log_block blocks[PXT_NEWEST];	/* a ring ... */
	uint64_t n;			/* ... of this many so far */
	uint64_t dropped;		/* ticks of the newest that fell out */
};

/* How much of a chunk was written when a write failed; see blocks.c. */
struct pxt_progress {
	struct pxt_chunk_header chunk;	/* all zero: of none */
	size_t bytes;
	uint32_t records;
};

/*
 * While the policy is LOOP the queue holds every live block; otherwise it is
 * empty and n_live, live_bytes count up only.
 */
struct pxt_log {
	struct pxt_file file;		/* our own: a duplicate or a reopened
					 * one */
	bool full;			/* UNTIL_FULL discarded something */
	bool resumed;	/* the numbers below come from a file */
	bool claims;	/* space for large writes is allocated first */
	uint32_t epoch;
	uint64_t limit;			/* blocks end here; UINT64_MAX: APPEND */
	uint64_t piece_max;		/* no block of a LOOP log is larger */
	uint64_t pos;			/* place of the next block */
	uint64_t reached;		/* the file is at least this long */
	uint64_t serial;		/* of the newest block */
	uint64_t n_live;
	uint64_t live_bytes;
	uint64_t lost;
	uint64_t refused;	/* of `lost`: in memory until this is complete */
	uint64_t first_lost;		/* ticks; 0: none */
	uint64_t first_unreported;	/* of those that no gap reports */
	uint64_t reported;		/* of `lost`, by gaps in the log */
	uint64_t reporting;		/* by the gap that is being added */
	uint64_t horizon;	/* ticks of the newest event overwritten */
	struct pxt_live_queue live;
	struct pxt_table table;
	struct pxt_image_blocks images;
	struct pxt_newest *newest;	/* NULL: none so far, or no memory */
	struct pxt_progress progress;
	struct pxt_packer *packer;	/* NULL: blocks are not compressed */
	unsigned char *packed;		/* room for a block */
	struct pxt_registry registry;
	struct pxt_log_head head;
	struct pxt_log_status status;	/* as written last */
};

/* valid.c: do the invariants hold, between two calls?  For a resumed log only
 * those that do not depend on the contents of the file. */
bool pxt_log_is_valid(const struct pxt_log *log);

/* queue.c */
const struct pxt_live *pxt_live_at(const struct pxt_live_queue *queue,
				   size_t i);
/* Make room for `n` more.  ENOMEM. */
int pxt_live_reserve(struct pxt_live_queue *queue, size_t n);
void pxt_live_push(struct pxt_live_queue *queue, struct pxt_live block);
void pxt_live_drop(struct pxt_live_queue *queue, size_t n);

/* A block of either kind that is to be written. */
struct pxt_put {
	struct pxt_chunk_header *header;
	const void *data;		/* header->used bytes */
	uint64_t offset;		/* where it was written */
};

/* Blocks written at once, at most. */
enum { PXT_PUT_MOST = 64 };

/*
 * put.c: write adjacent blocks at the current position, as many as one write
 * can, overwriting others in a LOOP log.  *done is their number.  An error
 * concerns put[*done], of which no valid block remains in the file.  Fills in
 * all log fields of the headers except the serial.
 */
int pxt_log_put_blocks(struct pxt_log *log, struct pxt_put *put, size_t n,
		       size_t *done);
/* blocks.c: count `n` events as lost, the first of them at `first`. */
void pxt_log_lose_events(struct pxt_log *log, uint64_t n, uint64_t first);
/* Bytes that the next block may take, up to `limit`. */
uint64_t pxt_log_room_for(const struct pxt_log *log, uint64_t limit);

/*
 * table.c: the index.  A log that cannot have one, or no longer, has none:
 * readers can do without.
 */
void pxt_log_table_init(struct pxt_log *log);
void pxt_log_table_clear(struct pxt_log *log);
/* How many blocks can still be written before an index block is due. */
size_t pxt_log_table_room(const struct pxt_log *log);
/* Note the block that was just written; writes an index block after it if one
 * is due. */
void pxt_log_table_note(struct pxt_log *log,
			const struct pxt_chunk_header *header, uint64_t offset);

/* images.c: go on after the image blocks of the log that is resumed; its blocks
 * are known. */
struct pxt_log_reader;
void pxt_log_take_images(struct pxt_log *log,
			 const struct pxt_log_reader *reader);

/* newest.c: note the block that was just written. */
void pxt_newest_note(struct pxt_log *log,
		     const struct pxt_chunk_header *header, uint64_t offset);
void pxt_newest_clear(struct pxt_log *log);

/* writer.c: compress what is written from now on, if the head says so.  ENOTSUP,
 * ENOMEM. */
int pxt_log_open_packer(struct pxt_log *log);

/* registry.c: the registry in the file and in memory. */
int pxt_registry_add_type(struct pxt_log *log, unsigned id, const char *name);
/* The arguments of a type are in the log; it need not have a slot yet. */
int pxt_registry_describe_type(struct pxt_log *log, unsigned id);
/* Clear the slots between threads and types. */
int pxt_registry_clear_rest(struct pxt_log *log);
/* The object word of a thread's slot, 0 if it has none. */
uint32_t pxt_registry_find(struct pxt_registry *registry, int32_t pid,
			   int32_t tid);
/* The slot of a thread, or -1. */
int pxt_registry_index(struct pxt_registry *registry, int32_t pid, int32_t tid);
bool pxt_registry_has_object(const struct pxt_registry *registry,
			     uint32_t object);

/*
 * window.c: fill all entries of `window` with the newest of `n` events, which
 * are sorted by time.
 */
void pxt_log_fill_window(struct pxt_txtb_entry *window,
			 struct pxt_registry *registry,
			 const struct pxt_event *events, const int64_t *time_ns,
			 size_t n);

#endif
