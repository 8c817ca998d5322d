/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The names of threads; see comm.h. */
#include "stream/comm.h"

#include <string.h>

#include "base/proc.h"
#include "ring/lane.h"
#include "ring/reclaim.h"

/*
 * Is the thread that wrote this still the owner of its lane, and do these
 * numbers identify it in our /proc?  A thread that ends marks its lane before
 * it is gone; for threads that an exec ended the new program does so.
 */
static bool is_alive_here(const struct pxt_view *view,
		     const struct pxt_chunk_header *header)
{
	const struct pxt_lane *lane =
		&view->lanes[header->lane % view->n_lanes];
	uint64_t owner = (uint64_t)(uint32_t)header->pid << 32 |
			 (uint32_t)header->tid;

	return pxt_load_relaxed(&lane->owner) == owner &&
	       pxt_load_relaxed(&lane->space) == pxt_proc_space() &&
	       (pxt_load_acquire(&lane->exited) &
		(PXT_LANE_GONE | PXT_LANE_TAKEN)) == 0;
}

static const char *find(const struct pxt_comms *comms, int32_t pid, int32_t tid)
{
	for (unsigned i = 0; i < comms->n && i < PXT_COMMS; i++)
		if (comms->known[i].pid == pid && comms->known[i].tid == tid)
			return comms->known[i].name;
	return NULL;
}

static void read_name(struct pxt_comms *comms, struct pxt_chunk_header *header)
{
	unsigned at = comms->n % PXT_COMMS;

	if (!pxt_proc_thread_name(header->pid, header->tid, header->comm))
		return;
	comms->known[at].pid = header->pid;
	comms->known[at].tid = header->tid;
	memcpy(comms->known[at].name, header->comm, PXT_COMM_SIZE);
	comms->n++;
}

void pxt_comms_renew(struct pxt_comms *comms, const struct pxt_view *view,
		     const struct pxt_piece *piece, uint32_t from,
		     struct pxt_chunk_header *header)
{
	const char *known;

	if (header->kind != PXT_KIND_EVENTS)
		return;
	pxt_parts_name(view, piece, from + header->used, header->comm);
	if (!is_alive_here(view, header))
		return;
	known = find(comms, header->pid, header->tid);
	if (known)
		memcpy(header->comm, known, PXT_COMM_SIZE);
	else
		read_name(comms, header);
	/* It may have ended meanwhile, and stored its last name. */
	if (!is_alive_here(view, header))
		pxt_parts_name(view, piece, from + header->used, header->comm);
}
