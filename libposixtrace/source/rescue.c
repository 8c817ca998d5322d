/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reading what a dead controller left in memory; see rescue.h. */
#include "source/rescue.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/rundir.h"
#include "base/timens.h"
#include "ring/parts.h"
#include "source/ending.h"
#include "source/written.h"

/*
 * The user whose directory the log names.  When root traces processes of
 * another user, the stream is in that user's directory.
 */
static uid_t find_user(const char *path)
{
	const char *end = strrchr(path, '/'), *start = end;
	uid_t uid = geteuid(), named;
	char name[32] = "";

	while (start && start > path && start[-1] != '/')
		start--;
	if (uid == 0 && start && (size_t)(end - start) < sizeof(name)) {
		memcpy(name, start, (size_t)(end - start));
		if (pxt_rundir_user(name, &named))
			return named;
	}
	return uid;
}

/*
 * Untrusted input: the log may name any file.  Only a file of a runtime
 * directory is opened, which is in the expected place, owned by the user, and
 * closed to others.
 */
static const char *name_in(int dirfd, const char *path)
{
	char dir[sizeof(((struct pxt_log_head *)0)->segment)];
	size_t len;

	pxt_rundir_path(dirfd, dir, sizeof(dir));
	len = strlen(dir);
	if (len == 0 || strncmp(path, dir, len) != 0 || path[len] != '/' ||
	    strchr(path + len + 1, '/'))
		return NULL;
	return path + len + 1;
}

bool pxt_rescue_is_of(const struct pxt_view *view,
		      const struct pxt_log_head *head)
{
	const struct pxt_segment *s = view->segment;

	return s->controller == head->controller_pid &&
	       s->controller_start == head->controller_start &&
	       s->target == head->target_pid &&
	       s->anchor.ticks == head->anchor_ticks &&
	       s->anchor.ns == head->anchor_ns &&
	       view->chunk_size == head->chunk_size;
}

/* Why something of the directory cannot be had: it is not there, or there is no
 * descriptor or memory to look. */
static int absence(int err)
{
	return err == ENOMEM ? ENOMEM : ENOENT;
}

/* ENOMEM: it is not known whether there are any. */
static int map_names(struct pxt_rescue *rescue, int dirfd, const char *name)
{
	char names[PXT_FILE_NAME_SIZE] = "";
	size_t size;
	void *map;
	int err;

	pxt_name_append(names, name);
	pxt_name_append(names, ".names");
	err = pxt_shm_open(dirfd, rescue->uid, names, sizeof(*rescue->map), NULL,
			   &map, &size);
	if (!err)
		rescue->map = map;
	return err == ENOMEM ? ENOMEM : 0;
}

/*
 * Is it complete, or has the stream gone on with another log, or not with this one?
 * The log itself says so; its status is written again at once when the stream goes on
 * with it.
 */
static bool needs_no_memory(const struct pxt_log_reader *log)
{
	const struct pxt_log_status *status = pxt_log_get_status(log);

	return status && (status->complete != PXT_LOG_OPEN ||
			  (pxt_log_get_head(log)->number &&
			   status->sequence <= 1));
}

/*
 * The controller holds the exclusive lock while it is alive; children that it
 * forked may hold it longer.
 */
static int lock(const struct pxt_rescue *rescue, bool exclusive)
{
	if (flock(rescue->fd, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0)
		return 0;
	return pxt_directory_lost_controller(rescue->view.segment) ? 0 : EBUSY;
}

/* Has its stream gone on with another log, which the segment names, or not begun
 * with this one?  The segment alone is not believed: it may have been scribbled over,
 * and has the rest of this log then. */
static bool is_of_other(const struct pxt_segment *segment,
			const struct pxt_log_reader *log)
{
	return needs_no_memory(log) &&
	       pxt_segment_is_of_other(segment, pxt_log_get_head(log)->number) &&
	       !pxt_log_is_file(log, segment->log.device, segment->log.inode);
}

static int open_segment(struct pxt_rescue *rescue,
			const struct pxt_log_reader *log, bool exclusive)
{
	const struct pxt_log_head *head = pxt_log_get_head(log);
	const char *name;
	void *memory = NULL;
	size_t size;
	int dirfd, err;

	rescue->uid = find_user(head->segment);
	err = pxt_rundir_open(rescue->uid, false, &dirfd);
	if (err)
		return absence(err);
	err = ENOENT;
	name = name_in(dirfd, head->segment);
	rescue->slot = name ? pxt_slot_of(name) : PXT_STREAMS;
	if (rescue->slot == PXT_STREAMS)
		goto close_dir;
	err = absence(pxt_shm_open(dirfd, rescue->uid, name,
				   sizeof(struct pxt_segment), &rescue->fd,
				   &memory, &size));
	if (!memory)
		goto close_dir;
	err = ENOENT;
	if (pxt_segment_view(memory, size, &rescue->view) != 0 ||
	    !pxt_rescue_is_of(&rescue->view, head))
		goto unmap;
	err = lock(rescue, exclusive);
	if (!err && is_of_other(rescue->view.segment, log))
		err = ENODATA;
	if (!err)
		err = map_names(rescue, dirfd, name);
	if (err)
		goto unmap;
	rescue->view.size = size;
	close(dirfd);
	return 0;

unmap:
	munmap(memory, size);
	close(rescue->fd);
close_dir:
	close(dirfd);
	return err;
}

/* State of the search for pieces. */
struct search {
	struct pxt_rescue *rescue;
	const struct pxt_log_reader *log;
	struct pxt_written written;	/* what the log has */
	bool *queued;		/* by chunk: in the queue of full ones */
	unsigned char *bytes;		/* a private copy of a chunk */
	size_t room;			/* of rescue->piece, allocated */
	uint64_t floor, horizon;	/* cleared, overwritten up to here */
	uint64_t dropped;		/* events older than the horizon */
	uint64_t first;			/* time of the first loss, if known */
};

static void note_first(struct search *search, uint64_t first)
{
	if (first && first < search->first)
		search->first = first;
}

/*
 * Where the records begin that are not in the log, and were neither cleared nor
 * overwritten.
 */
static uint32_t narrow(struct search *search, const struct pxt_piece *piece,
		       bool in_order)
{
	uint64_t written;
	uint32_t begin = pxt_written_end(&search->written, piece, in_order,
					 &written);
	struct pxt_cursor cursor;
	struct pxt_event event;

	pxt_cursor_init_ring(&cursor, &piece->header, search->bytes, begin,
			     piece->to);
	while (pxt_cursor_next(&cursor, &event) &&
	       (event.ticks <= written || event.ticks <= search->floor ||
		event.ticks <= search->horizon)) {
		begin = (uint32_t)(cursor.pos - search->bytes);
		if (event.ticks > written && event.ticks > search->floor) {
			search->dropped++;
			note_first(search, event.ticks);
		}
	}
	return begin;
}

static int add(struct search *search, const struct pxt_rescued *found)
{
	struct pxt_rescue *rescue = search->rescue;

	if (rescue->n == search->room) {
		size_t room = search->room ? 2 * search->room : 64;
		void *more = reallocarray(rescue->piece, room,
					  sizeof(*rescue->piece));

		if (!more)
			return ENOMEM;
		rescue->piece = more;
		search->room = room;
	}
	rescue->piece[rescue->n++] = *found;
	return 0;
}

static int add_piece(struct search *search, const struct pxt_piece *piece,
		     bool in_order)
{
	const struct pxt_view *view = &search->rescue->view;
	struct pxt_chunk_header part;
	struct pxt_parts parts;
	uint32_t from;
	int err = 0;

	memcpy(search->bytes, pxt_chunk(view, piece->chunk) + 1, piece->to);
	pxt_parts_begin(&parts, piece, search->bytes,
			narrow(search, piece, in_order));
	while (!err && pxt_parts_next(&parts, &part, &from)) {
		struct pxt_rescued found = {
			.chunk = piece->chunk,
			.lease = piece->lease,
			.from = from,
			.to = from + part.used,
			.count = part.count,
			.number = part.epoch,
			.thread = part.thread,
			.pid = part.pid,
			.tid = part.tid,
			.base = part.base,
			.last = part.last,
		};

		pxt_parts_name(view, piece, found.to, found.comm);
		search->rescue->events += found.count;
		err = add(search, &found);
	}
	return err;
}

static int find_pieces(struct search *search)
{
	const struct pxt_view *view = &search->rescue->view;
	uint32_t lanes = pxt_collect_lanes(view), seq, end;
	struct pxt_piece piece;
	int err = 0;

	pxt_collect_queued(view, search->queued);
	for (uint32_t i = 0; i < view->n_chunks && !err; i++)
		if (pxt_collect_orphan(view, i, &piece) ||
		    pxt_collect_stray(view, i, search->queued, &piece))
			err = add_piece(search, &piece, false);
	pxt_collect_sequences(view, &seq, &end);
	for (; seq != end && !err; seq++)
		if (pxt_collect_full(view, seq, &piece))
			err = add_piece(search, &piece, true);
	for (uint32_t i = 0; i < lanes && !err; i++)
		/* A chunk that a dying writer marked full was found above. */
		if (pxt_collect_open(view, i, &piece) &&
		    !pxt_collect_is_full(view, &piece))
			err = add_piece(search, &piece, true);
	return err;
}

/*
 * Does the log have the block with the last gap?  The controller, or a
 * recovering process that was killed, has stored its serial.
 */
static bool has_gap_block(const struct search *search)
{
	struct pxt_segment *segment = search->rescue->view.segment;
	uint64_t serial = pxt_load_acquire(&segment->gap_serial);
	const struct pxt_log_block *torn = pxt_log_get_torn(search->log);
	size_t n;
	const struct pxt_log_block *block = pxt_log_get_blocks(search->log, &n);

	for (size_t i = 0; serial && i < n; i++)
		if (block[i].serial >= serial && &block[i] != torn)
			return true;
	return false;
}

/* How many losses the gaps report that are blocks of their own. */
static uint64_t count_reported(const struct search *search)
{
	const struct pxt_segment *segment = search->rescue->view.segment;
	uint64_t reported = pxt_load_relaxed(&segment->reported);

	return (int64_t)(search->rescue->stood - reported) > 0 ?
	       search->rescue->stood : reported;
}

/*
 * What LOOP overwrote is a gap at the horizon; what found the stream full, a
 * gap that begins there.
 */
static int add_gap(struct search *search, uint64_t events)
{
	struct pxt_rescue *rescue = search->rescue;
	struct pxt_segment *segment = rescue->view.segment;
	uint64_t at = search->horizon ? search->horizon : search->first;
	struct pxt_gap gap;

	if (at == UINT64_MAX)
		at = pxt_load_relaxed(&segment->began);
	if (at == 0)
		at = segment->anchor.ticks;
	gap = (struct pxt_gap){
		events, search->first < at ? search->first : at };
	pxt_single_gap(segment->target, at, &gap, rescue->gap);
	return add(search, &(struct pxt_rescued){
		.chunk = PXT_RESCUED_GAP,
		.to = ((struct pxt_chunk_header *)rescue->gap)->used,
		.count = 1,
		.base = at,
		.last = at,
	});
}

/* The losses, and a gap for those that none reports. */
static int find_gap(struct search *search)
{
	struct pxt_rescue *rescue = search->rescue;
	const struct pxt_view *view = &rescue->view;
	struct pxt_segment *segment = view->segment;
	uint64_t cleared = pxt_load_relaxed(&segment->cleared);
	bool has_block = has_gap_block(search);
	uint64_t emitted, reported, lost, first;

	rescue->stood = has_block ? pxt_load_relaxed(&segment->gap_reported) : 0;
	emitted = pxt_collect_reported(view);
	reported = emitted + count_reported(search);
	lost = pxt_collect_losses(view, pxt_load_relaxed(&segment->began),
				  &first) +
	       pxt_collect_overwritten(view) + search->dropped;
	/* An earlier recovery may have reported events that this search does
	 * not find dropped, because the log now has newer events of their
	 * threads.  And other processes write the counts. */
	if ((int64_t)(lost - reported) < 0)
		lost = reported;
	rescue->lost = (int64_t)(lost - cleared) > 0 ? lost - cleared : 0;
	rescue->reported = lost - emitted;
	/* A new horizon means that something is missing. */
	if (lost == reported && (has_block || search->horizon <=
			pxt_load_relaxed(&segment->reported_horizon)))
		return 0;
	note_first(search, first);
	note_first(search, pxt_load_relaxed(&segment->lost_first));
	return add_gap(search, lost - reported);
}

static int ends_before(const void *a, const void *b)
{
	const struct pxt_rescued *x = a, *y = b;

	if (x->last != y->last)
		return x->last < y->last ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

static int find(struct pxt_rescue *rescue, const struct pxt_log_reader *log)
{
	const struct pxt_view *view = &rescue->view;
	struct search search = {
		.rescue = rescue,
		.log = log,
		.queued = calloc(view->n_chunks, sizeof(*search.queued)),
		.bytes = malloc(view->chunk_size),
		.floor = pxt_load_relaxed(&view->segment->floor),
		.horizon = pxt_load_relaxed(&view->segment->horizon),
		.first = UINT64_MAX,
	};
	struct pxt_rescued stop;
	int err = search.queued && search.bytes ?
		  pxt_written_init(&search.written, view, log) : ENOMEM;

	if (!err) {
		err = find_pieces(&search);
		pxt_written_fini(&search.written);
	}
	if (!err)
		err = find_gap(&search);
	if (!err && pxt_ending_make(rescue, log, &stop))
		err = add(&search, &stop);
	if (!err && rescue->n)
		qsort(rescue->piece, rescue->n, sizeof(*rescue->piece),
		      ends_before);
	free(search.queued);
	free(search.bytes);
	return err;
}

/* A replay keeps no descriptor: the mapping keeps the lock. */
static void close_file(struct pxt_rescue *rescue)
{
	if (rescue->fd >= 0)
		close(rescue->fd);
	rescue->fd = -1;
}

int pxt_rescue_begin(struct pxt_rescue *rescue,
		     const struct pxt_log_reader *log, bool exclusive)
{
	uint64_t *stuck;
	int err;

	memset(rescue, 0, sizeof(*rescue));
	/* A segment of a machine with the other byte order cannot be in this
	 * memory. */
	if (pxt_log_is_foreign(pxt_log_get_head(log)))
		return ENOENT;
	err = open_segment(rescue, log, exclusive);
	/* The controller completes the log, and then removes and unlocks the
	 * segment: what was read before is older than what was found now. */
	if (err != EBUSY && err != ENOMEM && pxt_log_was_completed(log)) {
		if (!err)
			pxt_rescue_end(rescue);
		err = ESTALE;
	}
	if (err == ENOENT && needs_no_memory(log))
		err = ENODATA;
	if (err)
		return err;
	pxt_directory_mark_dead(rescue->view.segment);
	stuck = calloc(rescue->view.n_lanes, sizeof(*stuck));
	if (stuck)
		pxt_collect_settle_orphaned(&rescue->view, stuck);
	err = stuck ? find(rescue, log) : ENOMEM;
	free(stuck);
	if (err)
		pxt_rescue_end(rescue);
	else if (!exclusive)
		close_file(rescue);
	return err;
}

void pxt_rescue_end(struct pxt_rescue *rescue)
{
	munmap(rescue->view.segment, rescue->view.size);
	if (rescue->map)
		munmap(rescue->map, sizeof(*rescue->map));
	close_file(rescue);
	free(rescue->piece);
}

bool pxt_rescue_is_in_use(int fd)
{
	const struct pxt_log_status *status;
	struct pxt_rescue rescue = {0};
	struct pxt_log_reader *log;
	int err = ENOENT;

	/* This needs no block, of which a log may have many. */
	if (pxt_log_open_front(fd, &log) != 0)
		return false;
	status = pxt_log_get_status(log);
	if (!(status && status->complete == PXT_LOG_COMPLETE) &&
	    !pxt_log_is_foreign(pxt_log_get_head(log)))
		err = open_segment(&rescue, log, false);
	if (!err)
		pxt_rescue_end(&rescue);
	pxt_log_close(log);
	return err == EBUSY;
}

bool pxt_rescue_load(const struct pxt_rescue *rescue,
		     const struct pxt_rescued *piece, unsigned char *bytes)
{
	struct pxt_chunk_header *header = (void *)bytes;
	const unsigned char *from;

	if (piece->chunk >= PXT_RESCUED_STOP) {
		from = piece->chunk == PXT_RESCUED_GAP ? rescue->gap : rescue->stop;
		memcpy(bytes, from, PXT_CHUNK_HEADER_SIZE + piece->to);
		return true;
	}
	from = (const void *)pxt_chunk(&rescue->view, piece->chunk);
	memcpy(bytes, from, PXT_CHUNK_HEADER_SIZE);
	memcpy(bytes + PXT_CHUNK_HEADER_SIZE,
	       from + PXT_CHUNK_HEADER_SIZE + piece->from,
	       piece->to - piece->from);
	header->lease = pxt_place(piece->chunk, header->lease, piece->to);
	header->thread = piece->thread;
	header->pid = piece->pid;
	header->tid = piece->tid;
	memcpy(header->comm, piece->comm, sizeof(header->comm));
	/* Not set in an open chunk, and not needed elsewhere. */
	header->base = piece->base;
	header->used = piece->to - piece->from;
	header->count = piece->count;
	header->last = piece->last;
	return pxt_chunk_header_is_valid(header, rescue->view.chunk_size);
}

struct pxt_anchor pxt_rescue_anchor(const struct pxt_rescue *rescue)
{
	struct pxt_anchor anchor = pxt_segment_anchor(&rescue->view);
	struct pxt_timens timens;

	pxt_timens_read(&timens);
	anchor.ns += (uint64_t)rescue->view.ahead - (uint64_t)timens.monotonic;
	return anchor;
}

void pxt_rescue_note_written(const struct pxt_rescue *rescue,
			     const struct pxt_rescued *piece)
{
	if (piece->chunk < PXT_RESCUED_STOP)
		pxt_chunk_mark_read(&rescue->view, piece->chunk, piece->lease,
				    piece->to);
}

void pxt_rescue_set_gap_block(const struct pxt_rescue *rescue, uint64_t serial)
{
	struct pxt_segment *segment = rescue->view.segment;

	/* If the log already has the block with the last gap, keep what that
	 * one reports. */
	if (rescue->stood)
		pxt_store_relaxed(&segment->reported, rescue->stood);
	pxt_store_relaxed(&segment->gap_serial, 0);
	pxt_store_release(&segment->gap_reported, rescue->reported);
	pxt_store_release(&segment->gap_serial, serial);
}

void pxt_rescue_remove(const struct pxt_rescue *rescue)
{
	int dirfd;

	if (pxt_rundir_open(rescue->uid, false, &dirfd) != 0)
		return;
	pxt_directory_remove_dead(dirfd, rescue->slot, rescue->fd);
	close(dirfd);
}
