/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Converts the entry of an event to text.
 */
#include <errno.h>
#include <stdlib.h>

#include "machine.h"

/* An event that needs more is truncated. */
enum { STEPS_MAX = 1000000 };

/* What may follow when the text is full. */
static const char cut_mark[] = " [cut]";
static const char truncated_mark[] = " [truncated]";

int trcfmt_run_new(struct trcfmt_run **out, struct trcfmt *set,
		   const struct trcfmt_trace *trace)
{
	struct trcfmt_run *run = calloc(1, sizeof(*run));

	if (!run)
		return ENOMEM;
	run->set = set;
	if (trace)
		run->trace = *trace;
	run->diags.complain = set->diags.complain;
	run->diags.arg = set->diags.arg;
	run->sink.size = TRCFMT_TEXT_MAX;
	run->sink.text = malloc(TRCFMT_TEXT_MAX + sizeof(cut_mark) +
				sizeof(truncated_mark));
	run->reported = calloc(set->n_templates + 1, sizeof(run->reported[0]));
	if (!run->sink.text || !run->reported || tf_timers_init(&run->timers)) {
		trcfmt_run_free(run);
		return ENOMEM;
	}
	*out = run;
	return 0;
}

void trcfmt_run_free(struct trcfmt_run *run)
{
	if (!run)
		return;
	tf_timers_fini(&run->timers);
	free(run->sink.text);
	free(run->reported);
	free(run);
}

static void start(struct trcfmt_run *run, const struct trcfmt_event *event)
{
	run->event = event;
	run->data = event->entry;
	run->size = event->size;
	run->word = (unsigned)trcfmt_word_size(event->env);
	run->pointer = 8 * (event->env == 64 ? 6 : event->generic ? 4 : 2);
	run->base = 0;
	run->no_blanks = false;
	run->error = false;
	run->steps = STEPS_MAX;
	run->calls = 0;
	run->text = "";
	run->text_size = 0;
	run->n_slots = 0;
}

static enum tf_end evaluate(struct trcfmt_run *run)
{
	const struct trcfmt_stanza *about = &run->template->about;

	if (!about->hidden && *about->label) {
		tf_sink_string(&run->sink, about->label);
		tf_sink_char(&run->sink, ' ');
	}
	return tf_execute(run);
}

static void evaluate_unknown(struct trcfmt_run *run)
{
	tf_sink_string(&run->sink, "UNDEFINED TRACE ID");
	if (run->size == run->word)
		return;
	tf_sink_newline(&run->sink);
	tf_print_dump(run);
}

/* After all the text, which may be full. */
static void append_mark(struct tf_sink *sink, const char *mark)
{
	size_t size = strlen(mark);

	memcpy(sink->text + sink->used, mark, size + 1);
	sink->used += size;
}

static void finish(struct trcfmt_run *run)
{
	bool is_cut = run->sink.full || run->steps == 1;

	tf_sink_end(&run->sink);
	if (is_cut) {
		append_mark(&run->sink, cut_mark);
		if (run->template)
			tf_trouble(run, TF_TROUBLE_CUT, "an event that needs "
				   "too many steps or makes too much text "
				   "was cut");
	}
	if (run->event->truncated)
		append_mark(&run->sink, truncated_mark);
}

static enum trcfmt_outcome outcome(enum tf_end end)
{
	switch (end) {
	case TF_END_SKIP:
		return TRCFMT_SKIP;
	case TF_END_STOP:
		return TRCFMT_STOP;
	default:
		return TRCFMT_PRINT;
	}
}

int trcfmt_eval(struct trcfmt_run *run, const struct trcfmt_event *event,
		struct trcfmt_result *result)
{
	struct tf_template *const *by_hook = run->set->by_hook;
	enum tf_end end = TF_END_NORMAL;

	if ((event->env != 32 && event->env != 64) ||
	    event->size < trcfmt_word_size(event->env))
		return EINVAL;
	start(run, event);
	run->template = by_hook[event->hook] ? by_hook[event->hook] :
		by_hook[0x0070];
	result->stanza = run->template ? &run->template->about : NULL;
	result->column = run->template ? run->template->about.column :
		TRCFMT_KERN;
	tf_sink_start(&run->sink, trcfmt_column_offset(result->column));
	if (run->template)
		end = evaluate(run);
	else
		evaluate_unknown(run);
	finish(run);
	result->outcome = outcome(end);
	result->text = run->sink.text;
	result->size = run->sink.used;
	return 0;
}
