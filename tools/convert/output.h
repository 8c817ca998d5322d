/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What `convert` makes: the target's state, and the file of a target that is
 * written as a stream. */
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
};

/* All report a failure and return false.  No call but output_close()
 * follows a failure, and none does one of output_open(). */
bool output_open(struct output *output, const struct convert *convert,
		 const struct reader *reader);
bool output_event(struct output *output, const struct trace_event *event);
bool output_loss(struct output *output, const struct trace_event *event,
		 const struct posixtrace_loss *loss);
bool output_rest(struct output *output, uint64_t events, bool after_last);

/* All events were given: complete it, and say what it is. */
bool output_end(struct output *output);

/* What was not completed is removed. */
void output_close(struct output *output);

/* Whoever read standard output has gone, and seen enough. */
static inline bool output_has_lost_reader(const struct output *output)
{
	return output->convert->target->is_stream &&
	       outfile_has_lost_reader(&output->file);
}

#endif
