/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The streams of all processes; see inventory.h.  They are only looked at: nothing
 * is locked or stored, so neither writers nor the controller notice.  Untrusted
 * input: a traced process may write anything to the memory.
 */
#include "stream/inventory.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/rundir.h"
#include "directory/directory.h"
#include "directory/places.h"
#include "model/attr.h"
#include "ring/collect.h"
#include "ring/lane.h"

/* What the open chunks contain. */
struct open_chunks {
	uint32_t n;
	uint64_t unread, written;	/* bytes */
};

static void look_at_lanes(const struct pxt_view *view, struct open_chunks *open)
{
	const uint32_t n = pxt_collect_lanes(view);
	struct pxt_piece piece;

	for (uint32_t i = 0; i < n; i++)
		if (pxt_collect_open(view, i, &piece)) {
			open->n++;
			open->unread += piece.to - piece.from;
			open->written += piece.to;
		}
}

static uint64_t unread_in_full_chunks(const struct pxt_view *view)
{
	struct pxt_piece piece;
	uint32_t seq, end;
	uint64_t sum = 0;

	pxt_collect_sequences(view, &seq, &end);
	for (; seq != end; seq++)
		if (pxt_collect_full(view, seq, &piece))
			sum += piece.to - piece.from;
	return sum;
}

/* How often chunks were leased and are not open any more, as if each had been
 * written to its end. */
static uint64_t written_in_full_chunks(const struct pxt_view *view,
				       uint32_t open)
{
	const uint64_t room = view->chunk_size - PXT_CHUNK_HEADER_SIZE;
	uint64_t leases = 0;

	for (uint32_t i = 0; i < view->n_chunks; i++)
		leases += pxt_state_lease(pxt_order_state(&view->states[i]));
	return leases > open ? (leases - open) * room : 0;
}

static uint64_t count_lost(const struct pxt_view *view)
{
	return pxt_collect_losses(view, 0, NULL) + pxt_collect_overwritten(view);
}

static enum posixtrace_state state_of(const struct pxt_segment *segment,
				      bool is_alive)
{
	if (!is_alive)
		return POSIXTRACE_STATE_DEAD;
	switch (pxt_load_relaxed(&segment->run) & PXT_RUN_MASK) {
	case PXT_RUN_STOPPED:
		return POSIXTRACE_STATE_STOPPED;
	case PXT_RUN_RUNNING:
		return POSIXTRACE_STATE_RUNNING;
	case PXT_RUN_FULL:
		return POSIXTRACE_STATE_FULL;
	default:
		return POSIXTRACE_STATE_DEAD;
	}
}

static void describe(const struct pxt_view *view, int fd, bool is_alive,
		     struct posixtrace_stream *stream)
{
	const struct pxt_segment *s = view->segment;
	struct open_chunks open = {0};
	struct stat st;

	look_at_lanes(view, &open);
	*stream = (struct posixtrace_stream){
		.controller = s->controller,
		.target = view->target,
		.state = state_of(s, is_alive),
		.full_policy = view->attr.stream_policy,
		.created = { (time_t)view->attr.create_sec,
			     (long)view->attr.create_nsec },
		.stream_size = pxt_sizing_stream(&view->attr),
		.used = open.unread + unread_in_full_chunks(view),
		.peak = pxt_load_relaxed(&s->peak) * view->chunk_size,
		.written = open.written + written_in_full_chunks(view, open.n),
		.lost = count_lost(view),
		.processes = pxt_load_relaxed(&s->processes),
		.threads = pxt_load_relaxed(&s->threads),
		.log_device = s->log.device,
		.log_inode = s->log.inode,
	};
	/* The controller is one. */
	if (stream->threads)
		stream->threads--;
	/* The strings may lack a terminating zero. */
	memcpy(stream->name, view->attr.name, sizeof(stream->name) - 1);
	memcpy(stream->log, s->log.path, sizeof(stream->log) - 1);
	if (fstat(fd, &st) == 0)
		stream->size = (uint64_t)st.st_blocks * 512;
}

static bool look_at(const struct pxt_place *place, unsigned slot,
		    struct posixtrace_stream *stream)
{
	char name[PXT_FILE_NAME_SIZE];
	struct pxt_view view;
	bool is_known;
	size_t size;
	void *map;
	int fd;

	pxt_slot_name(slot, "", name);
	if (pxt_shm_open(place->dirfd, place->uid, name,
			 sizeof(struct pxt_segment), &fd, &map, &size) != 0)
		return false;
	is_known = pxt_segment_view(map, size, &view) == 0 &&
		   view.segment->controller > 0;
	if (is_known) {
		describe(&view, fd, !pxt_directory_is_abandoned(
				place->uid, slot, view.segment), stream);
		pxt_place_segment(place, slot, stream->segment,
				  sizeof(stream->segment));
	}
	munmap(map, size);
	close(fd);
	return is_known;
}

struct listing {
	struct posixtrace_stream *list;
	size_t n, max;
};

static bool list_in(void *context, const struct pxt_place *place)
{
	struct posixtrace_stream stream;
	struct listing *listing = context;

	for (unsigned slot = 0; slot < PXT_STREAMS; slot++)
		if (look_at(place, slot, &stream)) {
			if (listing->n < listing->max)
				listing->list[listing->n] = stream;
			listing->n++;
		}
	return true;
}

size_t pxt_inventory(struct posixtrace_stream *list, size_t max)
{
	struct listing listing = { .list = list, .max = max };

	pxt_places_visit(list_in, &listing);
	return listing.n;
}
