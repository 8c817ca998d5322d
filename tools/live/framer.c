/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Converting a trace to frames; see framer.h. */
#include "live/framer.h"

#include <bsd/string.h>
#include <string.h>

#include "common/nanoseconds.h"

/* Limit a time to those that a log can have. */
static uint64_t nanoseconds(const struct timespec *time)
{
	int64_t ns;

	ns_since_epoch(time, &ns);
	return (uint64_t)ns;
}

/* Names are known before the first event, arguments from the first event that
 * has some; a type without arguments may get some later. */
static void send_type(struct framer *framer, trace_event_id_t id)
{
	struct posixtrace_arguments arguments;
	struct wire_type type = { .id = id };

	if (id >= SENDER_TYPES || framer->is_sent[id])
		return;
	if (posixtrace_get_arguments(framer->trid, id, &arguments) == 0) {
		memcpy(type.arguments, arguments.text,
		       sizeof(type.arguments));
		framer->is_sent[id] = true;
	} else if (framer->is_named[id]) {
		return;
	}
	if (posix_trace_eventid_get_name(framer->trid, id, type.name) != 0)
		return;
	framer->is_named[id] = true;
	sender_type(framer->sender, &type);
}

void framer_loss(struct framer *framer, const struct posixtrace_loss *loss)
{
	struct wire_loss wire = {
		.events = loss->events,
		.first = nanoseconds(&loss->first),
		.resume = nanoseconds(&loss->resume),
	};

	framer->lost += loss->events;
	sender_loss(framer->sender, &wire);
}

void framer_event(struct framer *framer,
		  const struct posix_trace_event_info *info, const void *data,
		  size_t len)
{
	struct wire_event wire = {
		.time = nanoseconds(&info->posix_timestamp),
		.id = info->posix_event_id,
		.pid = (uint32_t)info->posix_pid,
		.tid = (uint32_t)info->posix_tid,
		.thread = (uint64_t)info->posix_thread_id,
		.address = (uintptr_t)info->posix_prog_address,
		.truncated = info->posix_truncation_status !=
			     POSIX_TRACE_NOT_TRUNCATED,
		.data = data,
		.len = len,
	};

	/* A reader of the log generates these two from the loss. */
	if (wire.id == POSIX_TRACE_RESUME || wire.id == POSIX_TRACE_OVERFLOW)
		return;
	send_type(framer, wire.id);
	sender_event(framer->sender, &wire);
}

void framer_end(struct framer *framer)
{
	sender_end(framer->sender, framer->lost);
}

bool framer_init(struct framer *framer, trace_id_t trid, pid_t target,
		 const char *host, uint32_t session)
{
	struct wire_config config = {
		.version = WIRE_VERSION,
		.session = session,
		.big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
		.pointer_size = sizeof(void *),
		.target = (uint32_t)target,
	};
	struct timespec created = { 0 };
	trace_attr_t attr;
	size_t size = 0;

	*framer = (struct framer){ .trid = trid };
	if (posix_trace_get_attr(trid, &attr) != 0)
		return false;
	posix_trace_attr_getname(&attr, config.name);
	posix_trace_attr_getcreatetime(&attr, &created);
	posix_trace_attr_getmaxdatasize(&attr, &size);
	posix_trace_attr_destroy(&attr);
	strlcpy(config.host, host, sizeof(config.host));
	config.created = nanoseconds(&created);
	config.data_max = size;
	framer->sender = sender_create(&config);
	return framer->sender;
}

void framer_fini(struct framer *framer)
{
	sender_destroy(framer->sender);
}
