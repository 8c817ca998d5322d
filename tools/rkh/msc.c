/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A message sequence chart, as text: arrows between active objects for what
 * they post, marks for the states they reach.  Posts are there only if the
 * target traces senders.  A time-out is drawn when the timer expires, so the
 * post of its signal is not drawn once more.
 */
#include "sink.h"

#include <stdlib.h>

#include "print.h"

enum {
	SIGNALS = 1 << 16,	/* numbers above are never those of a timer */
};

struct msc {
	struct out *out;
	uint8_t is_timers[SIGNALS / 8];	/* a bit a signal */
};

static const struct rkh_value *find(const struct rkh_event *event,
				    const char *label)
{
	for (size_t i = 0; i < event->n_values; i++) {
		if (strcmp(event->values[i].label, label) == 0)
			return &event->values[i];
	}
	return NULL;
}

/* "from->to: what", with its style. */
static void draw(struct msc *msc, const struct rkh_value *from,
		 const char *line, const struct rkh_value *to,
		 const char *before, const struct rkh_value *what,
		 const char *after)
{
	struct out *out = msc->out;
	char *p;

	if (!from || !to || !what)
		return;
	p = out_room(out, rkh_value_room(from) + rkh_value_room(to) +
			  rkh_value_room(what));
	p = rkh_put_value(p, from);
	p = put_string(p, line);
	p = rkh_put_value(p, to);
	p = put_string(p, ": ");
	p = put_string(p, before);
	p = rkh_put_value(p, what);
	p = put_string(p, after);
	out_done(out, put_string(p, ";\n"));
}

static void draw_start(struct msc *msc)
{
	char *p = out_room(msc->out, 32);

	out_done(msc->out, put_string(p, "---: TARGET START;\n"));
}

static bool is_timers(const struct msc *msc, const struct rkh_value *signal)
{
	return signal && signal->number < SIGNALS &&
	       msc->is_timers[signal->number / 8] >> signal->number % 8 & 1;
}

static bool msc_event(void *state, const struct trace_event *given)
{
	const struct rkh_event *event = given->data;
	struct msc *msc = state;
	const struct rkh_value *object = find(event, "ao");
	const struct rkh_value *sender = find(event, "snr");
	const struct rkh_value *signal = find(event, "sig");

	if (event->class != RKH_REC)
		return true;
	switch (event->kind) {
	case RKH_FWK_TCFG:
		draw_start(msc);
		break;
	case RKH_SMA_FIFO:
	case RKH_SMA_LIFO:
		if (!is_timers(msc, signal))
			draw(msc, sender, "->", object, "", signal,
			     "[arrow.type=line]");
		break;
	case RKH_SM_STATE:
		draw(msc, object, "--", object, "", find(event, "nxtst"), "");
		break;
	case RKH_TIM_INIT:
		if (signal && signal->number < SIGNALS)
			msc->is_timers[signal->number / 8] |=
				(uint8_t)(1 << signal->number % 8);
		break;
	case RKH_TIM_TOUT:
		draw(msc, object, "->", object, "\\-tm(", signal,
		     ")[arrow.type=line]");
		break;
	case RKH_SM_EXE_ACT:
		draw(msc, object, "->", object, "\\-", find(event, "fn"),
		     "()[arrow.type=solid]");
		break;
	case RKH_FWK_SYNC_EVT:
		draw(msc, sender, "->", object, "\\-", find(event, "fn"),
		     "()[arrow.type=solid]");
		break;
	default:
		break;
	}
	return out_is_fine(msc->out);
}

static void *msc_create(const struct rkh_output_options *options)
{
	struct msc *msc = calloc(1, sizeof(*msc));

	if (msc)
		msc->out = options->out;
	return msc;
}

const struct rkh_output rkh_output_msc = {
	.create = msc_create,
	.sink = {
		.event = msc_event,
		.destroy = free,
	},
};
