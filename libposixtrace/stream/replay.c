/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What is in a file as a source of events; see replay.h. */
#include "stream/replay.h"

#include <errno.h>
#include <stdlib.h>

static bool fetch(void *context, struct pxt_run *run)
{
	struct pxt_replay *replay = context;

	if (!run->block) {
		pxt_rescue_copy(&replay->rescue, run->chunk, run->from,
				run->size, run->bytes);
		return true;
	}
	if (pxt_log_load(replay->log, run->block, run->bytes) == 0)
		return true;
	replay->damaged++;
	return false;
}

static void count_damage(void *context)
{
	struct pxt_replay *replay = context;

	replay->damaged++;
}

static int add_blocks(struct pxt_replay *replay)
{
	size_t n;
	const struct pxt_log_block *block = pxt_log_get_blocks(replay->log, &n);

	for (size_t i = 0; i < n; i++) {
		int err = pxt_merge_add(&replay->source.merge, &(struct pxt_run){
			.first = block[i].base,
			.base = block[i].serial,
			.size = block[i].used,
			.block = &block[i],
		});

		if (err)
			return err;
	}
	return 0;
}

static int add_piece(void *context, const struct pxt_piece *piece)
{
	struct pxt_replay *replay = context;

	return pxt_merge_add(&replay->source.merge, &(struct pxt_run){
		.first = piece->header.base,
		.base = UINT64_MAX,	/* after what has been flushed */
		.from = piece->from,
		.size = piece->to - piece->from,
		.chunk = piece->chunk,
	});
}

static int rewind_dump(struct pxt_replay *replay)
{
	pxt_merge_clear(&replay->source.merge);
	pxt_source_clear(&replay->source, 0);
	return pxt_dumped_add_runs(&replay->dumped, &replay->source.merge);
}

static int rewind_log(struct pxt_replay *replay)
{
	const struct pxt_log_summary *summary =
		pxt_log_get_summary(replay->log);
	const struct pxt_log_status *status = pxt_log_get_status(replay->log);
	struct pxt_source *source = &replay->source;
	int err;

	pxt_merge_clear(&source->merge);
	pxt_source_clear(source, 0);
	replay->damaged = 0;
	/* What LOOP overwrote is the gap that the log begins with. */
	pxt_source_overrun(source, summary->horizon,
			   status ? status->log_first_lost : 0,
			   summary->horizon ? summary->lost : 0);
	err = add_blocks(replay);
	if (!err && replay->rescues)
		err = pxt_rescue_find(&replay->rescue, replay->log, add_piece,
				      replay);
	return err;
}

int pxt_replay_rewind(struct pxt_replay *replay)
{
	return replay->log ? rewind_log(replay) : rewind_dump(replay);
}

static int begin(struct pxt_replay *replay)
{
	const struct pxt_log_head *head = pxt_log_get_head(replay->log);
	struct pxt_source *source = &replay->source;
	struct pxt_merge_source from = {
		.fetch = fetch,
		.damaged = count_damage,
		.context = replay,
		.chunk_size = head->chunk_size,
	};
	const struct pxt_anchor *anchor;
	size_t n;
	int err;

	anchor = pxt_log_get_anchors(replay->log, &n);
	err = pxt_source_init(source, &from, (struct pxt_anchor){
			head->anchor_ticks, head->anchor_ns },
			head->anchor_real_ns);
	for (size_t i = 0; i < n && !err; i++)
		err = pxt_timeline_add(&source->timeline, anchor[i]);
	if (!err && replay->rescues)
		err = pxt_timeline_add(&source->timeline,
				       pxt_clock_anchor(head->clock));
	source->pid = head->target_pid;
	source->shows_gaps =
		head->attr.stream_policy != POSIX_TRACE_UNTIL_FULL;
	return err ? err : pxt_replay_rewind(replay);
}

/* A dump's first tick is the epoch. */
static int begin_dump(struct pxt_replay *replay)
{
	struct pxt_merge_source from = pxt_dumped_source(&replay->dumped);
	int err = pxt_source_init(&replay->source, &from,
				  (struct pxt_anchor){ .ticks = 1 }, 0);

	return err ? err : rewind_dump(replay);
}

static int open_dump(struct pxt_replay *replay, int fd)
{
	int err = pxt_dumped_open(&replay->dumped, fd);

	if (err)
		return err;
	err = begin_dump(replay);
	if (err) {
		pxt_source_fini(&replay->source);
		pxt_dumped_close(&replay->dumped);
	}
	return err;
}

int pxt_replay_open(int fd, struct pxt_replay **out)
{
	struct pxt_replay *replay = calloc(1, sizeof(*replay));
	const struct pxt_log_status *status;
	int err;

	if (!replay)
		return ENOMEM;
	err = pxt_log_open(fd, &replay->log);
	if (err == EINVAL) {
		err = open_dump(replay, fd);
		if (err)
			goto free_replay;
		*out = replay;
		return 0;
	}
	if (err)
		goto free_replay;
	status = pxt_log_get_status(replay->log);
	replay->rescues = (!status || !status->complete) &&
			  pxt_rescue_begin(&replay->rescue,
					   pxt_log_get_head(replay->log));
	err = begin(replay);
	if (err)
		goto close_replay;
	*out = replay;
	return 0;

close_replay:
	pxt_replay_close(replay);
	return err;
free_replay:
	free(replay);
	return err;
}

void pxt_replay_close(struct pxt_replay *replay)
{
	pxt_source_fini(&replay->source);
	if (replay->rescues)
		pxt_rescue_end(&replay->rescue);
	pxt_log_close(replay->log);
	pxt_dumped_close(&replay->dumped);
	free(replay);
}

int pxt_replay_next(struct pxt_replay *replay, struct pxt_event *event)
{
	int err = pxt_source_next(&replay->source, UINT64_MAX, event);

	if (!err && !replay->log)
		pxt_dumped_take(&replay->dumped, event);
	return err;
}
