/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What the data of system events says: those of the standard and those of
 * <posixtrace.h>.
 */
#ifndef POSIXTRACE_TOOLS_TRACE_SYSDATA_H
#define POSIXTRACE_TOOLS_TRACE_SYSDATA_H

#include <stddef.h>
#include <stdint.h>
#include <trace.h>

enum {
	SYSDATA_MOST = 5,	/* members that an event has */
	/* Characters that it may take besides four a byte of the data. */
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
	SYSDATA_MEMBERS,
};

enum sysdata_kind {
	SYSDATA_UNSIGNED,
	SYSDATA_SIGNED,
	SYSDATA_POINTER,
	SYSDATA_TYPES,			/* so many event types */
	SYSDATA_NANOSECONDS,
	SYSDATA_TEXT,			/* any bytes, and no number */
};

struct sysdata {
	enum sysdata_member member;
	enum sysdata_kind kind;
	uint64_t number;
	const char *word;		/* that the number stands for: of an
					 * error or a signal; NULL: none */
	const char *bytes;		/* in the data */
	size_t len;
};

extern const char *const sysdata_names[SYSDATA_MEMBERS];

/*
 * The members of the data of a system event, in the order to tell them.
 * Returns how many; 0: it is no system event, or its data has not the form it
 * should have.
 */
size_t sysdata_take(trace_event_id_t id, const void *data, size_t len,
		    struct sysdata members[SYSDATA_MOST]);

/* How long the call took that the event is the end of; 0: it is no such. */
uint64_t sysdata_duration(trace_event_id_t id, const void *data, size_t len);

/*
 * The members in words, "fd=3 size=4096 result=4096 duration=12.3us", with what
 * is text escaped.  Returns the end, or NULL.
 */
char *sysdata_put(char *p, trace_event_id_t id, const void *data, size_t len);

/* Only the value of one of them. */
char *sysdata_put_value(char *p, const struct sysdata *value);

#endif
