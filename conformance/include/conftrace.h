/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Streams, events and logs for the programs of the conformance suite: steps
 * that lead to an assertion, but are not under test.  Included by conftest.h.
 */
#ifndef CONFTRACE_H
#define CONFTRACE_H

/* --- Events ------------------------------------------------------------- */

/* An event that was read. */
struct ct_event {
	struct posix_trace_event_info info;
	size_t len;
	unsigned char data[CT_ROOM];
};

static inline trace_event_id_t ct_type(const char *name)
{
	trace_event_id_t id;

	SETUP(posix_trace_eventid_open(name, &id));
	return id;
}

/* --- Streams ------------------------------------------------------------- */

/* An implementation need not have memory for a large stream.  Returns the size
 * of the stream if that was the reason for the failure, otherwise 0. */
static inline size_t ct_too_large(const trace_attr_t *attr, int err)
{
	size_t size;

	if (err != ENOMEM || attr == NULL)
		return 0;
	SETUP(posix_trace_attr_getstreamsize(attr, &size));
	return size > (size_t)4 << 20 ? size : 0;
}

static inline void ct_made(const char *call, const trace_attr_t *attr, int err)
{
	size_t size = ct_too_large(attr, err);

	if (size != 0)
		UNTESTED("there is no memory for a stream of %zu bytes", size);
	ct_setup(call, err);
}

/* The room that a program has if it does not care for the attributes. */
#define CT_DATA		64	/* bytes of data of an event */
#define CT_SOME		8	/* user events, and as many system events */
#define CT_LOG_SIZE	65536

/*
 * Default attributes with some room.  The sizes are implementation-defined, so
 * they may be too small for anything; then they are raised.  Returns non-zero if
 * one was.
 */
static inline int ct_init(trace_attr_t *attr)
{
	size_t size, user, system, some;
	int raised = 0;

	SETUP(posix_trace_attr_init(attr));
	SETUP(posix_trace_attr_getmaxdatasize(attr, &size));
	if (size < CT_DATA) {
		SETUP(posix_trace_attr_setmaxdatasize(attr, CT_DATA));
		raised = 1;
	}
	SETUP(posix_trace_attr_getmaxusereventsize(attr, CT_DATA, &user));
	SETUP(posix_trace_attr_getmaxsystemeventsize(attr, &system));
	some = CT_SOME * (user + system);
	SETUP(posix_trace_attr_getstreamsize(attr, &size));
	if (size < some) {
		SETUP(posix_trace_attr_setstreamsize(attr, some));
		raised = 1;
	}
#if !defined(_POSIX_TRACE_LOG) || _POSIX_TRACE_LOG != -1
	/* It may fail where there are no logs. */
	if (posix_trace_attr_getlogsize(attr, &size) == 0 &&
			size < CT_LOG_SIZE) {
		SETUP(posix_trace_attr_setlogsize(attr, CT_LOG_SIZE));
		raised = 1;
	}
#endif
	return raised;
}

/* What to create a stream with that needs some room and is otherwise as by
 * default: NULL if the default has it.  The policy is the default of such a
 * stream, because it is disputed what ct_init() gives. */
static inline const trace_attr_t *ct_plain(trace_attr_t *attr, int policy)
{
	if (!ct_init(attr))
		return NULL;
	SETUP(posix_trace_attr_setstreamfullpolicy(attr, policy));
	return attr;
}

/* Create an active stream without log that traces this process.  With NULL it
 * need not have room for anything.  Other programs may use all streams of the
 * system for a moment. */
static inline trace_id_t ct_create(const trace_attr_t *attr)
{
	trace_id_t trid;
	int err;

	CT_UNTIL((err = posix_trace_create(0, attr, &trid)) != EAGAIN);
	ct_made("posix_trace_create", attr, err);
	return trid;
}

/* The same, but with NULL it has some room. */
static inline trace_id_t ct_stream(const trace_attr_t *attr)
{
	trace_attr_t plain;

	return ct_create(attr ? attr : ct_plain(&plain, POSIX_TRACE_LOOP));
}

static inline trace_id_t ct_running(const trace_attr_t *attr)
{
	trace_id_t trid = ct_stream(attr);

	SETUP(posix_trace_start(trid));
	return trid;
}

static inline struct posix_trace_status_info ct_status(trace_id_t trid)
{
	struct posix_trace_status_info status;

	SETUP(posix_trace_get_status(trid, &status));
	return status;
}

/* Set room for n events of `size` bytes each, and `controls` system events.
 * The size of an event may depend on other attributes, which must be set
 * before. */
static inline void ct_room_for(trace_attr_t *attr, size_t n, size_t size,
		size_t controls)
{
	size_t user, system;

	SETUP(posix_trace_attr_setmaxdatasize(attr, size));
	SETUP(posix_trace_attr_getmaxusereventsize(attr, size, &user));
	SETUP(posix_trace_attr_getmaxsystemeventsize(attr, &system));
	SETUP(posix_trace_attr_setstreamsize(attr, n * user +
			controls * system));
}

/* Set room for n events and some system events. */
static inline void ct_room(trace_attr_t *attr, size_t n, size_t size)
{
	ct_room_for(attr, n, size, 4);
}

/* Attributes with this policy and room for n events of `size` bytes each. */
static inline void ct_attr(trace_attr_t *attr, int policy, size_t n,
		size_t size)
{
	ct_init(attr);
	SETUP(posix_trace_attr_setstreamfullpolicy(attr, policy));
	ct_room(attr, n, size);
}

/* A stream with room for *n events, or, if that is large, for as many as memory
 * allows. */
static inline trace_id_t ct_stream_of(trace_attr_t *attr, int *n, size_t size)
{
	trace_id_t trid;
	int err;

	for (;; *n /= 2) {
		ct_room(attr, (size_t)*n, size);
		CT_UNTIL((err = posix_trace_create(0, attr, &trid)) != EAGAIN);
		if (ct_too_large(attr, err) == 0)
			break;
	}
	ct_made("posix_trace_create", attr, err);
	return trid;
}

static inline trace_id_t ct_running_of(trace_attr_t *attr, int *n, size_t size)
{
	trace_id_t trid = ct_stream_of(attr, n, size);

	SETUP(posix_trace_start(trid));
	return trid;
}

/* An active stream without log with room for n events of up to 64 bytes and
 * `controls` system events, because the room of a default stream is not
 * specified. */
static inline trace_id_t ct_stream_for(size_t n, size_t controls)
{
	trace_attr_t attr;

	ct_attr(&attr, POSIX_TRACE_LOOP, n, 64);
	ct_room_for(&attr, n, 64, controls);
	return ct_stream(&attr);
}

static inline trace_id_t ct_running_for(size_t n)
{
	trace_id_t trid = ct_stream_for(n, 4);

	SETUP(posix_trace_start(trid));
	return trid;
}

/* --- Recording and reading ------------------------------------------------- */

/* Record an event that contains a number. */
static inline void ct_fire(trace_event_id_t id, int number)
{
	posix_trace_event(id, &number, sizeof(number));
}

static inline int ct_number(const struct ct_event *ev)
{
	int n = -1;

	if (ev->len >= sizeof(n))
		memcpy(&n, ev->data, sizeof(n));
	return n;
}

/* The next event of an active stream, if there is one now. */
static inline int ct_try(trace_id_t trid, struct ct_event *ev)
{
	int none = -1;

	EXPECT(posix_trace_trygetnext_event(trid, &ev->info, ev->data,
			sizeof(ev->data), &ev->len, &none), 0);
	return !none;
}

/* Wait in vain for an event that only the implementation could record until then.
 * Returns *unavailable, which was 0. */
static inline int ct_time_out(trace_id_t trid, struct ct_event *ev,
		const struct timespec *until)
{
	int none = 0;
	int err = posix_trace_timedgetnext_event(trid, &ev->info, ev->data,
			sizeof(ev->data), &ev->len, &none, until);

	if (err == 0 && !none)
		UNTESTED("an implementation-defined event came between");
	ct_expect("posix_trace_timedgetnext_event()", err, ETIMEDOUT);
	return none;
}

/* The next event of a log, unless it is at its end. */
static inline int ct_read(trace_id_t trid, struct ct_event *ev)
{
	int none = -1;

	EXPECT(posix_trace_getnext_event(trid, &ev->info, ev->data,
			sizeof(ev->data), &ev->len, &none), 0);
	return !none;
}

static inline int ct_is(trace_id_t trid, const struct ct_event *ev,
		trace_event_id_t id)
{
	return posix_trace_eventid_equal(trid, ev->info.posix_event_id, id);
}

typedef int ct_reader(trace_id_t, struct ct_event *);

/* Read up to the next event of this type; 0 if there is none. */
static inline int ct_find(ct_reader *next, trace_id_t trid,
		struct ct_event *ev, trace_event_id_t id)
{
	while (next(trid, ev))
		if (ct_is(trid, ev, id))
			return 1;
	return 0;
}

/* Read up to the next event of any type that contains this number.  No system
 * event may contain it. */
static inline int ct_find_number(ct_reader *next, trace_id_t trid,
		struct ct_event *ev, int number)
{
	while (next(trid, ev))
		if (ev->len == sizeof(number) && ct_number(ev) == number)
			return 1;
	return 0;
}

/* Are two types different?  Where a type is not equal to itself no two are known to
 * be. */
static inline int ct_differ(trace_id_t trid, trace_event_id_t one,
		trace_event_id_t other)
{
	if (!posix_trace_eventid_equal(trid, one, one))
		FAIL("expected an identifier to be equal to itself");
	return !posix_trace_eventid_equal(trid, one, other);
}

/* Does a stream or a log have a type with this name, and which one? */
static inline int ct_has_type(trace_id_t trid, const char *name,
		trace_event_id_t *id)
{
	char other[4096];
	int none;

	SETUP(posix_trace_eventtypelist_rewind(trid));
	for (;;) {
		SETUP(posix_trace_eventtypelist_getnext_id(trid, id, &none));
		if (none)
			return 0;
		SETUP(posix_trace_eventid_get_name(trid, *id, other));
		if (strcmp(other, name) == 0)
			return 1;
	}
}

/* That type.  Another process's has a number only there, and in a log a type may
 * have another number than in the process. */
static inline trace_event_id_t ct_type_in(trace_id_t trid, const char *name)
{
	trace_event_id_t id;

	if (!ct_has_type(trid, name, &id))
		UNRESOLVED("no type has the name \"%s\"", name);
	return id;
}

/* Read all events.  Returns the number of those of this type. */
static inline int ct_count(ct_reader *next, trace_id_t trid,
		trace_event_id_t id)
{
	static struct ct_event ev;
	int n = 0;

	while (ct_find(next, trid, &ev, id))
		n++;
	return n;
}

/* Record numbered events, padded to `size` bytes, until the status of the
 * stream is full.  Returns the number of events. */
static inline int ct_fill(trace_id_t trid, trace_event_id_t id, size_t size)
{
	static unsigned char data[CT_ROOM];
	size_t bytes = 0;
	int n = 0;

	if (size < sizeof(n) || size > sizeof(data))
		UNRESOLVED("events of %zu bytes cannot fill a stream", size);
	while (ct_status(trid).posix_stream_full_status != POSIX_TRACE_FULL) {
		memcpy(data, &n, sizeof(n));
		posix_trace_event(id, data, size);
		n++;
		bytes += size;
		if (bytes > (size_t)64 << 20)
			UNRESOLVED("a small stream was not full after %d "
					"events of %zu bytes", n, size);
	}
	return n;
}

/* --- Logs --------------------------------------------------------------- */

static inline void ct_unlink(void)
{
	if (getpid() == ct_owner)
		while (ct_n_paths > 0)
			unlink(ct_paths[--ct_n_paths]);
}

/* An empty file, open for reading and writing. */
static inline int ct_file(void)
{
	const char *dir = getenv("TMPDIR");

	if (ct_n_paths == 4)
		UNRESOLVED("too many files");
	if (snprintf(ct_paths[ct_n_paths], sizeof(ct_paths[0]),
			"%s/conftest.XXXXXX", dir ? dir : "/tmp") >=
			(int)sizeof(ct_paths[0]))
		UNRESOLVED("the path of TMPDIR is too long");
	return SYSTEM(mkstemp(ct_paths[ct_n_paths++]));
}

#if !defined(_POSIX_TRACE_LOG) || _POSIX_TRACE_LOG != -1

/* Create an active stream with log that traces this process.  With NULL it need
 * not have room for anything. */
static inline trace_id_t ct_create_log(const trace_attr_t *attr, int fd)
{
	trace_id_t trid;
	int err;

	CT_UNTIL((err = posix_trace_create_withlog(0, attr, fd, &trid))
			!= EAGAIN);
	ct_made("posix_trace_create_withlog", attr, err);
	return trid;
}

/* The same, but with NULL it has some room. */
static inline trace_id_t ct_logged(const trace_attr_t *attr, int fd)
{
	trace_attr_t plain;

	return ct_create_log(attr ? attr : ct_plain(&plain, POSIX_TRACE_FLUSH),
			fd);
}

static inline trace_id_t ct_logging(const trace_attr_t *attr, int fd)
{
	trace_id_t trid = ct_logged(attr, fd);

	SETUP(posix_trace_start(trid));
	return trid;
}

/* Attributes of a stream with log that has room for n events of up to 64 bytes,
 * whether or not the implementation flushes meanwhile. */
static inline void ct_log_attr(trace_attr_t *attr, size_t n)
{
	ct_attr(attr, POSIX_TRACE_UNTIL_FULL, n, 64);
	SETUP(posix_trace_attr_setlogfullpolicy(attr, POSIX_TRACE_APPEND));
	ct_room(attr, n, 64);
}

/* A running stream with log, for *n events or as many as memory allows. */
static inline trace_id_t ct_logging_of(trace_attr_t *attr, int *n, size_t size,
		int fd)
{
	trace_id_t trid;
	int err;

	for (;; *n /= 2) {
		ct_room(attr, (size_t)*n, size);
		CT_UNTIL((err = posix_trace_create_withlog(0, attr, fd, &trid))
				!= EAGAIN);
		if (ct_too_large(attr, err) == 0)
			break;
	}
	ct_made("posix_trace_create_withlog", attr, err);
	SETUP(posix_trace_start(trid));
	return trid;
}

/* The same, running, with this file as its log. */
static inline trace_id_t ct_logging_to(int fd, size_t n)
{
	trace_attr_t attr;

	ct_log_attr(&attr, n);
	return ct_logging(&attr, fd);
}

static inline trace_id_t ct_logging_for(size_t n)
{
	return ct_logging_to(ct_file(), n);
}

/* The last log that was made, opened for reading. */
static inline trace_id_t ct_reopen(void)
{
	trace_id_t trid;
	int fd = SYSTEM(open(ct_path, O_RDONLY));

	EXPECT(posix_trace_open(fd, &trid), 0);
	return trid;
}

/* The first event of a log that is no mark of a flush, because it is disputed
 * whether a stream that is not running has such marks. */
static inline int ct_first(trace_id_t trid, struct ct_event *ev)
{
	while (ct_read(trid, ev))
		if (!ct_is(trid, ev, POSIX_TRACE_FLUSH_START) &&
				!ct_is(trid, ev, POSIX_TRACE_FLUSH_STOP))
			return 1;
	return 0;
}

/* Flush, and wait until the flush is complete. */
static inline void ct_flush(trace_id_t trid)
{
	EXPECT(posix_trace_flush(trid), 0);
	CT_UNTIL(ct_status(trid).posix_stream_flush_status ==
			POSIX_TRACE_NOT_FLUSHING);
	if (ct_status(trid).posix_stream_flush_status !=
			POSIX_TRACE_NOT_FLUSHING)
		FAIL("a flush did not end in %g seconds", CT_PATIENCE);
}

/* A log with events of one type with the numbers 0 to n - 1, opened. */
static inline trace_id_t ct_made_log(trace_event_id_t id, int n)
{
	trace_id_t trid = ct_logging_for((size_t)n);
	int i;

	for (i = 0; i < n; i++)
		ct_fire(id, i);
	SETUP(posix_trace_shutdown(trid));
	return ct_reopen();
}

#endif

#endif
