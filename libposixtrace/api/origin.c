/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Where a pre-recorded stream is from, and how it is stored:
 * posixtrace_get_{clock,origin,thread_name,log,block}() of <posixtrace.h>.
 */
#include <bsd/string.h>
#include <errno.h>
#include <posixtrace.h>
#include <string.h>

#include "api/use.h"
#include "source/replay.h"

static_assert(sizeof(((struct posixtrace_origin *)0)->host) ==
	      sizeof(((struct pxt_log_head *)0)->host), "a host name fits");
static_assert(sizeof(((struct posixtrace_origin *)0)->boot_id) ==
	      sizeof(((struct pxt_log_head *)0)->boot_id), "a boot id fits");
static_assert(sizeof(((struct posixtrace_log *)0)->segment) ==
	      sizeof(((struct pxt_log_head *)0)->segment), "a path fits");

/*
 * The stream of a log, locked.  EINVAL; ENOENT: a ThreadX trace, which does
 * not contain that information.
 */
static int begin(trace_id_t trid, struct pxt_stream **out)
{
	struct pxt_stream *stream = pxt_use_begin(trid, PXT_USE_REPLAY);

	if (!stream)
		return EINVAL;
	if (!stream->replay->log) {
		pxt_use_end(stream);
		return ENOENT;
	}
	*out = stream;
	return 0;
}

int posixtrace_get_clock(trace_id_t trid, struct posixtrace_clock *clock)
{
	const struct pxt_log_head *head;
	struct pxt_stream *stream;
	int err;

	if (!clock)
		return EINVAL;
	err = begin(trid, &stream);
	if (err)
		return err;
	head = pxt_log_get_head(stream->replay->log);
	if (head->anchor_real_ns <= 0) {
		err = ENOENT;
	} else {
		*clock = (struct posixtrace_clock){
			.real = pxt_clock_timespec(head->anchor_real_ns),
		};
		/* A log that was made of events has the same number twice. */
		if (head->anchor_ns < (uint64_t)head->anchor_real_ns)
			clock->monotonic = pxt_clock_timespec(
				(int64_t)head->anchor_ns);
	}
	pxt_use_end(stream);
	return err;
}

static void note_id(struct posixtrace_origin *origin, int32_t id)
{
	if (id > origin->highest_id)
		origin->highest_id = id;
}

int posixtrace_get_origin(trace_id_t trid, struct posixtrace_origin *origin)
{
	const struct pxt_log_block *block;
	const struct pxt_log_head *head;
	struct pxt_stream *stream;
	size_t n;
	int err;

	if (!origin)
		return EINVAL;
	err = begin(trid, &stream);
	if (err)
		return err;
	head = pxt_log_get_head(stream->replay->log);
	block = pxt_log_get_blocks(stream->replay->log, &n);
	*origin = (struct posixtrace_origin){
		.target = head->target_pid,
		.controller = head->controller_pid,
		.identity = head->identity,
	};
	memcpy(origin->host, head->host, sizeof(origin->host));
	memcpy(origin->boot_id, head->boot_id, sizeof(origin->boot_id));
	note_id(origin, head->target_pid);
	for (size_t i = 0; i < n; i++) {
		note_id(origin, block[i].pid);
		note_id(origin, block[i].tid);
	}
	pxt_use_end(stream);
	return 0;
}

int posixtrace_get_thread_name(trace_id_t trid, pid_t pid, pid_t tid,
		char name[POSIXTRACE_THREAD_NAME_MAX + 1])
{
	struct pxt_replay *replay;
	struct pxt_stream *stream;
	const char *found = NULL;
	int err;

	if (!name)
		return EINVAL;
	err = begin(trid, &stream);
	if (err)
		return err;
	replay = stream->replay;
	if (!replay->thread_names)
		replay->thread_names = pxt_thread_names_create(replay->log);
	if (replay->thread_names)
		found = pxt_thread_names_find(replay->thread_names, pid, tid);
	else
		err = ENOMEM;
	if (found)
		strlcpy(name, found, POSIXTRACE_THREAD_NAME_MAX + 1);
	else if (!err)
		err = ENOENT;
	pxt_use_end(stream);
	return err;
}

static struct posixtrace_anchor tell_anchor(struct pxt_anchor anchor)
{
	return (struct posixtrace_anchor){ anchor.ticks, anchor.ns };
}

int posixtrace_get_log(trace_id_t trid, struct posixtrace_log *log)
{
	const struct pxt_log_reader *reader;
	const struct pxt_log_summary *summary;
	const struct pxt_log_head *head;
	const struct pxt_anchor *anchors;
	size_t n_anchors, n_blocks;
	struct pxt_stream *stream;
	int err;

	if (!log)
		return EINVAL;
	err = begin(trid, &stream);
	if (err)
		return err;
	reader = stream->replay->log;
	head = pxt_log_get_head(reader);
	summary = pxt_log_get_summary(reader);
	anchors = pxt_log_get_anchors(reader, &n_anchors);
	pxt_log_get_blocks(reader, &n_blocks);
	*log = (struct posixtrace_log){
		.version = head->version,
		.pointer_size = head->pointer_size,
		.block_start = head->block_start,
		.block_limit = head->block_limit,
		.block_max = head->chunk_size,
		.blocks = n_blocks,
		.records = summary->events,
		.damaged = summary->damaged + stream->replay->damaged,
		.has_status = stream->replay->rescues ||
			      pxt_log_get_status(reader),
		.has_counter = head->clock == PXT_CLOCK_COUNTER,
		.anchors = (unsigned)n_anchors,
		.first = tell_anchor(anchors[0]),
		.last = tell_anchor(anchors[n_anchors - 1]),
		.first_real_ns = head->anchor_real_ns,
	};
	memcpy(log->segment, head->segment, sizeof(log->segment));
	pxt_use_end(stream);
	return 0;
}

int posixtrace_get_block(trace_id_t trid, size_t n,
			 struct posixtrace_block *block)
{
	const struct pxt_log_block *from;
	struct pxt_stream *stream;
	size_t n_blocks;
	int err;

	if (!block)
		return EINVAL;
	err = begin(trid, &stream);
	if (err)
		return err;
	from = pxt_log_get_blocks(stream->replay->log, &n_blocks);
	if (n < n_blocks)
		*block = (struct posixtrace_block){
			.serial = from[n].serial,
			.offset = from[n].offset,
			.bytes = sizeof(struct pxt_chunk_header) + from[n].used,
			.records = from[n].count,
			.record_bytes = from[n].used,
			.base = from[n].base,
			.last = from[n].last,
			.pid = from[n].pid,
			.tid = from[n].tid,
			.is_controllers = from[n].kind == PXT_KIND_CONTROL,
		};
	else
		err = ENOENT;
	pxt_use_end(stream);
	return err;
}
