/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Which event has brought about which: a thread that is created and begins, a
 * process that is forked and begins, one that ends and is waited for, a signal that
 * is sent and handled, a lock and who got it from whom.
 *
 * Two events belong together by what they say.  Either may be recorded first, since
 * the call of the one may return after the other has happened.
 */
#ifndef POSIXTRACE_TOOLS_VIEW_ARROWS_H
#define POSIXTRACE_TOOLS_VIEW_ARROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/event.h"
#include "trace/places.h"

/* More are left out; the page says so. */
enum { ARROWS_MOST = 200000 };

struct arrow {
	/* Numbers of events; or `from` is that of a lane, that of the thread that had
	 * the lock when the other began to wait. */
	uint32_t from, to;
	bool is_held;
};

struct arrows {
	struct places keys;
	struct arrow_end *ends;		/* that wait for the other one, by the keys */
	size_t n_ends, ends_room;
	struct arrow *list;		/* in the order in which both are known */
	size_t n, room;
	uint64_t left_out;
};

void arrows_init(struct arrows *arrows);
void arrows_fini(struct arrows *arrows);

/* False: no memory. */
bool arrows_take(struct arrows *arrows, const struct trace_event *event,
		 uint32_t number);

/* The event is the end of a wait for what the thread of `lane` had. */
bool arrows_add_held(struct arrows *arrows, uint32_t lane, uint32_t number);

/* The thread that had the lock which the event is the end of a wait for; 0: none that
 * is known. */
int64_t arrows_holder(const struct trace_event *event);

#endif
