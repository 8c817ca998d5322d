/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The output of `convert`; see output.h. */
#include "convert/output.h"

#include <inttypes.h>
#include <unistd.h>

#include "common/tool.h"
#include "report/format.h"
#include "trace/reader.h"

/* Times in a report are relative to the first event, even if that is not
 * selected. */
static bool begin_lines(struct output *output)
{
	const struct open_log *log = &output->reader->log;
	const struct format_options options = {
		.out = &output->file.out,
		.trid = log->trid,
		.is_dump = log->is_dump,
		.log = log->path,
		.data_max = log->data_max,
		.symbols = output->convert->symbols,
		.header = true,
	};

	output->state = output->convert->target->format->create(&options,
			&output->reader->first);
	if (!output->state)
		tool_error("%s: out of memory", output->convert->output);
	return output->state;
}

/* The sink cannot report write errors of the file. */
static bool is_fine(const struct output *output, bool done)
{
	if (!done && output->convert->target->is_stream)
		outfile_is_fine(&output->file);
	return done;
}

bool output_open(struct output *output, const struct convert *convert,
		 const struct reader *reader)
{
	const struct convert_target *target = convert->target;

	*output = (struct output){
		.convert = convert,
		.reader = reader,
		.sink = target->format ? &target->format->sink : &target->sink,
	};
	if (target->is_stream && !outfile_create(&output->file, convert->output))
		return false;
	if (target->format)
		return true;
	output->state = target->create(convert, &reader->log,
				       &output->file.out);
	if (!output->state && target->is_stream)
		outfile_fini(&output->file);
	return output->state;
}

void output_look_ahead(struct output *output, bool is_ahead)
{
	const struct convert_target *target = output->convert->target;

	output->sink = is_ahead ? &target->ahead : &target->sink;
	output->is_ahead = is_ahead;
	output->n_events = 0;
}

bool output_event(struct output *output, const struct trace_event *event)
{
	if (!output->state && !begin_lines(output))
		return false;
	output->n_events++;
	/* This was reported as a loss. */
	if (output->sink->shows_overflow && event->lost &&
	    event->info.posix_event_id == POSIX_TRACE_OVERFLOW)
		return true;
	return is_fine(output, output->sink->event(output->state, event));
}

bool output_loss(struct output *output, const struct trace_event *event,
		 const struct posixtrace_loss *loss)
{
	if (!output->sink->loss)
		return true;
	if (!output->state && !begin_lines(output))
		return false;
	return is_fine(output, output->sink->loss(output->state, event, loss));
}

bool output_rest(struct output *output, uint64_t events, bool after_last)
{
	if (!output->sink->rest)
		return true;
	if (!output->state && !begin_lines(output))
		return false;
	return is_fine(output, output->sink->rest(output->state, events,
						  after_last));
}

/* Complete the file; a sequential one is complete already. */
static bool complete(struct output *output)
{
	const struct convert_target *target = output->convert->target;
	off_t size;

	if (!target->is_stream)
		return true;
	if (!outfile_keep(&output->file))
		return false;
	if (output->convert->quiet)
		return true;
	if (target->count)
		target->count(output->state, output->file.name,
			      output->n_events);
	else
		tool_note("%s: %" PRIu64 " events", output->file.name,
			  output->n_events);
	size = lseek(output->file.file.fd, 0, SEEK_CUR);
	if (target->explain)
		target->explain(output->state, output->file.name, size);
	return true;
}

bool output_end(struct output *output)
{
	if (!output->state && !begin_lines(output))
		return false;
	if (output->sink->end &&
	    !is_fine(output, output->sink->end(output->state)))
		return false;
	return output->is_ahead || complete(output);
}

void output_close(struct output *output)
{
	if (output->state)
		output->sink->destroy(output->state);
	if (output->convert->target->is_stream)
		outfile_fini(&output->file);
}
