/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Shared by all processes of a round of the soak: which events were recorded,
 * and which streams were running at that time.
 *
 * The account is exact because of one rule: a writer marks itself busy before
 * it checks whether a party wants a pause, and that party requests the pause
 * before it looks for busy writers.  So when soak_pause() returns, no thread is
 * between reading `on` and counting its event, and an action of a controller
 * (start, stop, clear, filter) happens before or after each event.  Events
 * recorded during an action without a pause are counted separately as
 * uncertain.
 */
#ifndef TESTS_SOAK_WORLD_H
#define TESTS_SOAK_WORLD_H

#include "../hazard/hazard.h"

enum {
	STREAMS = 3,			/* streams whose events are accounted for */
	TARGETS = 2,
	WRITERS = 96,
	TYPES = 2,
	DIRECTOR = 31,
	/* Maximum number of events in a chunk of these streams, and of records
	 * in a block. */
	MOST_IN_CHUNK = (64 << 10) / (16 + 32),
	MOST_IN_BLOCK = (64 << 10) / 24,
};

/* A thread that records, one of its signal handlers, or a child. */
struct writer {
	_Atomic uint32_t used;
	_Atomic uint32_t busy;
	_Atomic int32_t pid;
	_Atomic uint32_t streams;	/* bits: streams that record its events ... */
	_Atomic uint32_t doubtful;	/* ... or may record them */
	_Atomic uint64_t serial;
	_Atomic uint64_t certain[STREAMS], maybe[STREAMS];
};

struct totals {
	uint64_t certain, maybe;
};

struct stream {
	/* The plan. */
	struct hz_setup setup;
	int32_t target;			/* number; TARGETS: all processes */
	bool logged, small_disk, limited, reports_gaps;

	_Atomic int32_t controller;
	_Atomic uint32_t ready, ended, absent;
	_Atomic uint32_t killed;	/* the controller was killed */
	_Atomic uint32_t clearing;	/* killed while clearing, at an unknown place */
	_Atomic uint32_t clears, cleared_running;
	_Atomic uint64_t base_certain, base_maybe;	/* recorded before the last clear */
};

struct world {
	uint64_t seed;
	_Atomic uint32_t pauses;	/* bits: parties that want all writers to wait */
	_Atomic uint32_t begun;		/* all streams exist */
	_Atomic uint32_t over;		/* no more events */
	_Atomic uint32_t finish;	/* controllers must end */
	_Atomic uint32_t in_flight;	/* processes killed in the middle of an event */
	_Atomic uint64_t on;		/* soak_bit(): running; 32 bits higher: perhaps */
	_Atomic int64_t real_step, mono_fall;		/* of the clocks, ns */
	bool steps, falls;		/* whether they may change */
	bool children;
	_Atomic uint64_t events, kills, forks, storms;	/* for the summary */
	_Atomic int32_t target[TARGETS];	/* pid */
	struct stream streams[STREAMS];
	uint32_t n_streams;
	struct writer writers[WRITERS];
};

extern struct world *world;
extern int world_fd;
extern char soak_dir[64];		/* directory of logs; .../small is a small disk */

static inline uint64_t soak_bit(unsigned stream, unsigned type)
{
	return UINT64_C(1) << (stream * TYPES + type);
}

/* The kernel's clock, not the one that the test changes. */
uint64_t soak_ns(void);
void soak_sleep_us(uint64_t us);

/* writer.c */
void soak_pause(unsigned who);		/* a stream, or the director */
void soak_resume(unsigned who);
struct totals soak_recorded(unsigned stream);
void soak_bury(pid_t pid);		/* to be called before waiting for it */
int soak_reap(pid_t pid);		/* returns its exit status */
void soak_target(unsigned number);
int soak_program(int argc, char **argv);	/* --writer ... */

/* account.c */
struct reading {
	unsigned stream;
	uint64_t certain, maybe, gaps;
	uint64_t next[WRITERS];		/* the next serial, at least */
};
void soak_see(struct reading *r, trace_id_t trid, const struct hz_event *e);
void soak_check_sum(const struct reading *r, trace_id_t trid, const char *what);
void soak_check_log(unsigned stream, const char *path, uint64_t *state);

/* controller.c */
void soak_log_path(unsigned stream, char path[96]);
void soak_controller(unsigned stream);

/* trouble.c */
void soak_storm(uint64_t state);
void soak_kill_controller(unsigned stream);
void soak_trouble(uint64_t *state, uint64_t until);

/* The data of an event. */
struct payload {
	uint32_t magic;
	uint16_t writer, type;
	uint64_t serial, on, check;
	unsigned char more[160];
};

enum { SOAK_MAGIC = 0x50a450a4, SOAK_LEAST = 32 };

uint64_t soak_check_word(const struct payload *p);

#endif
