/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Writing the received bytes to a log; see receiver.h. */
#include "live/receiver.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/tool.h"
#include "live/group.h"
#include "live/tolog.h"

enum {
	JUMP_MAX = 4096,	/* missing events according to a frame without
				 * a CHECK */
	EARLY_MOST = 1024,
};

struct receiver {
	const char *name;
	int fd;
	struct tolog *log;		/* NULL: no configuration yet */
	struct groups groups;
	struct rkh_deframer deframer;
	uint32_t session;
	bool is_sure;			/* it was confirmed by a CHECK */
	uint32_t next;			/* number of the event expected */
	bool has_event;
	bool is_over;			/* reported by the sender */
	bool is_other;			/* another stream began */
	bool is_flushed;
	int error;			/* error of writing the log */
	uint64_t before;
	uint64_t line_lost;
	uint64_t reported_lost;		/* by the stream itself */
	uint64_t bad;			/* damaged frames */
	uint8_t *body;
	uint8_t *data;
	/* An event after a jump of numbers, held until the next one confirms
	 * it. */
	struct wire_event held;
	uint8_t *held_data;
	bool has_held;
	/* The same for an end. */
	struct wire_end held_end;
	bool has_held_end;
	/* Records received before the configuration: the newest ones. */
	struct early {
		struct group_frame frame;
		bool checked;
	} *early;
	unsigned n_early;
};

static groups_taker take;

static void note_error(struct receiver *r, int err)
{
	if (err && !r->error)
		r->error = err;
}

/* ---- Before the configuration ---- */

static void drop_early(struct receiver *r, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		free(r->early[i].frame.args);
	r->n_early -= n;
	memmove(r->early, r->early + n, r->n_early * sizeof(*r->early));
}

/* The configuration is repeated, so this state is short. */
static void keep_early(struct receiver *r, const struct group_frame *frame,
		       bool checked)
{
	struct early *early;

	if (r->n_early == EARLY_MOST)
		drop_early(r, EARLY_MOST / 4);
	early = &r->early[r->n_early];
	early->frame = *frame;
	early->frame.args = malloc(frame->n + 1);
	if (!early->frame.args) {
		note_error(r, ENOMEM);
		return;
	}
	memcpy(early->frame.args, frame->args, frame->n);
	early->checked = checked;
	r->n_early++;
}

/* Ignore a damaged one: it is repeated. */
static void take_config(struct receiver *r, const struct wire_config *config,
			bool checked)
{
	if (r->log) {
		if (checked && !r->is_sure)
			r->session = config->session;
		r->is_sure |= checked;
		r->is_other |= checked && config->session != r->session;
		return;
	}
	if (!checked && (config->version != WIRE_VERSION ||
			 config->big_endian > 1)) {
		r->bad++;
		return;
	}
	if (config->version != WIRE_VERSION || config->big_endian > 1) {
		tool_error("%s: frames of another version; receive them with "
			   "that", r->name);
		r->error = EPROTO;
		return;
	}
	r->session = config->session;
	r->is_sure = checked;
	note_error(r, tolog_create(r->fd, config, &r->log));
	/* Types are needed before events. */
	for (unsigned i = 0; i < 2 * r->n_early && r->log; i++) {
		const struct early *early = &r->early[i % r->n_early];

		if ((early->frame.id == WIRE_TYPE) == (i < r->n_early))
			take(r, &early->frame, early->checked);
	}
	drop_early(r, r->n_early);
}

/* ---- Events ---- */

/*
 * The number of missing events before the one with this number.  False: the
 * number is not credible, or already received.
 */
static bool take_number(struct receiver *r, uint32_t number, bool checked)
{
	uint32_t missing = number - r->next;

	if (!r->has_event) {
		r->before = number;
		missing = 0;
	}
	if (missing > (checked ? UINT32_MAX / 2 : JUMP_MAX))
		return false;
	if (missing) {
		r->line_lost += missing;
		note_error(r, tolog_loss(r->log, missing, 0));
	}
	r->has_event = true;
	r->next = number;
	return true;
}

static void put_event(struct receiver *r, const struct wire_event *event,
		      bool checked)
{
	if (!take_number(r, event->number, checked))
		return;
	r->next++;
	note_error(r, tolog_event(r->log, event));
	r->is_flushed = false;
}

/* The held event is accepted if `number` is that of a later one. */
static void settle(struct receiver *r, uint32_t number)
{
	uint32_t ahead = number - r->held.number;

	if (!r->has_held)
		return;
	r->has_held = false;
	if (ahead >= 1 && ahead <= JUMP_MAX)
		put_event(r, &r->held, false);
	else
		r->bad++;
}

static void hold(struct receiver *r, const struct wire_event *event)
{
	r->held = *event;
	memcpy(r->held_data, event->data, event->len);
	r->held.data = r->held_data;
	r->has_held = true;
}

static void take_event(struct receiver *r, const struct wire_event *event,
		       uint32_t stamp, bool checked)
{
	if (!checked && stamp != (uint32_t)(event->time / 1000)) {
		r->bad++;
		return;
	}
	settle(r, event->number);
	if (!checked && r->has_event && event->number != r->next)
		hold(r, event);
	else
		put_event(r, event, checked);
}

static void take_loss(struct receiver *r, const struct wire_loss *loss,
		      bool checked)
{
	settle(r, loss->number);
	if (!take_number(r, loss->number, checked))
		return;
	r->reported_lost += loss->events;
	note_error(r, tolog_loss(r->log, loss->events, loss->first));
}

static void put_end(struct receiver *r, const struct wire_end *end,
		    bool checked)
{
	settle(r, end->number);
	if (!take_number(r, end->number, checked))
		return;
	/* The frame that reported it was not received. */
	if (end->lost > r->reported_lost && r->before == 0)
		tolog_lost_somewhere(r->log, end->lost - r->reported_lost);
	r->is_over = true;
}

/* It is sent more than once. */
static void take_end(struct receiver *r, const struct wire_end *end,
		     bool checked)
{
	if (r->is_over)
		return;
	if (checked || end->number == r->next ||
	    (r->has_held_end && memcmp(&r->held_end, end, sizeof(*end)) == 0)) {
		put_end(r, end, checked);
		return;
	}
	r->held_end = *end;
	r->has_held_end = true;
}

/* ---- Frames ---- */

/* Process an accepted frame. */
static void take(void *context, const struct group_frame *frame, bool checked)
{
	struct receiver *r = context;
	const uint8_t *args = frame->args;
	const size_t n = frame->n;
	union {
		struct wire_config config;
		struct wire_event event;
		struct wire_type type;
		struct wire_loss loss;
		struct wire_end end;
	} record;

	if (r->is_other || r->error)
		return;
	memset(&record, 0, sizeof(record.end));
	if (frame->id == WIRE_CONFIG &&
	    wire_get_config(args, n, &record.config))
		take_config(r, &record.config, checked);
	else if (!r->log)
		keep_early(r, frame, checked);
	else if (frame->id == WIRE_TYPE &&
		 wire_get_type(args, n, &record.type))
		note_error(r, tolog_type(r->log, &record.type));
	else if (frame->id == WIRE_EVENT &&
		 wire_get_event(args, n, r->data, &record.event))
		take_event(r, &record.event, frame->stamp, checked);
	else if (frame->id == WIRE_LOSS &&
		 wire_get_loss(args, n, &record.loss))
		take_loss(r, &record.loss, checked);
	else if (frame->id == WIRE_END && wire_get_end(args, n, &record.end))
		take_end(r, &record.end, checked);
	else if (frame->id != WIRE_RKH_NAME)
		r->bad++;
}

static void take_body(struct receiver *r, const struct rkh_body *body)
{
	struct rkh_frame frame;

	if (body->cut == RKH_CUT_LEAD || body->cut == RKH_CUT_TAIL)
		return;
	/* It has a checksum but neither sequence nor stamp.  A stream begins
	 * with it, so earlier frames are of another one. */
	if (body->cut == RKH_CUT_FLAG && body->sum == 0 && body->len == 15 &&
	    body->bytes[0] == WIRE_RKH_CONFIG) {
		drop_early(r, r->n_early);
		return;
	}
	if (body->cut != RKH_CUT_FLAG ||
	    rkh_split(&wire_layout, false, body, &frame) != RKH_GOOD) {
		r->bad++;
		return;
	}
	if (!groups_add(&r->groups, &frame))
		note_error(r, ENOMEM);
}

bool receiver_feed(struct receiver *r, const uint8_t *bytes, size_t n)
{
	while (n > 0 && !r->is_over && !r->is_other && !r->error) {
		struct rkh_body body;
		size_t used = rkh_deframe(&r->deframer, bytes, n, &body);

		if (body.cut != RKH_CUT_NONE)
			take_body(r, &body);
		bytes += used;
		n -= used;
	}
	return !r->is_over && !r->is_other && !r->error;
}

void receiver_pause(struct receiver *r)
{
	if (r->log && !r->is_flushed)
		note_error(r, tolog_flush(r->log));
	r->is_flushed = true;
}

/* Nothing contradicts the held event. */
static void release(struct receiver *r)
{
	if (r->has_held)
		settle(r, r->held.number + 1);
	if (r->has_held_end && !r->is_over)
		put_end(r, &r->held_end, false);
}

void receiver_finish(struct receiver *r)
{
	groups_finish(&r->groups);
	if (!r->log)
		return;
	if (!r->error)
		release(r);
	note_error(r, tolog_finish(r->log, !r->is_over));
}

int receiver_error(const struct receiver *r)
{
	return r->error;
}

void receiver_count(const struct receiver *r, struct receiver_counts *counts)
{
	*counts = (struct receiver_counts){
		.events = r->log ? tolog_events(r->log) : 0,
		.lost = r->log ? tolog_lost(r->log) : 0,
		.line_lost = r->line_lost,
		.before = r->before,
		.fine = r->groups.believed,
		.unchecked = r->groups.unchecked,
		.damaged = r->bad + r->groups.refused,
		.has_begun = r->log,
		.is_over = r->is_over,
		.is_other = r->is_other,
	};
}

struct receiver *receiver_create(int fd, const char *name)
{
	struct receiver *r = calloc(1, sizeof(*r));

	if (!r)
		return NULL;
	r->fd = fd;
	r->name = name;
	r->body = malloc(WIRE_BODY_MAX);
	r->data = malloc(WIRE_DATA_MAX);
	r->held_data = malloc(WIRE_DATA_MAX);
	r->early = calloc(EARLY_MOST, sizeof(*r->early));
	rkh_deframer_init(&r->deframer, r->body, WIRE_BODY_MAX);
	groups_init(&r->groups, take, r);
	if (r->body && r->data && r->held_data && r->early)
		return r;
	receiver_destroy(r);
	return NULL;
}

void receiver_destroy(struct receiver *r)
{
	if (!r)
		return;
	groups_fini(&r->groups);
	if (r->early)
		drop_early(r, r->n_early);
	tolog_destroy(r->log);
	free(r->early);
	free(r->held_data);
	free(r->data);
	free(r->body);
	free(r);
}
