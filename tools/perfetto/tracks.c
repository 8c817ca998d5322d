/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The tracks of a Perfetto trace. */
#include "tracks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/escape.h"

enum {
	NAME_SHOWN = 80,		/* bytes of a track's name ... */
	NAME_ROOM = 3 * NAME_SHOWN,	/* ... as UTF-8 */
	NEVER_MERGED = 2,		/* with another track of its name */
};

void tracks_init(struct tracks *tracks, struct sequence *sequence,
		 trace_id_t trid)
{
	*tracks = (struct tracks){ .sequence = sequence, .trid = trid };
	places_init(&tracks->places);
}

void tracks_fini(struct tracks *tracks)
{
	for (size_t i = 0; i < tracks->n; i++)
		free(tracks->list[i].pairs);
	free(tracks->list);
	places_fini(&tracks->places);
}

/* Make room for another one. */
static bool grow(struct tracks *tracks)
{
	size_t room = tracks->room ? 2 * tracks->room : 64;
	struct track *list;

	if (tracks->n < tracks->room)
		return true;
	list = reallocarray(tracks->list, room, sizeof(*list));
	if (!list)
		return false;
	tracks->list = list;
	tracks->room = room;
	tracks->last = NULL;
	return true;
}

/* The description of a new track. */
struct description {
	Pft__TrackDescriptor track;
	Pft__ProcessDescriptor process;
	Pft__ThreadDescriptor thread;
	char name[NAME_ROOM];
};

static ProtobufCBinaryData utf8_of(struct description *description,
				   const char *name)
{
	size_t len = strlen(name);
	char *end = escape_utf8(description->name, name,
				len < NAME_SHOWN ? len : NAME_SHOWN);

	return bytes_of(description->name, (size_t)(end - description->name));
}

static void set_name(struct description *description, const char *name)
{
	description->track.has_name = 1;
	description->track.name = utf8_of(description, name);
	description->track.has_sibling_merge_behavior = 1;
	description->track.sibling_merge_behavior = NEVER_MERGED;
}

static void set_parent(struct description *description, uint64_t uuid)
{
	description->track.has_parent_uuid = 1;
	description->track.parent_uuid = uuid;
}

/* A process has the name of its first thread. */
static void describe_process(struct tracks *tracks,
			     struct description *description, int32_t pid)
{
	struct thread_name room;
	const char *name = thread_name_find(&room, tracks->trid, pid, pid);

	pft__process_descriptor__init(&description->process);
	description->track.process = &description->process;
	description->process.has_pid = 1;
	description->process.pid = pid;
	if (!name || !*name)
		return;
	description->process.has_process_name = 1;
	description->process.process_name = utf8_of(description, name);
}

static void describe_thread(struct tracks *tracks,
			    struct description *description, int32_t pid,
			    int32_t tid)
{
	struct thread_name room;
	const char *name = thread_name_find(&room, tracks->trid, pid, tid);
	char text[64];

	/* For Perfetto 0 is the idle threads, and negative ids are invalid. */
	if (pid <= 0 || tid <= 0) {
		snprintf(text, sizeof(text), "thread %" PRId32 "/%" PRId32, pid,
			 tid);
		set_name(description, name && *name ? name : text);
		return;
	}
	pft__thread_descriptor__init(&description->thread);
	description->track.thread = &description->thread;
	description->thread.has_pid = 1;
	description->thread.pid = pid;
	description->thread.has_tid = 1;
	description->thread.tid = tid;
	if (!name || !*name)
		return;
	description->thread.has_thread_name = 1;
	description->thread.thread_name = utf8_of(description, name);
}

static void describe_context(struct description *description,
			     const struct posixtrace_context *context)
{
	char text[40];

	snprintf(text, sizeof(text), "thread 0x%" PRIx64, context->thread);
	if (context->kind == POSIXTRACE_CONTEXT_INTERRUPT)
		set_name(description, "interrupts");
	else if (context->kind == POSIXTRACE_CONTEXT_INITIALIZATION)
		set_name(description, "initialization");
	else
		set_name(description, *context->name ? context->name : text);
}

/* NULL: no memory.  `parent` is 0, or the uuid of another track. */
static struct track *find(struct tracks *tracks, enum track_kind kind,
			  uint64_t a, uint64_t b, uint64_t parent,
			  const struct posixtrace_context *context)
{
	Pft__TracePacket packet = PFT__TRACE_PACKET__INIT;
	struct description description;
	struct track *track;
	size_t number;

	if (!grow(tracks) ||
	    !places_find(&tracks->places, kind, a, b, &number))
		return NULL;
	track = &tracks->list[number];
	if (number < tracks->n)
		return track;
	*track = (struct track){
		.uuid = ++tracks->n, .kind = kind, .a = a, .b = b,
	};
	pft__track_descriptor__init(&description.track);
	description.track.has_uuid = 1;
	description.track.uuid = track->uuid;
	if (parent)
		set_parent(&description, parent);
	if (kind == TRACK_PROCESS)
		describe_process(tracks, &description, (int32_t)a);
	else if (kind == TRACK_THREAD)
		describe_thread(tracks, &description, (int32_t)a, (int32_t)b);
	else if (kind == TRACK_CONTEXT)
		describe_context(&description, context);
	else
		set_name(&description, kind == TRACK_LOST ? "lost events" :
				       kind == TRACK_TARGET ? "ThreadX" :
				       kind == TRACK_PROCESSOR ? "processor" :
				       "trace stream");
	packet.track_descriptor = &description.track;
	sequence_put(tracks->sequence, &packet);
	return track;
}

static struct track *find_context(struct tracks *tracks,
				  const struct posixtrace_context *context)
{
	struct track *target = find(tracks, TRACK_TARGET, 0, 0, 0, NULL);
	bool is_thread = context->kind == POSIXTRACE_CONTEXT_THREAD;

	if (!target)
		return NULL;
	return find(tracks, TRACK_CONTEXT, is_thread ? context->thread : 0,
		    (uint64_t)context->kind, target->uuid, context);
}

static struct track *find_thread(struct tracks *tracks, int32_t pid,
				 int32_t tid)
{
	struct track *process = NULL;

	if (pid > 0) {
		process = find(tracks, TRACK_PROCESS, (uint32_t)pid, 0, 0,
			       NULL);
		if (!process)
			return NULL;
	}
	/* A thread's description contains its process. */
	if (tid)
		return find(tracks, TRACK_THREAD, (uint32_t)pid, (uint32_t)tid,
			    0, NULL);
	return find(tracks, TRACK_STREAM, (uint32_t)pid, 0,
		    process ? process->uuid : 0, NULL);
}

struct track *tracks_find(struct tracks *tracks,
			  const struct posix_trace_event_info *info,
			  const struct posixtrace_context *context)
{
	const struct track *last = tracks->last;

	if (context)
		return find_context(tracks, context);
	if (last && last->kind == TRACK_THREAD &&
	    last->a == (uint32_t)info->posix_pid &&
	    last->b == (uint32_t)info->posix_tid)
		return tracks->last;
	tracks->last = find_thread(tracks, info->posix_pid, info->posix_tid);
	return tracks->last;
}

struct track *tracks_find_lost(struct tracks *tracks)
{
	return find(tracks, TRACK_LOST, 0, 0, 0, NULL);
}

struct track *tracks_find_processor(struct tracks *tracks, int64_t pid, int64_t tid)
{
	const struct posix_trace_event_info info = {
		.posix_pid = (pid_t)pid, .posix_tid = (pid_t)tid,
	};
	const struct track *thread = tracks_find(tracks, &info, NULL);

	return !thread ? NULL :
	       find(tracks, TRACK_PROCESSOR, (uint32_t)pid, (uint32_t)tid, thread->uuid,
		    NULL);
}
