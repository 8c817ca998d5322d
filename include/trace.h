/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * <trace.h>: the Tracing option group of POSIX.1-2008 (Issue 7), all four
 * options: Trace, Trace Event Filter, Trace Inherit and Trace Log.
 *
 * Link with -lposixtrace.  Nothing here goes beyond the standard but the
 * member posix_tid of struct posix_trace_event_info; the extensions are in
 * <posixtrace.h>.  Every function returns 0 or an error number, except
 * posix_trace_event() and posix_trace_eventid_equal(); none touches errno.
 * All are thread-safe.  Only posix_trace_event() is async-signal-safe.
 *
 * glibc says in <unistd.h> that there is no tracing, and has none of the
 * limits in <limits.h>.  Both are put right here.  A program that asks
 * those headers without including this one finds the same answers when it
 * compiles with the flags that `pkg-config --cflags posixtrace` prints, and
 * sysconf(_SC_TRACE...) answers truly in every program that links us.
 */
#ifndef POSIXTRACE_INCLUDE_TRACE_H
#define POSIXTRACE_INCLUDE_TRACE_H

#include <sys/types.h>
#include <limits.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

/*
 * Where nothing but ISO C is asked for, as by -std=c11 alone, glibc has neither
 * pthread_t in <sys/types.h> nor, before C11, struct timespec in <time.h>.
 */
#if defined __GLIBC__ && !defined __USE_POSIX199506 && !defined __USE_UNIX98
#include <pthread.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
/* Exported, although the library is compiled with everything hidden. */
#pragma GCC visibility push(default)
#endif

/* Options, as <unistd.h> would define them. */
#undef _POSIX_TRACE
#undef _POSIX_TRACE_EVENT_FILTER
#undef _POSIX_TRACE_INHERIT
#undef _POSIX_TRACE_LOG
#define _POSIX_TRACE			200809L
#define _POSIX_TRACE_EVENT_FILTER	200809L
#define _POSIX_TRACE_INHERIT		200809L
#define _POSIX_TRACE_LOG		200809L

/* Limits, as <limits.h> would define them: the minima, then ours. */
#ifndef _POSIX_TRACE_EVENT_NAME_MAX
#define _POSIX_TRACE_EVENT_NAME_MAX	30
#define _POSIX_TRACE_NAME_MAX		8
#define _POSIX_TRACE_SYS_MAX		8
#define _POSIX_TRACE_USER_EVENT_MAX	32
#endif
#ifndef TRACE_EVENT_NAME_MAX
#define TRACE_EVENT_NAME_MAX	63	/* bytes of an event name, without NUL */
#define TRACE_NAME_MAX		31	/* bytes of a stream name, without NUL */
#define TRACE_SYS_MAX		64	/* active streams of a user */
#define TRACE_USER_EVENT_MAX	1024	/* user event types of a process */
#endif

/* Types. */
#ifndef POSIXTRACE_TYPES_DEFINED
#define POSIXTRACE_TYPES_DEFINED

/* An event type; meaningful in one process or stream, see eventid_equal. */
typedef unsigned int trace_event_id_t;

/* A stream, meaningful only in the process that created or opened it. */
typedef unsigned long trace_id_t;

/*
 * A set of event types: plain bits, no pointers.  May be assigned, passed by
 * value, and copied as bytes (it is the data of START and FILTER events).
 */
typedef struct {
	unsigned long posix_trace_bits[256 / sizeof(unsigned long)];
} trace_event_set_t;

/* Attributes of a stream; neither assignable nor comparable. */
typedef union {
	char posix_trace_opaque[256];
	unsigned long posix_trace_align;
} trace_attr_t;

#endif /* POSIXTRACE_TYPES_DEFINED */

/* What an event carries besides its data. */
struct posix_trace_event_info {
	trace_event_id_t posix_event_id;
	pid_t posix_pid;
	void *posix_prog_address;	/* of the call to posix_trace_event() */
	pthread_t posix_thread_id;
	struct timespec posix_timestamp;
	int posix_truncation_status;
	pid_t posix_tid;		/* extension: kernel thread id, or 0 */
};

struct posix_trace_status_info {
	int posix_stream_status;
	int posix_stream_full_status;
	int posix_stream_overrun_status;
	int posix_stream_flush_status;
	int posix_stream_flush_error;
	int posix_log_overrun_status;
	int posix_log_full_status;
};

#ifdef __cplusplus
#define POSIX_TRACE_ID_(number)		static_cast<trace_event_id_t>(number)
#else
#define POSIX_TRACE_ID_(number)		((trace_event_id_t)number)
#endif

/* Event types defined by the standard.  Those up to 63 are system types. */
#define POSIX_TRACE_ERROR		POSIX_TRACE_ID_(1)
#define POSIX_TRACE_START		POSIX_TRACE_ID_(2)
#define POSIX_TRACE_STOP		POSIX_TRACE_ID_(3)
#define POSIX_TRACE_FILTER		POSIX_TRACE_ID_(4)
#define POSIX_TRACE_OVERFLOW		POSIX_TRACE_ID_(5)
#define POSIX_TRACE_RESUME		POSIX_TRACE_ID_(6)
#define POSIX_TRACE_FLUSH_START		POSIX_TRACE_ID_(7)
#define POSIX_TRACE_FLUSH_STOP		POSIX_TRACE_ID_(8)
#define POSIX_TRACE_UNNAMED_USEREVENT	POSIX_TRACE_ID_(64)
/* <trace.h> and the function pages of the standard spell it differently. */
#define POSIX_TRACE_UNNAMED_USER_EVENT	POSIX_TRACE_UNNAMED_USEREVENT

/* Stream-full and log-full policies. */
#define POSIX_TRACE_LOOP		1
#define POSIX_TRACE_UNTIL_FULL		2
#define POSIX_TRACE_FLUSH		3
#define POSIX_TRACE_APPEND		4

/* Inheritance. */
#define POSIX_TRACE_CLOSE_FOR_CHILD	1
#define POSIX_TRACE_INHERITED		2

/* Members of struct posix_trace_status_info. */
#define POSIX_TRACE_RUNNING		1
#define POSIX_TRACE_SUSPENDED		2
#define POSIX_TRACE_NOT_FULL		1
#define POSIX_TRACE_FULL		2
#define POSIX_TRACE_NO_OVERRUN		0
#define POSIX_TRACE_OVERRUN		1
#define POSIX_TRACE_NOT_FLUSHING	1
#define POSIX_TRACE_FLUSHING		2

/* posix_truncation_status. */
#define POSIX_TRACE_NOT_TRUNCATED	1
#define POSIX_TRACE_TRUNCATED_RECORD	2
#define POSIX_TRACE_TRUNCATED_READ	3

/* What posix_trace_eventset_fill() fills in. */
#define POSIX_TRACE_WOPID_EVENTS	1
#define POSIX_TRACE_SYSTEM_EVENTS	2
#define POSIX_TRACE_ALL_EVENTS		3

/* How posix_trace_set_filter() combines. */
#define POSIX_TRACE_SET_EVENTSET	1
#define POSIX_TRACE_ADD_EVENTSET	2
#define POSIX_TRACE_SUB_EVENTSET	3

/*
 * Attributes.  A pointer to something that posix_trace_attr_init() or
 * posix_trace_get_attr() did not fill gives EINVAL, as does a value outside
 * its list.  Character arrays need TRACE_NAME_MAX bytes.
 */
int posix_trace_attr_init(trace_attr_t *attr);
int posix_trace_attr_destroy(trace_attr_t *attr);

int posix_trace_attr_getclockres(const trace_attr_t *attr,
		struct timespec *resolution);
int posix_trace_attr_getcreatetime(const trace_attr_t *attr,
		struct timespec *createtime);
int posix_trace_attr_getgenversion(const trace_attr_t *attr,
		char *genversion);
int posix_trace_attr_getname(const trace_attr_t *attr, char *tracename);
/* A longer name is cut to TRACE_NAME_MAX - 1 bytes. */
int posix_trace_attr_setname(trace_attr_t *attr, const char *tracename);

int posix_trace_attr_getinherited(const trace_attr_t *__restrict attr,
		int *__restrict inheritancepolicy);
int posix_trace_attr_setinherited(trace_attr_t *attr, int inheritancepolicy);
int posix_trace_attr_getlogfullpolicy(const trace_attr_t *__restrict attr,
		int *__restrict logpolicy);
int posix_trace_attr_setlogfullpolicy(trace_attr_t *attr, int logpolicy);
int posix_trace_attr_getstreamfullpolicy(const trace_attr_t *__restrict attr,
		int *__restrict streampolicy);
int posix_trace_attr_setstreamfullpolicy(trace_attr_t *attr,
		int streampolicy);

/* Sizes are bytes.  Any size may be set; a create rounds it or refuses. */
int posix_trace_attr_getlogsize(const trace_attr_t *__restrict attr,
		size_t *__restrict logsize);
int posix_trace_attr_setlogsize(trace_attr_t *attr, size_t logsize);
int posix_trace_attr_getmaxdatasize(const trace_attr_t *__restrict attr,
		size_t *__restrict maxdatasize);
int posix_trace_attr_setmaxdatasize(trace_attr_t *attr, size_t maxdatasize);
int posix_trace_attr_getmaxsystemeventsize(
		const trace_attr_t *__restrict attr,
		size_t *__restrict eventsize);
int posix_trace_attr_getmaxusereventsize(const trace_attr_t *__restrict attr,
		size_t data_len, size_t *__restrict eventsize);
int posix_trace_attr_getstreamsize(const trace_attr_t *__restrict attr,
		size_t *__restrict streamsize);
int posix_trace_attr_setstreamsize(trace_attr_t *attr, size_t streamsize);

/*
 * The controller.  pid 0 is the caller; another process must belong to the
 * caller's user, unless that is root.  file_desc is a regular file open for
 * writing; it is never closed.
 */
int posix_trace_create(pid_t pid, const trace_attr_t *__restrict attr,
		trace_id_t *__restrict trid);
int posix_trace_create_withlog(pid_t pid, const trace_attr_t *__restrict attr,
		int file_desc, trace_id_t *__restrict trid);
int posix_trace_flush(trace_id_t trid);
int posix_trace_shutdown(trace_id_t trid);
int posix_trace_clear(trace_id_t trid);
int posix_trace_start(trace_id_t trid);
int posix_trace_stop(trace_id_t trid);
int posix_trace_get_filter(trace_id_t trid, trace_event_set_t *set);
int posix_trace_set_filter(trace_id_t trid, const trace_event_set_t *set,
		int how);
int posix_trace_trid_eventid_open(trace_id_t trid,
		const char *__restrict event_name,
		trace_event_id_t *__restrict event);

/*
 * The traced process.  posix_trace_event() is async-signal-safe, never waits
 * for another thread or process, whatever they are doing, makes no
 * system call in steady state, and copies the data before it returns.  While
 * no stream traces the process a call is two loads and a branch, in line;
 * define POSIXTRACE_NO_INLINE to have an ordinary call.
 */
void posix_trace_event(trace_event_id_t event_id,
		const void *__restrict data_ptr, size_t data_len);
int posix_trace_eventid_open(const char *__restrict event_name,
		trace_event_id_t *__restrict event_id);

/* Controller and analyser.  event_name needs TRACE_EVENT_NAME_MAX + 1. */
int posix_trace_get_attr(trace_id_t trid, trace_attr_t *attr);
int posix_trace_get_status(trace_id_t trid,
		struct posix_trace_status_info *statusinfo);
int posix_trace_eventid_equal(trace_id_t trid, trace_event_id_t event1,
		trace_event_id_t event2);
int posix_trace_eventid_get_name(trace_id_t trid, trace_event_id_t event,
		char *event_name);
int posix_trace_eventtypelist_getnext_id(trace_id_t trid,
		trace_event_id_t *__restrict event,
		int *__restrict unavailable);
int posix_trace_eventtypelist_rewind(trace_id_t trid);

/* The analyser.  The data is cut to num_bytes; the event is gone then. */
int posix_trace_getnext_event(trace_id_t trid,
		struct posix_trace_event_info *__restrict event,
		void *__restrict data, size_t num_bytes,
		size_t *__restrict data_len, int *__restrict unavailable);
int posix_trace_timedgetnext_event(trace_id_t trid,
		struct posix_trace_event_info *__restrict event,
		void *__restrict data, size_t num_bytes,
		size_t *__restrict data_len, int *__restrict unavailable,
		const struct timespec *__restrict abstime);
int posix_trace_trygetnext_event(trace_id_t trid,
		struct posix_trace_event_info *__restrict event,
		void *__restrict data, size_t num_bytes,
		size_t *__restrict data_len, int *__restrict unavailable);
int posix_trace_open(int file_desc, trace_id_t *trid);
int posix_trace_close(trace_id_t trid);
int posix_trace_rewind(trace_id_t trid);

/* Event sets.  An unknown `what` or an id out of range gives EINVAL. */
int posix_trace_eventset_add(trace_event_id_t event_id,
		trace_event_set_t *set);
int posix_trace_eventset_del(trace_event_id_t event_id,
		trace_event_set_t *set);
int posix_trace_eventset_empty(trace_event_set_t *set);
int posix_trace_eventset_fill(trace_event_set_t *set, int what);
int posix_trace_eventset_ismember(trace_event_id_t event_id,
		const trace_event_set_t *__restrict set,
		int *__restrict ismember);

/*
 * The gate points at a word that is 1 while no stream traces this process.
 * Another word, 2048 bytes after it, is raised by a controller that may have
 * changed that.  If the words allow an event, the second function is called.
 * The address of posix_trace_event() is that of the real function.
 */
extern const unsigned *const __posix_trace_gate;
extern void __posix_trace_event(trace_event_id_t, const void *__restrict,
		size_t);

#if defined(__GNUC__) && !defined(POSIXTRACE_NO_INLINE)
extern __inline __attribute__((__gnu_inline__, __always_inline__, __artificial__))
void posix_trace_event(trace_event_id_t event_id,
		const void *__restrict data_ptr, size_t data_len)
{
	/* In this order: then a stream that was just attached is not missed. */
	const unsigned __raised =
		__atomic_load_n(&__posix_trace_gate[512], __ATOMIC_ACQUIRE);

	if (__builtin_expect(
		    __atomic_load_n(&__posix_trace_gate[0], __ATOMIC_RELAXED) <=
		    __raised, 0))
		__posix_trace_event(event_id, data_ptr, data_len);
}
#endif

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif /* POSIXTRACE_INCLUDE_TRACE_H */
