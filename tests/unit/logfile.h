/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What the tests of logs share: a file, a stream of events that look random
 * but repeat, and a check of what a log gives back of them.
 *
 * Every event is numbered, and its number stands in its address, so that an
 * event that comes back tells which one it ought to be.
 */
#ifndef LOGFILE_H
#define LOGFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "log/reader.h"
#include "log/writer.h"

enum {
	LOGFILE_CHUNK = 4096,
	LOGFILE_LANES = 4,
	LOGFILE_EVENTS = 1 << 17,
	LOGFILE_START = 1000000,	/* ticks of the create */
};

/*
 * A new file in memory, or in the directory of $TEST_LOG_DIR, named after
 * the test, for looking at it afterwards.
 */
int logfile_open(const char *name);

/* The file again, with other flags and at offset 0. */
int logfile_reopen(int fd, int flags);

/* pxt_log_destroy(); fails the test if the log is not valid (log/state.h). */
void logfile_destroy(struct pxt_log *log);

/* What a caller fills in for pxt_log_create(). */
struct pxt_log_head logfile_head(uint32_t policy, uint64_t log_size);

/* A status as a stream would give it, with something in every member. */
struct pxt_log_status logfile_status(void);

/* An event that was made, as it must come back. */
struct logfile_event {
	uint64_t ticks;
	uint32_t lane;
	uint16_t id;
	uint16_t len;
	bool seen;
};

struct logfile_feed {
	struct pxt_log *log;
	/* Instead of pxt_log_add_block(), unless it is NULL. */
	void (*add)(struct logfile_feed *feed,
		    const struct pxt_chunk_header *header,
		    const void *records);
	uint64_t random;
	uint64_t ticks;
	size_t data_max;
	size_t n;
	size_t n_added;		/* of those, in chunks that were added */
	struct {
		struct pxt_chunk_header header;
		_Alignas(8) unsigned char records[LOGFILE_CHUNK];
	} lanes[LOGFILE_LANES];
	struct logfile_event events[LOGFILE_EVENTS];
};

/* A feed that adds to `log`; its threads are 100 to 103 of process 99. */
struct logfile_feed *logfile_feed_new(struct pxt_log *log, uint64_t seed);

/* Make `n` events of several threads, and add every chunk that gets full. */
void logfile_feed(struct logfile_feed *feed, size_t n);

/* Add what is left in open chunks. */
void logfile_feed_end(struct logfile_feed *feed);

/* The bytes that event `seq` has as data. */
void logfile_data(unsigned char *data, size_t len, size_t seq);

/*
 * Load every block that can be, check each event against the feed, and set
 * its `seen`.  The number of events; *n_bad counts blocks that are damaged.
 */
size_t logfile_check(struct logfile_feed *feed,
		     const struct pxt_log_reader *reader, size_t *n_bad);

/* As above with a log that is opened and closed, and must be undamaged. */
size_t logfile_check_whole(struct logfile_feed *feed, int fd);

#endif
