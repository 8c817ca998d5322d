/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The messages of a log, in the order of time.
 *
 * CTF 1.8 has a count of lost events at the end of a packet, so a gap extends
 * from the end of one packet to that of the next.  A gap of a log, from `first`
 * to `resume`, is therefore
 *
 *	packet end at `first`
 *	discarded events from `first` to `resume`
 *	packet beginning at `first`
 *	the OVERFLOW that reports it
 *	packet end at `resume`
 *
 * and the next packet begins with the event after it.  Otherwise a packet ends
 * when it is large enough.
 */
#include "source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/losses.h"

enum {
	PACKET_SIZE = 1 << 20,		/* bytes, about */
	EVENT_SIZE = 48,		/* of an event besides its data */
	QUEUE_SIZE = 16,
};

enum state { AT_BEGINNING, AT_EVENTS, AT_END };

struct messages {
	struct source *source;
	bt_self_message_iterator *self;
	struct open_log log;
	struct symbols *symbols;	/* of it; NULL: not asked for */
	enum state state;
	/* Created and not yet returned; owned by us. */
	const bt_message *queue[QUEUE_SIZE];
	size_t n_queued;
	size_t n_taken;
	bt_packet *packet;		/* NULL: none is open */
	uint64_t packet_size;
	uint64_t gap_end;		/* the packet has to end then; 0: not */
	uint64_t packet_end;		/* of the previous one; 0: none */
	uint64_t last;			/* time of the last message */
	struct losses losses;		/* reported so far */
};

#define CAUSE(messages, ...) \
	((void)BT_CURRENT_THREAD_ERROR_APPEND_CAUSE_FROM_MESSAGE_ITERATOR( \
		(messages)->self, __VA_ARGS__))

static bool no_memory(struct messages *messages)
{
	CAUSE(messages, "%s: out of memory", messages->source->path);
	return false;
}

/* Takes ownership of the message, which may be NULL. */
static bool push(struct messages *messages, const bt_message *message)
{
	if (!message)
		return no_memory(messages);
	messages->queue[messages->n_queued++] = message;
	return true;
}

static bool open_packet(struct messages *messages, uint64_t time)
{
	messages->packet = bt_packet_create(messages->source->stream);
	messages->packet_size = 0;
	messages->gap_end = 0;
	return messages->packet ? push(messages,
		bt_message_packet_beginning_create_with_default_clock_snapshot(
			messages->self, messages->packet, time)) :
		no_memory(messages);
}

static bool close_packet(struct messages *messages, uint64_t time)
{
	bool is_fine = push(messages,
		bt_message_packet_end_create_with_default_clock_snapshot(
			messages->self, messages->packet, time));

	BT_PACKET_PUT_REF_AND_RESET(messages->packet);
	messages->packet_end = messages->last = time;
	return is_fine;
}

/*
 * This many events were lost from the end of the previous packet to `end`.
 * Afterwards a packet is open that has to end at `end`.
 */
static bool discard(struct messages *messages, uint64_t events, uint64_t end)
{
	uint64_t from = messages->packet_end;
	bt_message *message =
		bt_message_discarded_events_create_with_default_clock_snapshots(
			messages->self, messages->source->stream, from, end);

	if (message)
		bt_message_discarded_events_set_count(message, events);
	if (!push(messages, message) || !open_packet(messages, from))
		return false;
	messages->gap_end = end;
	return true;
}

/* Does the event report a gap, or end one? */
static bool has_gap(struct messages *messages, const struct log_event *event,
		    struct posixtrace_loss *gap)
{
	const struct trace_event read = {
		.info = event->info,
		.data = event->data,
		.len = event->len,
	};

	return losses_find(&messages->losses, messages->log.trid, &read, gap);
}

/* `time` is that of the event that reports it. */
static bool put_gap(struct messages *messages, uint64_t time,
		    const struct posixtrace_loss *loss)
{
	uint64_t first = source_ns(&loss->first);
	uint64_t resume = source_ns(&loss->resume);

	if (first > time)
		first = time;
	if (first < messages->last)
		first = messages->last;
	/* A gap begins at the end of a packet, so there has to be one. */
	if (!messages->packet && messages->packet_end == 0 &&
	    !open_packet(messages, first))
		return false;
	if (messages->packet &&
	    !close_packet(messages, messages->gap_end > first ?
			  messages->gap_end : first))
		return false;
	if (time < messages->last)
		time = messages->last;
	return discard(messages, loss->events, resume > time ? resume : time);
}

/* Open a packet for an event of that time, if none is. */
static bool prepare_packet(struct messages *messages, uint64_t time)
{
	bool is_over = messages->gap_end ? time >= messages->gap_end :
		       messages->packet_size >= PACKET_SIZE;

	if (messages->packet && is_over &&
	    !close_packet(messages, messages->gap_end ? messages->gap_end :
			  messages->last))
		return false;
	return messages->packet || open_packet(messages, time);
}

static bool put_event(struct messages *messages, struct log_event *event,
		      uint64_t time)
{
	struct source *source = messages->source;
	trace_id_t trid = messages->log.trid;
	struct event_type *type = event_types_find(&source->types, trid, event);
	const bt_event_class *class;
	bt_message *message;
	unsigned form;

	if (!type)
		return no_memory(messages);
	form = event_types_form(type, trid, event);
	class = event_types_class(&source->types, type, form);
	message = class ?
		bt_message_event_create_with_packet_and_default_clock_snapshot(
			messages->self, class, messages->packet, time) : NULL;
	if (!push(messages, message))
		return false;
	messages->last = time;
	messages->packet_size += EVENT_SIZE + event->len;
	return (source_fill_context(source, trid, messages->symbols, event,
				    bt_message_event_borrow_event(message)) &&
		event_types_fill(type, form, event,
				 bt_message_event_borrow_event(message))) ||
	       no_memory(messages);
}

static void warn_if_incomplete(const struct messages *messages)
{
	const struct source *source = messages->source;
	struct posixtrace_usage usage;

	if (posixtrace_get_usage(messages->log.trid, &usage) == 0 &&
	    !usage.complete && source->log_level <= BT_LOGGING_LEVEL_WARNING)
		fprintf(stderr, "WARNING: source.posixtrace.log: %s: "
			"incomplete, since its writer died or is still "
			"running, or damaged; the rest is read\n",
			source->path);
}

static bool put_end(struct messages *messages)
{
	/* Lost after the last event, or at unknown places. */
	uint64_t rest = losses_rest(&messages->losses, messages->log.trid);

	warn_if_incomplete(messages);
	if (rest && !messages->packet && messages->packet_end == 0 &&
	    !open_packet(messages, messages->source->origin))
		return false;
	if (messages->packet && messages->last < messages->source->origin &&
	    messages->log.n_read == 0)
		messages->last = messages->source->origin;
	if (messages->packet &&
	    !close_packet(messages, messages->gap_end > messages->last ?
			  messages->gap_end : messages->last))
		return false;
	if (rest && (!discard(messages, rest, messages->last) ||
		     !close_packet(messages, messages->last)))
		return false;
	messages->state = AT_END;
	return push(messages, bt_message_stream_end_create(messages->self,
			messages->source->stream));
}

static bool read_event(struct messages *messages)
{
	struct log_event event = { .data = messages->log.data };
	struct posixtrace_loss loss;
	uint64_t time;

	switch (open_log_next(&messages->log, &event.info, &event.len)) {
	case LOG_FAILED:
		return false;
	case LOG_END:
		return put_end(messages);
	case LOG_EVENT:
		break;
	}
	event.is_cut = event.info.posix_truncation_status !=
		       POSIX_TRACE_NOT_TRUNCATED;
	time = source_ns(&event.info.posix_timestamp);
	if (has_gap(messages, &event, &loss) &&
	    !put_gap(messages, time, &loss))
		return false;
	if (!prepare_packet(messages, time > messages->last ? time :
			    messages->last))
		return false;
	return put_event(messages, &event, time > messages->last ? time :
			 messages->last);
}

/* Refill the empty queue. */
static bool fill_queue(struct messages *messages)
{
	messages->n_queued = messages->n_taken = 0;
	if (messages->state == AT_EVENTS)
		return read_event(messages);
	messages->state = AT_EVENTS;
	return push(messages, bt_message_stream_beginning_create(
			messages->self, messages->source->stream));
}

bt_message_iterator_class_next_method_status
messages_next(bt_self_message_iterator *self, bt_message_array_const array,
	      uint64_t capacity, uint64_t *count)
{
	struct messages *messages = bt_self_message_iterator_get_data(self);
	uint64_t n = 0;

	while (n < capacity) {
		if (messages->n_taken < messages->n_queued) {
			array[n++] = messages->queue[messages->n_taken++];
			continue;
		}
		if (messages->state == AT_END)
			break;
		if (fill_queue(messages))
			continue;
		/* No messages may be returned with an error. */
		while (n > 0)
			bt_message_put_ref(array[--n]);
		return BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_ERROR;
	}
	*count = n;
	return n > 0 ? BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_OK :
		       BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_END;
}

static void forget(struct messages *messages)
{
	while (messages->n_taken < messages->n_queued)
		bt_message_put_ref(messages->queue[messages->n_taken++]);
	BT_PACKET_PUT_REF_AND_RESET(messages->packet);
}

/* Of ThreadX there are none. */
static bool open_symbols(struct messages *messages)
{
	const struct source *source = messages->source;

	if (!source->symbols || source->is_dump)
		return true;
	messages->symbols = symbols_open(messages->log.trid, source->path,
					 *source->symbols ? source->symbols :
					 NULL);
	return messages->symbols;
}

bt_message_iterator_class_initialize_method_status
messages_initialize(bt_self_message_iterator *self,
		    bt_self_message_iterator_configuration *configuration,
		    bt_self_component_port_output *port)
{
	struct messages *messages = calloc(1, sizeof(*messages));
	struct source *source = bt_self_component_get_data(
		bt_self_message_iterator_borrow_component(self));

	(void)port;
	/* For --begin: all messages have times, in order. */
	bt_self_message_iterator_configuration_set_can_seek_forward(
		configuration, BT_TRUE);
	if (!messages)
		return BT_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD_STATUS_MEMORY_ERROR;
	messages->self = self;
	messages->source = source;
	if (source->has_log) {
		messages->log = source->log;
		source->has_log = false;
	} else if (!open_log(&messages->log, source->path)) {
		free(messages);
		return BT_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD_STATUS_ERROR;
	}
	if (!open_symbols(messages)) {
		open_log_close(&messages->log);
		free(messages);
		return BT_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD_STATUS_MEMORY_ERROR;
	}
	bt_self_message_iterator_set_data(self, messages);
	return BT_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD_STATUS_OK;
}

void messages_finalize(bt_self_message_iterator *self)
{
	struct messages *messages = bt_self_message_iterator_get_data(self);

	forget(messages);
	symbols_close(messages->symbols);
	open_log_close(&messages->log);
	free(messages);
}

bt_message_iterator_class_can_seek_beginning_method_status
messages_can_seek(bt_self_message_iterator *self, bt_bool *can_seek)
{
	(void)self;
	*can_seek = BT_TRUE;
	return BT_MESSAGE_ITERATOR_CLASS_CAN_SEEK_BEGINNING_METHOD_STATUS_OK;
}

/* Restart from the first event. */
bt_message_iterator_class_seek_beginning_method_status
messages_seek(bt_self_message_iterator *self)
{
	struct messages *messages = bt_self_message_iterator_get_data(self);
	int err = open_log_rewind(&messages->log);

	if (err) {
		CAUSE(messages, "%s: %s", messages->source->path,
		      strerror(err));
		return BT_MESSAGE_ITERATOR_CLASS_SEEK_BEGINNING_METHOD_STATUS_ERROR;
	}
	forget(messages);
	*messages = (struct messages){
		.source = messages->source,
		.self = self,
		.log = messages->log,
		.symbols = messages->symbols,
	};
	return BT_MESSAGE_ITERATOR_CLASS_SEEK_BEGINNING_METHOD_STATUS_OK;
}
