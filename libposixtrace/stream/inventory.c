/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The streams of all processes; see inventory.h.  To list them they are only looked
 * at: nothing is locked or stored, so neither writers nor the controller notice.
 * Untrusted input: a traced process may write anything to the memory.
 */
#include "stream/inventory.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/rundir.h"
#include "directory/directory.h"
#include "directory/places.h"
#include "model/attr.h"
#include "ring/collect.h"
#include "ring/command.h"
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
	case PXT_RUN_RUNNING:
		return POSIXTRACE_STATE_RUNNING;
	case PXT_RUN_FULL:
		return POSIXTRACE_STATE_FULL;
	default:
		/* Or it is being shut down. */
		return POSIXTRACE_STATE_STOPPED;
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

/* The segment in a slot, mapped. */
struct mapped {
	void *map;
	size_t size;
	int fd;
	struct pxt_view view;
};

static void unmap(const struct mapped *mapped)
{
	munmap(mapped->map, mapped->size);
	close(mapped->fd);
}

/* ENOENT: there is none, or it is damaged; ENOMEM. */
static int map_slot(const struct pxt_place *place, unsigned slot,
		    struct mapped *mapped)
{
	char name[PXT_FILE_NAME_SIZE];
	int err;

	pxt_slot_name(slot, "", name);
	err = pxt_shm_open(place->dirfd, place->uid, name,
			   sizeof(struct pxt_segment), &mapped->fd,
			   &mapped->map, &mapped->size);
	if (err)
		return err == ENOMEM ? ENOMEM : ENOENT;
	if (pxt_segment_view(mapped->map, mapped->size, &mapped->view) == 0 &&
	    mapped->view.segment->controller > 0)
		return 0;
	unmap(mapped);
	return ENOENT;
}

static bool is_alive(const struct pxt_place *place, unsigned slot,
		     const struct mapped *mapped)
{
	return !pxt_directory_is_abandoned(place->uid, slot,
					   mapped->view.segment);
}

static bool look_at(const struct pxt_place *place, unsigned slot,
		    struct posixtrace_stream *stream)
{
	struct mapped mapped;
	bool lives, is_there;

	if (map_slot(place, slot, &mapped) != 0)
		return false;
	lives = is_alive(place, slot, &mapped);
	is_there = lives || !pxt_directory_is_removed(mapped.fd);
	if (is_there) {
		describe(&mapped.view, mapped.fd, lives, stream);
		pxt_place_segment(place, slot, stream->segment,
				  sizeof(stream->segment));
	}
	unmap(&mapped);
	return is_there;
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

/* How long a controller may take. */
#define PATIENCE_NS UINT64_C(5000000000)

struct errand {
	const struct posixtrace_stream *stream;
	enum pxt_command command;
	int result;
};

static bool is_same(const struct pxt_view *view,
		    const struct posixtrace_stream *stream)
{
	return view->segment->controller == stream->controller &&
	       view->attr.create_sec == stream->created.tv_sec &&
	       view->attr.create_nsec == stream->created.tv_nsec;
}

static int ask(const struct errand *errand, const struct pxt_place *place,
	       unsigned slot)
{
	struct mapped mapped;
	int err = map_slot(place, slot, &mapped);

	if (err)
		return err;
	if (!is_same(&mapped.view, errand->stream) ||
	    !is_alive(place, slot, &mapped))
		err = ENOENT;
	else if (!mapped.view.segment->logged)
		err = ENOTSUP;
	else
		err = pxt_command_ask(mapped.view.segment, errand->command,
				      pxt_clock_ns(CLOCK_MONOTONIC) +
				      PATIENCE_NS);
	unmap(&mapped);
	return err;
}

static bool ask_in(void *context, const struct pxt_place *place)
{
	struct errand *errand = context;
	char path[sizeof(errand->stream->segment)];

	for (unsigned slot = 0; slot < PXT_STREAMS; slot++) {
		pxt_place_segment(place, slot, path, sizeof(path));
		if (strncmp(path, errand->stream->segment, sizeof(path)) == 0) {
			errand->result = ask(errand, place, slot);
			return false;
		}
	}
	return true;
}

int pxt_inventory_command(const struct posixtrace_stream *stream,
			  enum posixtrace_command command)
{
	struct errand errand = { .stream = stream, .result = ENOENT };

	switch (command) {
	case POSIXTRACE_COMMAND_START:
		errand.command = PXT_COMMAND_START;
		break;
	case POSIXTRACE_COMMAND_STOP:
		errand.command = PXT_COMMAND_STOP;
		break;
	case POSIXTRACE_COMMAND_FLUSH:
		errand.command = PXT_COMMAND_FLUSH;
		break;
	case POSIXTRACE_COMMAND_SNAPSHOT:
		errand.command = PXT_COMMAND_SNAPSHOT;
		break;
	default:
		return EINVAL;
	}
	pxt_places_visit(ask_in, &errand);
	return errand.result;
}
