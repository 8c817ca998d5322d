/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * <posixtrace.h>: what libposixtrace offers beyond <trace.h>.
 *
 * The implementation-defined system event types (allowed by XSH 2.11.2),
 * trace points with named and typed arguments, and what a tool wants to know
 * of a stream that the standard has no function for: how much was lost, how
 * full it was, what the data of an event means, and who recorded an event of a
 * ThreadX trace.
 */
#ifndef POSIXTRACE_INCLUDE_POSIXTRACE_H
#define POSIXTRACE_INCLUDE_POSIXTRACE_H

#include <stdint.h>
#include <trace.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
/* Exported, although the library is compiled with everything hidden. */
#pragma GCC visibility push(default)
#endif

/*
 * Record a system event of <posixtrace-events.h>, as posix_trace_event() records a
 * user event: with the caller's address `address`, into every running stream
 * of the process that does not filter it.  Not bound by max-data-size but by
 * posix_trace_attr_getmaxsystemeventsize().  An id outside 9..63 does
 * nothing.  What is loaded at the address stays so during the call.  Async-signal-safe; errno is kept.
 */
void posixtrace_system_event(trace_event_id_t event_id, const void *data,
		size_t data_len, const void *address);

/*
 * The same if it can be done without calling a function, but syscall() to wake a
 * reader: then it is, and 1 is returned; else 0, and nothing has been done.  For
 * libraries that interpose functions of the C library, which
 * posixtrace_system_event() may call.
 */
int posixtrace_try_system_event(trace_event_id_t event_id, const void *data,
		size_t data_len, const void *address);

/* Non-zero if some stream may want events of this process; a cheap guess
 * that saves preparing the data of an event.  Async-signal-safe. */
int posixtrace_is_traced(void);

#if defined(__GNUC__) && !defined(POSIXTRACE_NO_INLINE)
extern __inline __attribute__((__gnu_inline__, __always_inline__, __artificial__))
int posixtrace_is_traced(void)
{
	/* As in <trace.h>. */
	const unsigned raised =
		__atomic_load_n(&__posix_trace_gate[512], __ATOMIC_ACQUIRE);

	return __builtin_expect(
		__atomic_load_n(&__posix_trace_gate[0], __ATOMIC_RELAXED) <=
		raised, 0) != 0;
}
#endif

/*
 * Trace points with arguments:
 *
 *	POSIXTRACE_BEGIN("ctl:cycle_end")
 *		POSIXTRACE_U32(n, count)
 *		POSIXTRACE_DOUBLE(temperature, read_sensor())
 *		POSIXTRACE_STRING(path, name)
 *	POSIXTRACE_END;
 *
 * records a user event of that type, as posix_trace_event() does: with the
 * address of the trace point, into every running stream of the process that
 * does not filter it, bound by max-data-size, async-signal-safe.  There is
 * neither a comma nor a semicolon between the arguments, and nothing else.
 *
 * The first operand is the name of the argument, the second its value, an
 * expression.  All are evaluated once, in no certain order, before anything
 * is stored, and not at all if no stream traces the process; between
 * POSIXTRACE_BEGIN_LAZY and POSIXTRACE_END only if some stream records
 * events of this type just then.  So a value must have no side effect that
 * the program needs.  The values are put into the stream one behind the
 * other, without gaps; a string and memory are copied from where they are.
 *
 * The type is opened, as by posix_trace_eventid_open(), and the arguments
 * are described, when the trace point records for the first time.  The name
 * is a string that stays.  Types beyond the limits are recorded as the
 * unnamed one.  A trace point that gives a type other arguments than the
 * first one did belongs to a type of its own, NAME~2 and so on up to NAME~9,
 * and to the unnamed one after these.
 *
 *	U8 U16 U32 U64, I8 I16 I32 I64	an integer
 *	X8 X16 X32 X64			the same, to be shown in hexadecimal
 *	FLOAT, DOUBLE			a floating point number
 *	BOOL, CHAR			0 or 1; a character
 *	POINTER				any pointer
 *	STRING				up to its NUL; NULL is "(null)"
 *	MEMORY(name, address, size)	at most 65503 bytes
 *	ARG(name, value)		whichever of these the value's type is
 *
 * A value of the wrong sort does not compile with C11, nor with C++11: a
 * pointer or a floating point number for an integer, an integer that is
 * wider than the argument and wider than an int, a number for a string.  ARG
 * needs one of the two.
 *
 * POSIXTRACE_POINT("ctl:tick"); records an event without arguments, and
 *
 *	{
 *		POSIXTRACE_SCOPE("ctl:cycle");
 *		...
 *	}
 *
 * "ctl:cycle_begin" there and "ctl:cycle_end" at the end of the block, however
 * that is left (but for longjmp); it is a declaration, needs GCC or Clang, and
 * the name is a literal.  <posixtrace.hpp> has both with arguments.
 *
 * If POSIXTRACE_DISABLE is defined when this header is included, trace points
 * are compiled, to see that they could be, and leave no code behind.
 */
enum {
	POSIXTRACE_KIND_U8 = 0x11,
	POSIXTRACE_KIND_U16 = 0x12,
	POSIXTRACE_KIND_U32 = 0x14,
	POSIXTRACE_KIND_U64 = 0x18,
	POSIXTRACE_KIND_I8 = 0x21,
	POSIXTRACE_KIND_I16 = 0x22,
	POSIXTRACE_KIND_I32 = 0x24,
	POSIXTRACE_KIND_I64 = 0x28,
	POSIXTRACE_KIND_X8 = 0x31,
	POSIXTRACE_KIND_X16 = 0x32,
	POSIXTRACE_KIND_X32 = 0x34,
	POSIXTRACE_KIND_X64 = 0x38,
	POSIXTRACE_KIND_F32 = 0x44,
	POSIXTRACE_KIND_F64 = 0x48,
	POSIXTRACE_KIND_BOOL = 0x51,
	POSIXTRACE_KIND_CHAR = 0x61,
	POSIXTRACE_KIND_POINTER = 0x78,
	POSIXTRACE_KIND_STRING = 0x80,
	POSIXTRACE_KIND_MEMORY = 0x90
};

/* An argument, made by the macros. */
struct posixtrace_arg {
	const char *name;
	uint32_t kind;		/* POSIXTRACE_KIND_... */
	uint32_t size;		/* bytes it takes in the data */
	uint64_t value;		/* the number's bits, or the address */
};

/* A trace point; made by POSIXTRACE_BEGIN, static and zero but for `name`. */
struct posixtrace_point {
	const char *name;
	trace_event_id_t id;	/* 0: not opened yet */
};

/* Record an event with arguments.  The macros call it. */
void posixtrace_record(struct posixtrace_point *point,
		const struct posixtrace_arg *args, size_t n);

/*
 * Record an event of the type of a trace point that is open, whose arguments
 * take `size` bytes, at most 8 * POSIXTRACE_WORDS_MAX.  They are those of the
 * words, in the order of memory; the bytes behind them are zero.  The macros
 * call it where the arguments are few numbers, while the process is traced.
 */
#define POSIXTRACE_WORDS_MAX 4
void posixtrace_record_words(trace_event_id_t id, size_t size,
		uint64_t first, uint64_t second, uint64_t third,
		uint64_t fourth);

/*
 * Non-zero if an event of that type would be recorded now, or be counted as
 * lost by a stream that is full.  Async-signal-safe.
 */
int posixtrace_is_recorded(trace_event_id_t event_id);

/* The same for the type of a trace point that may not be open yet. */
int posixtrace_is_wanted(const struct posixtrace_point *point);

/* The arguments of an event type, as its first trace point gave them. */
#define POSIXTRACE_ARGUMENTS_MAX 248
struct posixtrace_arguments {
	/* "n:u32 path:str", with the kinds u8 u16 u32 u64, i8 i16 i32 i64,
	 * x8 x16 x32 x64, f32 f64, bool, char, ptr (8 bytes), str (with its
	 * zero), mem (a length of 2 bytes in front).  If it ends in " ...",
	 * there are more, of which nothing is known. */
	char text[POSIXTRACE_ARGUMENTS_MAX];
	int is_big_endian;	/* the numbers in the data */
};

/* What the data of events of a type means.  EINVAL: not a stream, or no type
 * of it that has described arguments. */
int posixtrace_get_arguments(trace_id_t trid, trace_event_id_t event_id,
		struct posixtrace_arguments *arguments);

/*
 * Are the numbers in the data of user events big-endian?  1 or 0; -1: not a
 * stream.  A log may be from a machine of the other byte order; the data of
 * its system events, and all else, is read in that of this one.
 */
int posixtrace_is_big_endian(trace_id_t trid);

/*
 * For posix_trace_create() and posix_trace_create_withlog(): the stream traces
 * every process of the caller's effective user that is linked with the
 * library, those there are, the caller too, and those that come later, however
 * they come.  One that has never traced nor opened a type joins at its first
 * event.  EACCES: there is no runtime directory, in which they would find it.
 *
 * Each process has ids of its own for its types; in this stream a name has
 * one id, which posix_trace_trid_eventid_open() and the type list tell.  It
 * has room for 1983 names of all processes; further ones are recorded as
 * POSIX_TRACE_UNNAMED_USEREVENT.
 */
#define POSIX_TRACE_ALLPROC (-1)	/* of pid_t, which is int */

/* A gap in a stream: what the last POSIX_TRACE_OVERFLOW stands for. */
struct posixtrace_loss {
	uint64_t events;		/* lost in this gap, at least */
	struct timespec first;		/* time of the first one lost */
	struct timespec resume;		/* of the first event after them */
};

/*
 * The gap that was read last from trid: behind a POSIX_TRACE_OVERFLOW or, if a
 * stream stopped by itself and none was reported for that, behind the
 * POSIX_TRACE_START after it.  It stays the answer until the next gap.  Who adds
 * gaps up asks after both types of event, and counts a gap only if one of its
 * members differs from those of the gap before.  EINVAL: not a stream, or
 * nothing was lost.
 */
int posixtrace_get_loss(trace_id_t trid, struct posixtrace_loss *loss);

/*
 * Compress the blocks of a log that is created with these attributes, at a
 * level from 1, the fastest, to 19; 0, the default, does not.  EINVAL: no
 * attributes, or no such level.  ENOTSUP: it cannot be done here.
 */
int posixtrace_attr_setcompression(trace_attr_t *attr, int level);
int posixtrace_attr_getcompression(const trace_attr_t *attr, int *level);

/*
 * 1: the memory of a stream that is created with these attributes is there
 * before posix_trace_create() returns, in this process and, from its first trace
 * point with the stream on, in the one that is traced, and is never paged out: no
 * event of up to 60 threads at the same time waits for a page.  posix_trace_create()
 * fails with ENOMEM if so much memory may not be locked (RLIMIT_MEMLOCK).  0 is
 * the default.  EINVAL: no attributes, or neither 0 nor 1.
 */
int posixtrace_attr_setlocked(trace_attr_t *attr, int locked);
int posixtrace_attr_getlocked(const trace_attr_t *attr, int *locked);

/*
 * The scheduling of the thread that writes the log of an active stream: a
 * policy and a priority as in pthread_setschedparam(3).  The thread begins as
 * SCHED_OTHER with priority 0, and with the nice value and the processors of
 * the stream's creator.  A caller of posix_trace_flush(), posix_trace_clear() or
 * posix_trace_shutdown() waits for this thread, whatever the caller's priority;
 * a trace point never does.
 *
 * EINVAL: not an active stream with a log, or no such policy or priority.
 * EPERM: the process has no permission for that.
 */
int posixtrace_setflushsched(trace_id_t trid, int policy, int priority);
int posixtrace_getflushsched(trace_id_t trid, int *policy, int *priority);

/*
 * Go on with another log: what the stream has recorded so far is written to its
 * log, which is complete then, as if the stream had been shut down; what is recorded
 * from then on goes to the file `file_desc`.  The stream runs on meanwhile, and each
 * event is in one of the two.  Each is a whole log of its own, with the names of all
 * types, and tells the losses since the one before; the limits of the attributes are
 * for each.  A log that is full (POSIX_TRACE_UNTIL_FULL) has stopped its stream, which
 * posix_trace_start() starts again after that.
 *
 * With POSIX_TRACE_LOOP as the policy of the stream nothing is written before, so this
 * is the snapshot of a flight recorder: the former log has the newest events, as many
 * as the stream holds.
 *
 * file_desc is read and written as that of posix_trace_create_withlog(), and may be
 * closed afterwards.  On an error nothing has changed.  An error of completing the
 * former log is in posix_stream_flush_error, and what it lacks is counted there as
 * lost.  Waits for the disk, not to be called in signal handlers; no cancellation
 * point.
 *
 * EINVAL: not an active stream with a log.  EBADF: not a descriptor open for writing.
 * EBUSY: a stream writes to that file already.  ENOMEM: no memory, or no thread can be
 * had.  Else those that posix_trace_create_withlog() has of the file.
 */
int posixtrace_switch_log(trace_id_t trid, int file_desc);

/*
 * Open the log of a pre-recorded stream again, at its beginning: *other has exactly the
 * events, losses, names and attributes that `trid` has, also if the log is being
 * written, where posix_trace_open() would find more.  The two are read independently,
 * and by any threads; either can be closed first.  What a growing log with
 * POSIX_TRACE_LOOP overwrites meanwhile cannot be read by either.
 * EINVAL: not a pre-recorded stream; ENOTSUP: of a ThreadX dump, which does not grow;
 * ENOMEM: no memory, or too many streams are open.  Not for signal handlers.
 */
int posixtrace_open_again(trace_id_t trid, trace_id_t *other);

/*
 * Go to the oldest event of a pre-recorded stream that is not before *time.  If
 * there is none, the next read returns the end of the stream.  Losses before
 * that event are not reported any more, nor is the POSIX_TRACE_RESUME behind one, if
 * that event is the first behind it.  Of a loss that goes on until after *time the
 * POSIX_TRACE_OVERFLOW comes first, with the time of its first missing event.  Earlier
 * events are not read for it.
 * EINVAL: not a pre-recorded stream, or not a valid time; ENOMEM.
 */
int posixtrace_seek(trace_id_t trid, const struct timespec *time);

/*
 * Many events of a pre-recorded stream at once, for programs that take columns
 * of numbers: each member that is not NULL is an array of the caller with an
 * entry for each event, in the order of posix_trace_getnext_event(), which goes
 * on behind them.  What is not wanted costs nothing.
 */
struct posixtrace_columns {
	size_t size;			/* sizeof(struct posixtrace_columns) */
	size_t max;			/* entries of each array, 1 or more */
	int64_t *time;			/* nanoseconds since the epoch */
	uint32_t *id;			/* trace_event_id_t */
	int32_t *pid;
	int32_t *tid;			/* posix_tid */
	uint64_t *thread;		/* pthread_t, as a number */
	uint64_t *address;		/* of the trace point */
	uint8_t *truncated;		/* POSIX_TRACE_NOT_TRUNCATED or why */
	/* max + 1 entries: the data of event i is in `data`, from offset[i] to
	 * offset[i + 1].  The caller sets offset[0]: 0, or where the data of the
	 * call before ended.  Without `data` they tell how long it is. */
	uint64_t *offset;
	void *data;			/* one behind the other; needs `offset` */
	size_t data_size;		/* bytes of `data` */
	uint32_t *breaks;		/* as posixtrace_get_breaks() */
};

/* No event has more data. */
#define POSIXTRACE_DATA_MAX 65535

/*
 * Read up to `max` events; *n is how many were read, 0 at the end of the stream.
 * There are fewer where `data` has not room left for POSIXTRACE_DATA_MAX bytes:
 * what is too small for that gets one event, cut as by
 * posix_trace_getnext_event().  The last one may be any, but an event for which
 * posixtrace_get_loss() is to be asked, POSIX_TRACE_OVERFLOW or
 * POSIX_TRACE_START, is always the last one; posixtrace_get_context() tells of
 * the last one, too.
 *
 * EINVAL: not a pre-recorded stream; `size` is none that the library knows,
 * `max` is 0, there is `data` without `offset`, or
 * offset[0] is behind its end.  ENOMEM: nothing was read.
 */
int posixtrace_read_columns(trace_id_t trid,
		const struct posixtrace_columns *columns, size_t *n);

/*
 * *n is the number of places in a damaged log that cannot be read, and may have had
 * events of the same thread as the event read last, from before it: what its thread
 * recorded, and what nobody knows the thread of.  If it was less at an earlier event of
 * that thread, some in between may be missing, which no gap tells of.  Always 0 for a
 * log without damage and for a ThreadX trace.
 * EINVAL: not a pre-recorded stream.
 */
int posixtrace_get_breaks(trace_id_t trid, uint32_t *n);

/*
 * What a log says of where its events are from.  The functions below, up to
 * posixtrace_get_block(), are
 * for pre-recorded streams, may be called by several threads at once, and not
 * from signal handlers.  EINVAL: not a pre-recorded stream.
 */

/* Both clocks at one moment: the create of the stream, or, if the log was made
 * from the events of others, its first event. */
struct posixtrace_clock {
	struct timespec real;		/* CLOCK_REALTIME; time stamps are that */
	struct timespec monotonic;	/* CLOCK_MONOTONIC; 0: not known */
};

/* ENOENT: the trace has no date, as that of ThreadX. */
int posixtrace_get_clock(trace_id_t trid, struct posixtrace_clock *clock);

struct posixtrace_origin {
	pid_t target;			/* process traced; 0: not one, or not known */
	pid_t controller;		/* process that created the stream; 0: the
					 * log was made from the events of others */
	pid_t highest_id;		/* no process or thread in it has a higher */
	uint32_t identity;		/* random; another one in every log */
	char host[64];			/* name of the machine, may be empty ... */
	char boot_id[40];		/* ... and which boot of it */
};

/* ENOENT: a ThreadX trace, which says nothing of that. */
int posixtrace_get_origin(trace_id_t trid, struct posixtrace_origin *origin);

/*
 * The name of a thread, by the ids of one of its events: the bytes that the
 * program set, truncated at the limit, terminated by a NUL.  Names are looked
 * up at the first call, and kept.  ENOENT: the log does not have it, or it is a
 * ThreadX trace, whose names posixtrace_get_context() returns.  ENOMEM.
 */
#define POSIXTRACE_THREAD_NAME_MAX 31
int posixtrace_get_thread_name(trace_id_t trid, pid_t pid, pid_t tid,
		char name[POSIXTRACE_THREAD_NAME_MAX + 1]);

/* One moment by the clock that events are recorded with, and in nanoseconds. */
struct posixtrace_anchor {
	uint64_t ticks;
	uint64_t ns;			/* CLOCK_MONOTONIC */
};

/* How a log is stored. */
struct posixtrace_log {
	unsigned version;		/* of the format */
	unsigned pointer_size;		/* bytes, of the program that was traced */
	uint64_t block_start;		/* offset of the first block */
	uint64_t block_limit;		/* blocks end here; 0: the log grows */
	uint64_t block_max;		/* bytes of a block, at most */
	uint64_t blocks;		/* that can be read ... */
	uint64_t records;		/* ... and the records in them */
	uint64_t damaged;		/* places that cannot be read: those known
					 * when it was opened, and read since */
	int has_status;			/* 0: what only the stream knew is lost: how
					 * it ended, and most of its usage */
	int has_counter;		/* ticks are a processor's counter, else ns */
	unsigned anchors;		/* that relate the clocks: at least one */
	struct posixtrace_anchor first;
	struct posixtrace_anchor last;
	int64_t first_real_ns;		/* of `first`, by CLOCK_REALTIME */
	char segment[128];		/* path of the memory of its stream */
};

/* ENOENT: a ThreadX trace, of which posixtrace_get_dump() tells. */
int posixtrace_get_log(trace_id_t trid, struct posixtrace_log *log);

/* A block of a log: records of one thread. */
struct posixtrace_block {
	uint64_t serial;		/* number, in the order of writing */
	uint64_t offset;		/* in the file */
	uint64_t bytes;			/* with its header */
	uint64_t records;
	uint64_t record_bytes;		/* as they are stored */
	uint64_t base;			/* ticks of the first record ... */
	uint64_t last;			/* ... and of the last */
	pid_t pid;
	pid_t tid;
	int is_controllers;		/* what the controller recorded itself */
};

/* Number n of them, from 0, by time.  ENOENT: there are not so many, or it is a
 * ThreadX trace. */
int posixtrace_get_block(trace_id_t trid, size_t n,
			 struct posixtrace_block *block);

/* Why a stream holds what it holds; counts are since create or clear. */
struct posixtrace_usage {
	uint64_t events;		/* recorded and not lost since */
	uint64_t bytes;			/* of their records */
	uint64_t lost;			/* events lost from the stream */
	uint64_t log_lost;		/* events lost from the log */
	uint64_t stream_size;		/* bytes reserved for records */
	uint64_t peak;			/* most bytes ever waiting at once */
	uint32_t processes;		/* that ever attached to the stream */
	uint32_t threads;		/* that ever recorded into it */
	uint32_t starts;		/* times it was started */
	uint32_t filtered;		/* event types its filter excludes */
	int complete;			/* 0: a log whose writer died or goes on */
};

/*
 * Usage of an active stream, or of the stream a log was made from.  Of an
 * active one `events` and `bytes` count what has been read or flushed so far:
 * what is in its memory yet is in the sum when that has been done, and
 * `lost` at once.  Of a LOOP log, some events that are as old as what has been
 * overwritten count as lost from the log when reading has passed over them.
 * System events count like others, an OVERFLOW that a LOOP log has overwritten
 * as one event lost from the log.  Of a log `events` has each OVERFLOW that was
 * written, and no RESUME; reading makes one OVERFLOW of several that follow each
 * other, and a RESUME behind it, so it may find a few more or fewer.
 * EINVAL: not a stream.
 */
int posixtrace_get_usage(trace_id_t trid, struct posixtrace_usage *usage);

/*
 * POSIXTRACE in the environment starts a stream with a log in a program that is
 * linked with the library (posixtrace(7)), unless the program defines this: one
 * that itself reads or makes traces, as the `posixtrace` command does.
 */
extern const int posixtrace_ignores_environment;

/*
 * Called with 1 before the program enters a sandbox, such as a filter of seccomp(2),
 * that ends it for system calls that it does not make itself: from now on trace
 * points of the process make none.  Called with 0: the sandbox could not be
 * entered.  Returns what the previous call was given, or 0; errno is kept.  Threads
 * may call it at the same time, handlers may not; it waits up to a tenth of a second
 * for threads that are inside trace points.
 *
 * A quiet process goes on in the streams that it is in, but not in others, and
 * its children record nothing: that counts as lost in the streams that they would
 * inherit.  When it ends, its files in the runtime directory stay until another
 * process removes them, and logs of its own streams that it has not shut down are
 * not completed; posixtrace_recover() does that.
 */
int posixtrace_quiet(int quiet);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#include <posixtrace-added.h>
#include <posixtrace-events.h>
#include <posixtrace-macros.h>
#include <posixtrace-mapping.h>
#include <posixtrace-recovery.h>
#include <posixtrace-streams.h>
#include <posixtrace-threadx.h>

#endif /* POSIXTRACE_INCLUDE_POSIXTRACE_H */
