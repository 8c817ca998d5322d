/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Decodes the data of system events: those of the standard and those of
 * <posixtrace.h>.
 */
#ifndef POSIXTRACE_TOOLS_TRACE_SYSDATA_H
#define POSIXTRACE_TOOLS_TRACE_SYSDATA_H

#include <stddef.h>
#include <stdint.h>
#include <trace.h>

enum {
	SYSDATA_MOST = 7,	/* members of an event, at most */
	/* Characters of the text, plus four for each byte of the data. */
	SYSDATA_ROOM = 512,
};

enum sysdata_member {
	SYSDATA_NONE,
	SYSDATA_ERROR,
	SYSDATA_FILTERED,
	SYSDATA_AUTO,
	SYSDATA_OLD,
	SYSDATA_NEW,
	SYSDATA_THREAD,
	SYSDATA_ROUTINE,
	SYSDATA_LIFE,
	SYSDATA_MUTEX,
	SYSDATA_COND,
	SYSDATA_FD,
	SYSDATA_SIZE,
	SYSDATA_PATH,
	SYSDATA_FLAGS,
	SYSDATA_RESULT,
	SYSDATA_DURATION,
	SYSDATA_ADDRESS,
	SYSDATA_CHILD,
	SYSDATA_PID,
	SYSDATA_STATUS,
	SYSDATA_SIGNAL,
	SYSDATA_CODE,
	SYSDATA_SENDER,
	SYSDATA_FAMILY,
	SYSDATA_TYPE,
	SYSDATA_PROTOCOL,
	SYSDATA_FIRST,
	SYSDATA_SECOND,
	SYSDATA_SOCKET,			/* the address of one, as text */
	SYSDATA_BACKLOG,
	SYSDATA_HOW,
	SYSDATA_FROM,
	SYSDATA_TO,
	SYSDATA_KIND,
	SYSDATA_RWLOCK,
	SYSDATA_SPIN,
	SYSDATA_SEM,
	SYSDATA_BARRIER,
	SYSDATA_HOLDER,			/* a thread id */
	SYSDATA_PARENT,			/* a process */
	SYSDATA_INHERITED,
	SYSDATA_HANDLE,			/* of a library */
	SYSDATA_PROTECTION,
	SYSDATA_ONCE,
	SYSDATA_NAME,
	SYSDATA_CALL,			/* which one, as a number */
	SYSDATA_LATE,			/* how long ago it occurred */
	SYSDATA_MEMBERS,
};

enum sysdata_kind {
	SYSDATA_UNSIGNED,
	SYSDATA_SIGNED,
	SYSDATA_POINTER,
	SYSDATA_TYPES,			/* a number of event types */
	SYSDATA_NANOSECONDS,
	SYSDATA_TEXT,			/* any bytes, and no number */
};

struct sysdata {
	enum sysdata_member member;
	enum sysdata_kind kind;
	uint64_t number;
	const char *word;		/* that the number stands for: of an
					 * error, a signal or another constant;
					 * NULL: none */
	const char *bytes;		/* in the data */
	size_t len;
};

extern const char *const sysdata_names[SYSDATA_MEMBERS];

/*
 * The members of the data of a system event, in the order to show them.
 * Returns their number; 0: not a system event, or its data has another form.
 */
size_t sysdata_take(trace_event_id_t id, const void *data, size_t len,
		    struct sysdata members[SYSDATA_MOST]);

/* Which members that may be, also without data, and of which kind one is. */
size_t sysdata_members(trace_event_id_t id,
		       enum sysdata_member members[SYSDATA_MOST]);
enum sysdata_kind sysdata_kind_of(enum sysdata_member member);

/*
 * How much of the data there is to show as bytes: all, but of event sets without
 * the zero bytes at the end.
 */
size_t sysdata_shown(trace_event_id_t id, const void *data, size_t len);

/* The duration of the call that the event ends; 0: it ends none. */
uint64_t sysdata_duration(trace_event_id_t id, const void *data, size_t len);

/*
 * Write the members, "fd=3 size=4096 result=4096 duration=12.3us", with text
 * escaped.  Returns the end, or NULL.
 */
char *sysdata_put(char *p, trace_event_id_t id, const void *data, size_t len);

/* Write only a value. */
char *sysdata_put_value(char *p, const struct sysdata *value);

#endif
