/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * <posixtrace-rkh.h>: the on/off filters of RKH as an extension of event sets.
 *
 * A trace point made with the macros at the end says which event of RKH it
 * is, and, where it has them, the priority of an active object and a signal.
 * A stream that was given a filter records it only if the filter lets it
 * through, and if the stream's event set does not filter its type.  Streams
 * without a filter record all of them, as RKH does when the filters are
 * compiled out.  Other events know nothing of all this.
 *
 * The rules, and the names, are those of RKH: a filter that is ON suppresses,
 * one that is OFF lets through, and at first all is suppressed.
 */
#ifndef POSIXTRACE_INCLUDE_POSIXTRACE_RKH_H
#define POSIXTRACE_INCLUDE_POSIXTRACE_RKH_H

#include <posixtrace.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* Groups; the id of event e of a group is 32 * group + e. */
#define POSIXTRACE_RKH_MP	0
#define POSIXTRACE_RKH_QUE	1
#define POSIXTRACE_RKH_SMA	2
#define POSIXTRACE_RKH_SM	3
#define POSIXTRACE_RKH_TMR	4
#define POSIXTRACE_RKH_FWK	5
#define POSIXTRACE_RKH_USR	6
#define POSIXTRACE_RKH_UT	7
#define POSIXTRACE_RKH_ALL_GROUPS 8
#define POSIXTRACE_RKH_ALL_EVENTS 0xe8

/* The signal of completion, which no filter suppresses. */
#define POSIXTRACE_RKH_COMPLETION 0xfe

/*
 * The tables, a bit for each, 1 to let through: groups; the events of the
 * groups, packed in 1, 1, 2, 3, 1, 3, 4 and 2 bytes; active objects by
 * priority; signals.  Plain data: all zero is the filter at power-up.
 */
struct posixtrace_rkh_filter {
	uint8_t groups;
	uint8_t events[17];
	uint8_t objects[32];
	uint8_t signals[32];
};

/* What posixtrace_rkh_switch() switches. */
enum posixtrace_rkh_what {
	POSIXTRACE_RKH_EVENT,		/* an event id, or ALL_EVENTS */
	POSIXTRACE_RKH_GROUP,		/* a group's bit, or ALL_GROUPS */
	POSIXTRACE_RKH_GROUP_ALL_EVENTS,	/* a group's bit and its events */
	POSIXTRACE_RKH_OBJECT,		/* a priority */
	POSIXTRACE_RKH_ALL_OBJECTS,
	POSIXTRACE_RKH_SIGNAL,
	POSIXTRACE_RKH_ALL_SIGNALS
};

/*
 * Switch a filter: `off` lets through.  An event that is switched off
 * switches off its group, too; one that is switched on leaves the group
 * alone.  A group that is switched leaves its events as they are, but for
 * GROUP_ALL_EVENTS.  The number of an event that its group does not have
 * counts on into the table of the next group, as in RKH.  EINVAL: a number
 * beyond the tables; the first one beyond is taken and does nothing.
 */
int posixtrace_rkh_switch(struct posixtrace_rkh_filter *filter,
		enum posixtrace_rkh_what what, int off, unsigned number);

/* Does it let an event through?  Without a priority or a signal: -1. */
int posixtrace_rkh_passes(const struct posixtrace_rkh_filter *filter,
		unsigned event, int priority, int signal);

/* The filter of an active stream; NULL takes it away.  EINVAL: no active
 * stream; of get also: it has no filter. */
int posixtrace_set_rkh_filter(trace_id_t trid,
		const struct posixtrace_rkh_filter *filter);
int posixtrace_get_rkh_filter(trace_id_t trid,
		struct posixtrace_rkh_filter *filter);

/*
 * The same for all streams that trace a process, whichever process controls
 * them.  ESRCH: there is no such process, or no stream traces it; EPERM: it
 * belongs to another user; for get also ENOENT: the first of the streams has no
 * filter.
 */
int posixtrace_set_rkh_filter_of(pid_t pid,
		const struct posixtrace_rkh_filter *filter);
int posixtrace_get_rkh_filter_of(pid_t pid,
		struct posixtrace_rkh_filter *filter);

/* posixtrace_record() through the filters; the macros call it. */
void posixtrace_record_rkh(struct posixtrace_point *point,
		const struct posixtrace_arg *args, size_t n, uint32_t subject);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

/* Event, priority and signal in a word, with a bit that says each is there. */
POSIXTRACE_INLINE_ uint32_t posixtrace_subject_(unsigned event, int priority,
		int signal)
{
	return (event & 0xff) | (priority < 0 ? 0 : 0x10000u |
		(POSIXTRACE_CAST_(uint32_t, priority) & 0xff) << 8) |
	       (signal < 0 ? 0 : 0x20000u |
		POSIXTRACE_CAST_(uint32_t, signal) << 18) |
	       0x80000000u;
}

/*
 * POSIXTRACE_BEGIN for an event of RKH: with priority and signal, without the
 * active object, without the signal, without both.  Priorities are 0 to 255,
 * signals 0 to 8191; no table reaches to a signal above 255, which is
 * suppressed.
 *
 *	POSIXTRACE_RKH_BEGIN("SM.DCH", 0x71, me->prio, event->signal)
 *		POSIXTRACE_POINTER(ao, me)
 *		POSIXTRACE_U8(sig, event->signal)
 *	POSIXTRACE_RKH_END;
 */
#ifndef POSIXTRACE_DISABLE
#define POSIXTRACE_RKH_BEGIN(name, event, priority, signal) \
	do { \
		static struct posixtrace_point posixtrace_point_ = { name, 0 }; \
		if (posixtrace_is_traced()) { \
			const uint32_t posixtrace_rkh_ = posixtrace_subject_( \
				event, priority, signal); \
			POSIXTRACE_ARGS_
#define POSIXTRACE_RKH_END \
			POSIXTRACE_END_ARGS_; \
			posixtrace_record_rkh(&posixtrace_point_, \
				posixtrace_args_, sizeof(posixtrace_args_) / \
				sizeof(posixtrace_args_[0]) - 1, \
				posixtrace_rkh_); \
		} \
	} while (0)
#else
#define POSIXTRACE_RKH_BEGIN(name, event, priority, signal) \
	do { \
		if (0) { \
			POSIXTRACE_CAST_(void, posixtrace_subject_( \
				event, priority, signal)); \
			POSIXTRACE_ARGS_
#define POSIXTRACE_RKH_END POSIXTRACE_END
#endif
#define POSIXTRACE_RKH_BEGIN_WOAO(name, event, signal) \
	POSIXTRACE_RKH_BEGIN(name, event, -1, signal)
#define POSIXTRACE_RKH_BEGIN_WOSIG(name, event, priority) \
	POSIXTRACE_RKH_BEGIN(name, event, priority, -1)
#define POSIXTRACE_RKH_BEGIN_WOAOSIG(name, event) \
	POSIXTRACE_RKH_BEGIN(name, event, -1, -1)

#endif /* POSIXTRACE_INCLUDE_POSIXTRACE_RKH_H */
