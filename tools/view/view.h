/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* posixtrace view: what a page is made from. */
#ifndef POSIXTRACE_TOOLS_VIEW_VIEW_H
#define POSIXTRACE_TOOLS_VIEW_VIEW_H

#include "common/out.h"
#include "convert/convert.h"
#include "trace/clocks.h"
#include "trace/sched-states.h"
#include "view/arrows.h"
#include "view/block.h"
#include "view/lanes.h"
#include "view/packer.h"

enum {
	/* Numbers of types have 16 bits. */
	VIEW_TYPES_MOST = 65536,
	/* Takes a browser some seconds to open. */
	VIEW_EVENTS = 2000000,
};

/* An event type that occurred, by the number that it has in the page. */
struct view_type {
	trace_event_id_t id;
	char *name;			/* its label, UTF-8 */
	size_t label_at;		/* where that begins in the name */
	char *arguments;		/* as described; NULL: they are not */
	/* What a thread has done until such an event, which has that as a slice. */
	enum sched_state was;
	struct pair_name pair;		/* of the whole name */
};

/* A gap; times as those of events, but it may begin before the first. */
struct view_loss {
	uint64_t events;
	int64_t first, resume;
};

/* What a thread did, of which no event tells; times as those of events. */
struct view_state {
	uint32_t lane;
	struct sched_span span;
};

struct view {
	const struct convert *convert;
	const struct open_log *log;
	struct out *out;
	struct packer *packer;
	struct block block;
	struct lanes lanes;
	struct arrows arrows;
	struct places type_places;
	struct view_type *types;
	size_t n_types, types_room;
	struct view_loss *losses;
	size_t n_losses, losses_room;
	struct sched_states states;
	struct view_state *rests;
	size_t n_rests, rests_room;
	uint64_t rest;			/* lost, and in none of the gaps ... */
	bool rest_is_at_end;		/* ... or unknown */
	uint64_t lost_in_gaps;		/* events */
	struct clocks clocks;
	uint64_t origin;		/* time of the first event of the log */
	bool has_origin;
	uint64_t n_events;
	uint64_t n_far;			/* times that clocks_ns() changed */
	uint32_t generation;		/* of what has begun, for pairs_take() */
};

/* The target of convert that `view` is. */
extern const struct convert_target convert_view;

/* All that the page knows besides events, into it.  False: no memory. */
bool tables_put(struct view *view);

/* The page, before what is in it and after (made by the build). */
extern const char page_head[], page_tail[];
extern const size_t page_head_size, page_tail_size;

#endif
