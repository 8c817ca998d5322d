/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * source.posixtrace.log: a component, and its message iterators.
 *
 * A log is one stream of one trace, as the stream it was made from is for
 * POSIX; whose an event is stands in its context.  A stream for each thread
 * would be a file for each thread in CTF, which whoever writes or reads the
 * trace has to have open all at once, and a gap, which is one of the stream,
 * would have no place.
 */
#ifndef POSIXTRACE_BABELTRACE2_SOURCE_H
#define POSIXTRACE_BABELTRACE2_SOURCE_H

#include <babeltrace2/babeltrace.h>
#include <posixtrace.h>
#include <stdbool.h>
#include <stdint.h>

#include "event-types.h"
#include "log-file.h"

struct source {
	char *path;
	bool is_dump;			/* of ThreadX */
	int log_level;
	bt_trace_class *trace_class;
	bt_trace *trace;
	bt_stream_class *stream_class;
	bt_stream *stream;
	uint64_t origin;		/* when the stream was created */
	struct event_types types;
};

/* A time as a value of the clock of the trace. */
uint64_t source_ns(const struct timespec *time);

/*
 * Make the trace, its classes and its stream, of a log that is open.  False:
 * no memory.  What was made is the caller's in either case.
 */
bool source_describe(struct source *source, bt_self_component *self,
		     const struct log_file *file);

/* Set the common context of an event just read from the log, which the names
 * are of. */
bool source_fill_context(struct source *source, const struct log_file *file,
			 const struct log_event *event, bt_event *to);

/* Methods of the message iterators. */
bt_message_iterator_class_initialize_method_status
messages_initialize(bt_self_message_iterator *self,
		    bt_self_message_iterator_configuration *configuration,
		    bt_self_component_port_output *port);
void messages_finalize(bt_self_message_iterator *self);
bt_message_iterator_class_next_method_status
messages_next(bt_self_message_iterator *self, bt_message_array_const array,
	      uint64_t capacity, uint64_t *count);
bt_message_iterator_class_can_seek_beginning_method_status
messages_can_seek(bt_self_message_iterator *self, bt_bool *can_seek);
bt_message_iterator_class_seek_beginning_method_status
messages_seek(bt_self_message_iterator *self);

#endif
