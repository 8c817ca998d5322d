/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The output of `convert`: the target's state, and its file if it is a stream.
 */
#ifndef POSIXTRACE_TOOLS_CONVERT_OUTPUT_H
#define POSIXTRACE_TOOLS_CONVERT_OUTPUT_H

#include "common/outfile.h"
#include "convert/convert.h"

struct reader;

struct output {
	const struct convert *convert;
	const struct reader *reader;
	const struct sink *sink;
	struct outfile file;		/* of a stream */
	void *state;			/* NULL: of a format, before the first event */
	uint64_t n_events;
	bool is_ahead;			/* nothing is written yet */
};

/* All report a failure and return false; then only output_close() may be
 * called, after output_open() nothing. */
bool output_open(struct output *output, const struct convert *convert,
		 const struct reader *reader);
/* What follows is only the target's to look at, or to write. */
void output_look_ahead(struct output *output, bool is_ahead);
bool output_event(struct output *output, const struct trace_event *event);
bool output_loss(struct output *output, const struct trace_event *event,
		 const struct posixtrace_loss *loss);
bool output_rest(struct output *output, uint64_t events, bool after_last);

/* Complete the output, and report what it is. */
bool output_end(struct output *output);

/* Remove what was not completed. */
void output_close(struct output *output);

/* Has the reader of standard output gone? */
static inline bool output_has_lost_reader(const struct output *output)
{
	return output->convert->target->is_stream &&
	       outfile_has_lost_reader(&output->file);
}

#endif
