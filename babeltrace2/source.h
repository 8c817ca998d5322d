/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * source.posixtrace.log: a component, and its message iterators.
 *
 * A log is one stream of one trace, as its stream is for POSIX; the context of
 * an event has its thread.  A stream for each thread would be a file for each
 * thread in CTF, all of which a writer or reader has to have open at once, and a
 * gap, which belongs to the whole stream, would have no place.
 */
#ifndef POSIXTRACE_BABELTRACE2_SOURCE_H
#define POSIXTRACE_BABELTRACE2_SOURCE_H

#include <babeltrace2/babeltrace.h>
#include <posixtrace.h>
#include <stdbool.h>
#include <stdint.h>

#include "event-types.h"
#include "symbols/symbols.h"
#include "trace/open-log.h"

struct source {
	char *path;
	struct open_log log;		/* for the first message iterator ... */
	bool has_log;			/* ... until that has taken it over */
	bool is_dump;			/* of ThreadX */
	/* NULL: no names for addresses; else where the files of the traced machine
	 * are, "": here. */
	char *symbols;
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
 * Make the trace, its classes and its stream of source->log.  False: no memory.
 * What was made belongs to the caller in either case.
 */
bool source_describe(struct source *source, bt_self_component *self);

/* Set the common context of the event that was read last from trid; `symbols` are
 * of that, and NULL if source->symbols is. */
bool source_fill_context(struct source *source, trace_id_t trid,
			 struct symbols *symbols,
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
