/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What the files of the reference implementation share.  The README says how
 * they hang together.
 *
 * Everything that processes share is in one segment behind one lock; the rest
 * of this file is in the order of its parts.  References such as XSH 2.11.1
 * are to POSIX.1-2008; `page` is the page of the function.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <trace.h>
#include <unistd.h>

/* --- choice.c: what the standard leaves to the implementation ------------ */

struct choices {
	bool tiny;		/* small default sizes */
	bool minima;		/* each limit is the smallest permitted */
	bool coarse;		/* the clock of events ticks once a second */
	bool monotonic;		/* it is CLOCK_MONOTONIC */
	bool half;		/* a full stream restarts when half is read */
	bool early;		/* full as soon as the last room is used */
	bool async;		/* flush returns before it is done */
	bool eager;		/* FLUSH streams flush at a quarter, too */
	bool reuse;		/* a trid is used again for the next stream */
	bool newmap;		/* a child without inheritance has no names */
	bool extra;		/* an additional system event type */
	bool nocancel;		/* no function is a cancellation point */
	bool cancelall;		/* all 16 functions that may be are */
	bool unmarked;		/* no START and STOP in a full LOOP stream */
	bool lax;		/* "may fail" errors are not detected */
	bool round;		/* sizes in use differ from those requested */
	bool keepfilter;	/* clear leaves the filter and the overrun */
	bool wopid;		/* WOPID_EVENTS has ERROR, OVERFLOW, RESUME */
	bool renumber;		/* a log has other numbers of types than the process */
	bool reorder;		/* the list of types begins with the user's */
	bool onlytrace;		/* no option besides Trace */
	bool fat;		/* records are large, memory is scarce */
	bool other;		/* disputed passages are read the other way */
};

struct limits {
	long event_name, name, streams, user_events;
};

extern struct choices choose;
extern struct limits limits;
const char *choices_read(void);
struct timespec event_time(void);
struct timespec event_time_resolution(void);
void may_cancel(void);

/* --- Event types --------------------------------------------------------- */

enum {
	TYPES = 256,			/* bits of a trace_event_set_t */
	FIRST_USER = 16,		/* the unnamed one */
	EVENT_EXTRA = 9,		/* the additional one, if `extra` is chosen */
	NAME_SIZE = 64
};

/* The names of user event types, by number.  A process that inherits a stream
 * shares the map of its parent, so that each name has one number in all
 * processes of a stream (page posix_trace_eventid_open). */
struct map {
	unsigned int users;		/* processes and streams */
	unsigned int begin;		/* the lowest number */
	unsigned int end;		/* the highest number plus one */
	char name[TYPES][NAME_SIZE];
};

/* --- Processes ----------------------------------------------------------- */

struct process {
	pid_t pid;			/* 0: the entry is free */
	unsigned int map;
	uint64_t streams;		/* streams that trace it, one bit each */
	trace_event_set_t opened;	/* the types that it has opened */
};

/* --- Records ------------------------------------------------------------- */

/* An event as it is stored in streams and logs: this, the data, and `size`
 * again, so that a log can also be read backwards. */
struct record {
	uint32_t size;			/* including head, data, and the final size */
	uint32_t data_size;
	struct posix_trace_event_info info;
};

/* The origin of an event. */
struct origin {
	pid_t pid;
	pthread_t thread;
	void *address;
};

/* A ring of records.  Positions count all bytes ever stored: begin <= end <=
 * begin + room. */
struct ring {
	size_t offset;			/* in the segment */
	size_t room;
	uint64_t begin, end;
};

/* --- Streams ------------------------------------------------------------- */

/* The source of the next events that mark a loss (XSH 2.11.2). */
enum loss { LOSS_NONE, LOSS_OVERFLOW_NEXT, LOSS_RESUME_NEXT };

struct stream {
	unsigned long number;		/* of its trid; 0: the entry is free */
	unsigned long serial;		/* never used for another stream */
	pid_t controller, target;
	bool has_log;
	bool closing;			/* shutdown waits for its readers */
	bool halted;			/* full, and will start again by itself */
	unsigned int map;
	trace_attr_t attr;
	trace_event_set_t filter;
	struct posix_trace_status_info status;
	struct ring ring;
	enum loss loss;
	struct timespec loss_time;	/* of the first event that was lost */
	unsigned int extras;		/* recorded since the last START */
	unsigned int cursor;		/* of the list of event types */
	unsigned int readers;		/* readers that wait */
	sem_t readable;			/* posted for readers */
	sem_t no_readers;		/* posted for shutdown */
	sem_t work;			/* posted for the flusher */
	uint64_t log_end;		/* bytes ever appended to the log */
	bool copying;			/* an event is being copied to the log: */
	uint64_t copied, copied_to;	/* from here in the ring, to there */
	struct origin flush_caller;	/* the caller of posix_trace_flush(), or none */
};

/* --- segment.c: the segment, its lock, and this process in it ------------ */

enum {
	PROCESSES = 512,
	STREAMS = 64,
	MAPS = PROCESSES + STREAMS,
	MEMORY = 32 << 20,
	SCARCE = (4 << 20) + (1 << 16)	/* of one stream, if `fat` */
};

struct segment {
	pthread_mutex_t lock;		/* for all that follows */
	unsigned long last_serial;	/* of a stream */
	struct process process[PROCESSES];
	struct stream stream[STREAMS];
	struct map map[MAPS];
	unsigned char memory[MEMORY];
};

extern struct segment *shared;		/* NULL: there is none */
void segment_lock(sigset_t *saved);
void segment_unlock(const sigset_t *saved);
bool memory_take(struct ring *ring, size_t size);
struct stream *stream_find(trace_id_t trid);
struct process *process_self(void);
struct process *process_find(pid_t pid);
struct process *process_new(pid_t pid);

/* --- names.c and set.c ---------------------------------------------------- */

unsigned int map_new(void);
void map_release(unsigned int map);
void map_share(unsigned int *map, unsigned int other);
void map_copy(struct map *to, const struct map *from);
bool type_is_system(trace_event_id_t type);
const char *type_name(const struct map *map, trace_event_id_t type);
trace_event_id_t type_after(const struct map *map, unsigned int *cursor);
bool set_has(const trace_event_set_t *set, trace_event_id_t type);
void set_put(trace_event_set_t *set, trace_event_id_t type, bool member);

/* --- attr.c ----------------------------------------------------------------- */

enum { DATA_MAX = 65536 };		/* bytes of one event */

size_t record_size(size_t data_size);
size_t user_record_size(const trace_attr_t *attr, size_t data_size);
size_t system_record_size(void);
size_t start_record_size(void);
size_t stop_record_size(void);
size_t extra_record_size(void);
void attr_set_created(trace_attr_t *attr);
int attr_for_stream(trace_attr_t *in_use, const trace_attr_t *asked,
		bool has_log);

/* --- record.c: events into streams and out of them -------------------------- */

enum { EXTRAS = 16 };			/* at most, in one stream */

void stream_record(struct stream *stream, trace_event_id_t type,
		const void *data, size_t size, const struct origin *origin);
void stream_mark(struct stream *stream, trace_event_id_t type,
		const struct origin *origin);
void stream_start(struct stream *stream, const struct origin *origin);
void stream_stop(struct stream *stream, const struct origin *origin);
void stream_halt(struct stream *stream);
void stream_restart(struct stream *stream);
bool stream_peek(struct stream *stream, struct record *record, void *data,
		size_t size);
void stream_drop(struct stream *stream, const struct record *record);
struct origin caller(const struct stream *stream, void *address);

/* --- stream.c, and keeper.c and flusher.c: what a controller has for each ---- */

void stream_close(struct stream *stream, const struct origin *origin);
void stream_end(struct stream *stream, int fd);

bool keeper_is_forking(void);
int keeper_start(struct stream *stream, int fd);
int keeper_pipe(const struct stream *stream);
void keeper_forget_all(void);
void local_lock(void);
void local_unlock(void);

void stream_want_flush(struct stream *stream);
int flusher_start(struct stream *stream, int fd);
unsigned long flusher_ask(struct stream *stream);
int flusher_wait(struct stream *stream, unsigned long ticket);
int flusher_end(struct stream *stream);
int flusher_log(const struct stream *stream);
void flusher_forget_all(void);
void wait_for(sem_t *semaphore);

/* --- log.c and reader.c: writing a log and reading one ------------------------ */

/* How a log begins; the records follow. */
struct log_head {
	char magic[8];
	uint32_t machine[2];		/* what differs between machines */
	uint32_t complete;
	trace_attr_t attr;
	struct posix_trace_status_info status;
	uint64_t end;			/* bytes of records ever written */
	struct map map;
};

void log_head_init(struct log_head *head);
size_t log_room(const trace_attr_t *attr);
bool log_is_full(const struct stream *stream);
void log_recover(struct stream *stream);
int log_flush(struct stream *stream, int fd);
int log_complete(struct stream *stream, int fd);

struct reader *reader_find(trace_id_t trid);
struct log_head *reader_head(struct reader *reader);
unsigned int *reader_cursor(struct reader *reader);
int reader_next(struct reader *reader, struct record *record, void *data,
		size_t size);
void reader_forget_all(void);

/* --- view.c: a stream or a log that is read ----------------------------------- */

struct view {
	struct stream *stream;		/* one of the two */
	struct reader *reader;
	const struct map *map;
	const trace_attr_t *attr;
	struct posix_trace_status_info *status;
	unsigned int *cursor;
	sigset_t saved;
};

bool view_open(struct view *view, trace_id_t trid);
void view_close(struct view *view);

#endif
