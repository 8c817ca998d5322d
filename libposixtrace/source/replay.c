/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The contents of a file as a source of events; see replay.h. */
#include "source/replay.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "source/gaps.h"

static void count_damage(struct pxt_replay *replay, int32_t pid, int32_t tid)
{
	struct pxt_broken *broken = &replay->broken;
	size_t i = 0;

	replay->damaged++;
	while (i < broken->n && (broken->of[i].pid != pid ||
				 broken->of[i].tid != tid))
		i++;
	if (i == PXT_REPLAY_BROKEN) {
		broken->of_anyone++;
		return;
	}
	if (i == broken->n) {
		broken->of[i].pid = pid;
		broken->of[i].tid = tid;
		broken->of[i].blocks = 0;
		broken->n++;
	}
	broken->of[i].blocks++;
}

static bool fetch(void *context, struct pxt_run *run)
{
	struct pxt_replay *replay = context;
	const struct pxt_log_block *block;
	struct pxt_chunk_header header;

	if (!run->block)
		return pxt_rescue_load(&replay->rescue,
				       &replay->rescue.piece[run->chunk],
				       run->bytes);
	if (pxt_log_load(replay->log, run->block, run->bytes) == 0) {
		memcpy(&header, run->bytes, sizeof(header));
		run->size = header.used;
		return true;
	}
	block = run->block;
	count_damage(replay, block->pid, block->tid);
	return false;
}

static void end_early(void *context, const struct pxt_run *run)
{
	count_damage(context, run->cursor.pid, run->cursor.tid);
}

uint32_t pxt_replay_breaks(const struct pxt_replay *replay, int32_t pid,
			   int32_t tid)
{
	const struct pxt_broken *broken = &replay->broken;
	const struct pxt_run *run = replay->source.merge.last;
	uint32_t breaks = broken->of_anyone + (run ? run->breaks : 0);

	for (size_t i = 0; i < broken->n; i++)
		if (broken->of[i].pid == pid && broken->of[i].tid == tid)
			breaks += broken->of[i].blocks;
	return breaks;
}

/* Skip blocks that end too early. */
static void find_rest(struct pxt_replay *replay)
{
	size_t n, i = replay->next_block;
	const struct pxt_log_block *block = pxt_log_get_blocks(replay->log, &n);

	while (i < n && block[i].last < replay->from)
		i++;
	replay->next_block = i;
	replay->source.merge.rest = i < n ? block[i].base : PXT_MERGE_ALL;
}

/* Blocks are ordered by their first time. */
static int feed(void *context)
{
	struct pxt_replay *replay = context;
	size_t n;
	const struct pxt_log_block *block =
		pxt_log_get_blocks(replay->log, &n) + replay->next_block;
	/* The size of a compressed block is known once it is decompressed. */
	int err = pxt_merge_add(&replay->source.merge, &(struct pxt_run){
		.first = block->base,
		.base = block->serial,
		.size = pxt_log_records_most(replay->log, block),
		.block = block,
		.breaks = block->breaks,
	});

	if (err)
		return err;
	replay->next_block++;
	find_rest(replay);
	return 0;
}

static int add_rescued(struct pxt_replay *replay)
{
	const struct pxt_rescue *rescue = &replay->rescue;

	for (size_t i = 0; i < rescue->n; i++) {
		const struct pxt_rescued *piece = &rescue->piece[i];
		int err = pxt_merge_add(&replay->source.merge, &(struct pxt_run){
			.first = piece->base,
			.base = UINT64_MAX,	/* after all that was flushed */
			.number = piece->number,
			.from = piece->from,
			.size = piece->to - piece->from,
			.chunk = (uint32_t)i,
			.breaks = pxt_log_get_summary(replay->log)->breaks,
		});

		if (err)
			return err;
	}
	return 0;
}

/* A dump is read from its beginning, whatever is skipped. */
static int start_dump(struct pxt_replay *replay, uint64_t ticks)
{
	pxt_merge_clear(&replay->source.merge);
	pxt_source_clear(&replay->source, ticks ? ticks - 1 : 0);
	return pxt_dumped_add_runs(&replay->dumped, &replay->source.merge);
}

/* Go to the first event at or after `ticks`. */
static int start_at(struct pxt_replay *replay, uint64_t ticks)
{
	const struct pxt_log_summary *summary =
		pxt_log_get_summary(replay->log);
	const struct pxt_log_status *status = pxt_log_get_status(replay->log);
	struct pxt_source *source = &replay->source;
	uint64_t lost = summary->lost;

	pxt_merge_clear(&source->merge);
	pxt_source_clear(source, ticks ? ticks - 1 : 0);
	/* What LOOP overwrote is the gap at the beginning of the log; what
	 * could not be written has gaps of its own. */
	if (status)
		lost -= status->log_reported < lost ? status->log_reported :
			lost;
	if (ticks <= summary->horizon)
		pxt_source_overrun(source, summary->horizon,
				   status ? status->log_first_lost : 0,
				   summary->horizon ?
				   lost + replay->unreported : 0);
	replay->from = ticks;
	replay->next_block = pxt_log_find_block(replay->log, ticks);
	find_rest(replay);
	return replay->rescues ? add_rescued(replay) : 0;
}

int pxt_replay_rewind(struct pxt_replay *replay)
{
	replay->damaged = 0;
	replay->broken = (struct pxt_broken){ 0 };
	return replay->log ? start_at(replay, 0) : start_dump(replay, 0);
}

/* Ticks after the last event. */
static uint64_t find_end(const struct pxt_replay *replay)
{
	if (!replay->log)
		return replay->dumped.summary->span + 2;
	/* What is in the segment is newer than what is in the log. */
	return replay->rescues ? UINT64_C(1) << 62 :
	       pxt_log_get_summary(replay->log)->last + 1;
}

int pxt_replay_seek(struct pxt_replay *replay, int64_t time_ns)
{
	struct pxt_timeline *line = &replay->source.timeline;
	uint64_t low = 0, high = find_end(replay);

	/* The smallest number of ticks that is not before; times never
	 * decrease. */
	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (pxt_timeline_real(line, middle) < time_ns)
			low = middle + 1;
		else
			high = middle;
	}
	return replay->log ? start_at(replay, low) : start_dump(replay, low);
}

/*
 * The gaps of a LOOP log are overwritten, too: find out what is lost and in no
 * gap any more.  In an UNTIL_FULL stream that need not be at the beginning.
 */
static int find_unreported(struct pxt_replay *replay)
{
	const struct pxt_log_status *status = pxt_log_get_status(replay->log);
	uint64_t lost = status ? status->lost : 0, sum;
	int err;

	if (replay->rescues)
		lost = replay->rescue.lost;
	if (!lost || !pxt_log_get_summary(replay->log)->horizon ||
	    !replay->source.shows_gaps)
		return 0;
	err = pxt_gaps_sum(replay->log, replay->rescues ? &replay->rescue : NULL,
			   &sum);
	if (err)
		return err;
	/* Some of these report what was lost from the log. */
	if (status)
		lost += status->log_reported;
	if (lost > sum)
		replay->unreported = lost - sum;
	return 0;
}

/* The source of what has been opened. */
static int begin(struct pxt_replay *replay)
{
	const struct pxt_log_head *head = pxt_log_get_head(replay->log);
	struct pxt_source *source = &replay->source;
	struct pxt_merge_source from = {
		.fetch = fetch,
		.damaged = end_early,
		.feed = feed,
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
				       pxt_rescue_anchor(&replay->rescue));
	source->pid = head->target_pid;
	source->shows_gaps =
		head->attr.stream_policy != POSIX_TRACE_UNTIL_FULL;
	return err;
}

/* A dump's first tick is the epoch. */
static int begin_dump(struct pxt_replay *replay)
{
	struct pxt_merge_source from = pxt_dumped_source(&replay->dumped);
	int err = pxt_source_init(&replay->source, &from,
				  (struct pxt_anchor){ .ticks = 1 }, 0);

	return err ? err : start_dump(replay, 0);
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

static int rescue(struct pxt_replay *replay)
{
	const struct pxt_log_status *status = pxt_log_get_status(replay->log);

	return status && status->complete == PXT_LOG_COMPLETE ? ENOENT :
	       pxt_rescue_begin(&replay->rescue, replay->log, false);
}

/* Open the log and what it lacks. */
static int open_log(struct pxt_replay *replay, int fd)
{
	int err;

	do {
		pxt_log_close(replay->log);
		replay->log = NULL;
		err = pxt_log_open(fd, &replay->log);
		if (err)
			return err;
		err = rescue(replay);
	} while (err == ESTALE);
	replay->rescues = err == 0;
	/* Without the rescue only the log is replayed. */
	if (err != ENOMEM)
		return 0;
	pxt_log_close(replay->log);
	return ENOMEM;
}

int pxt_replay_open(int fd, struct pxt_replay **out)
{
	struct pxt_replay *replay = calloc(1, sizeof(*replay));
	int err;

	if (!replay)
		return ENOMEM;
	err = open_log(replay, fd);
	if (err == EINVAL) {
		err = open_dump(replay, fd);
		if (err)
			goto free_replay;
		*out = replay;
		return 0;
	}
	if (err)
		goto free_replay;
	replay->readers = malloc(sizeof(*replay->readers));
	err = ENOMEM;
	if (!replay->readers)
		goto close_replay;
	atomic_init(replay->readers, 1);
	err = begin(replay);
	if (!err)
		err = find_unreported(replay);
	if (!err)
		err = pxt_replay_rewind(replay);
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

int pxt_replay_open_again(const struct pxt_replay *first, struct pxt_replay **out)
{
	struct pxt_replay *replay;
	int err;

	if (!first->readers)
		return ENOTSUP;
	replay = calloc(1, sizeof(*replay));
	if (!replay)
		return ENOMEM;
	replay->log = first->log;
	replay->rescues = first->rescues;
	replay->rescue = first->rescue;
	replay->unreported = first->unreported;
	replay->readers = first->readers;
	/* Relaxed: the caller has one, so it does not end now. */
	atomic_fetch_add_explicit(replay->readers, 1, memory_order_relaxed);
	err = begin(replay);
	if (!err)
		err = pxt_replay_rewind(replay);
	if (err)
		pxt_replay_close(replay);
	else
		*out = replay;
	return err;
}

void pxt_replay_close(struct pxt_replay *replay)
{
	pxt_source_fini(&replay->source);
	pxt_thread_names_destroy(replay->thread_names);
	pxt_images_close(replay->images);
	/* acq_rel: what the others have read precedes the end. */
	if (!replay->readers ||
	    atomic_fetch_sub_explicit(replay->readers, 1,
				      memory_order_acq_rel) == 1) {
		if (replay->rescues)
			pxt_rescue_end(&replay->rescue);
		pxt_log_close(replay->log);
		free(replay->readers);
	}
	pxt_dumped_close(&replay->dumped);
	free(replay);
}
