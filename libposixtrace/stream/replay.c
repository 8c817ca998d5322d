/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The blocks of a log as a source of events; see replay.h. */
#include "stream/replay.h"

#include <errno.h>
#include <stdlib.h>

static bool fetch(void *context, struct pxt_run *run)
{
	struct pxt_replay *replay = context;

	if (!run->block)
		return pxt_rescue_load(&replay->rescue,
				       &replay->rescue.piece[run->chunk],
				       run->bytes);
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

static int add_rescued(struct pxt_replay *replay)
{
	const struct pxt_rescue *rescue = &replay->rescue;

	for (size_t i = 0; i < rescue->n; i++) {
		const struct pxt_rescued *piece = &rescue->piece[i];
		int err = pxt_merge_add(&replay->source.merge, &(struct pxt_run){
			.first = piece->base,
			.base = UINT64_MAX,	/* after what was flushed */
			.from = piece->from,
			.size = piece->to - piece->from,
			.chunk = (uint32_t)i,
		});

		if (err)
			return err;
	}
	return 0;
}

int pxt_replay_rewind(struct pxt_replay *replay)
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
		err = add_rescued(replay);
	return err;
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

int pxt_replay_open(int fd, struct pxt_replay **out)
{
	struct pxt_replay *replay = calloc(1, sizeof(*replay));
	const struct pxt_log_status *status;
	int err;

	if (!replay)
		return ENOMEM;
	err = pxt_log_open(fd, &replay->log);
	if (err)
		goto free_replay;
	status = pxt_log_get_status(replay->log);
	if (!status || !status->complete)
		err = pxt_rescue_begin(&replay->rescue, replay->log, false);
	else
		err = ENOENT;
	replay->rescues = err == 0;
	/* Without it the log is what there is. */
	err = err == ENOMEM ? ENOMEM : begin(replay);
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
	free(replay);
}

int pxt_replay_next(struct pxt_replay *replay, struct pxt_event *event)
{
	return pxt_source_next(&replay->source, UINT64_MAX, event);
}
