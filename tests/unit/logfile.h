/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Shared by the tests of logs: a file, a reproducible sequence of random
 * events, and a check of the events read from a log.
 *
 * Events are numbered.  The address of an event is its number, so that it is
 * known which event was read.
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
	LOGFILE_START = 1000000,	/* time of the create */
};

/*
 * A new file in memory; in the directory $TEST_LOG_DIR if that is set, named
 * after the test, so that it can be inspected.
 */
int logfile_open(const char *name);

/* Open the file again, with other flags and at offset 0. */
int logfile_reopen(int fd, int flags);

/* pxt_log_destroy(); fails the test if the log is not valid (log/state.h). */
void logfile_destroy(struct pxt_log *log);

/* The fields that a caller sets for pxt_log_create(). */
struct pxt_log_head logfile_head(uint32_t policy, uint64_t log_size);

/* The largest file that this process may write; RLIM_INFINITY: any. */
void logfile_limit_size(uint64_t bytes);

/* A status like that of a stream, with a value in each member. */
struct pxt_log_status logfile_status(void);

/* An event that was generated, to compare with the one read. */
struct logfile_event {
	uint64_t ticks;
	uint32_t lane;
	uint16_t id;
	uint16_t len;
	bool seen;
};

struct logfile_feed {
	struct pxt_log *log;
	/* Called instead of pxt_log_add_block(), unless NULL. */
	void (*add)(struct logfile_feed *feed,
		    const struct pxt_chunk_header *header,
		    const void *records);
	uint64_t random;
	uint64_t ticks;
	size_t data_max;
	size_t n;
	size_t n_added;		/* of these, events in chunks that were added */
	struct {
		struct pxt_chunk_header header;
		_Alignas(8) unsigned char records[LOGFILE_CHUNK];
	} lanes[LOGFILE_LANES];
	struct logfile_event events[LOGFILE_EVENTS];
};

/* A feed that adds to `log`.  Its threads are 100 to 103 of process 99. */
struct logfile_feed *logfile_feed_new(struct pxt_log *log, uint64_t seed);

/* Generate `n` events of several threads, and add each chunk that becomes
 * full. */
void logfile_feed(struct logfile_feed *feed, size_t n);

/* Add the open chunks. */
void logfile_feed_end(struct logfile_feed *feed);

/* The data of event `seq`. */
void logfile_data(unsigned char *data, size_t len, size_t seq);

/*
 * Load every readable block, check each event against the feed, and set its
 * `seen`.  Returns the number of events; *n_bad is the number of damaged
 * blocks.
 */
size_t logfile_check(struct logfile_feed *feed,
		     const struct pxt_log_reader *reader, size_t *n_bad);

/* The same for a file, which is opened and closed; no block may be damaged. */
size_t logfile_check_whole(struct logfile_feed *feed, int fd);

#endif
