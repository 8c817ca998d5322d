/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What a process had in its memory: posixtrace_find_mapping(), and telling it:
 * posixtrace_note_loaded(). */
#include <errno.h>
#include <posixtrace.h>
#include <string.h>

#include "api/use.h"
#include "process/self.h"
#include "source/images.h"
#include "source/replay.h"

static_assert((int)POSIXTRACE_BUILD_ID_MAX == (int)PXT_BUILD_ID_MOST,
	      "a build id fits");

static int find(struct pxt_replay *replay, pid_t pid,
		const struct timespec *time, uint64_t address,
		const struct pxt_known_mapping **found, uint64_t *program)
{
	int64_t ns;
	int err;

	if (!replay->log)
		return ENODATA;
	if (!replay->images) {
		err = pxt_images_open(replay->log, replay->rescues ?
				      &replay->rescue : NULL,
				      &replay->source.timeline,
				      &replay->images);
		if (err)
			return ENOMEM;
	}
	/* A time that nanoseconds do not reach is later than all. */
	if (__builtin_mul_overflow((int64_t)time->tv_sec, INT64_C(1000000000),
				   &ns) ||
	    __builtin_add_overflow(ns, (int64_t)time->tv_nsec, &ns))
		ns = INT64_MAX;
	return pxt_images_find(replay->images, pid, ns, address, found,
			       program);
}

int posixtrace_find_mapping(trace_id_t trid, pid_t pid,
			    const struct timespec *time, uint64_t address,
			    struct posixtrace_mapping *mapping)
{
	const struct pxt_known_mapping *found;
	struct pxt_stream *stream;
	uint64_t program;
	int err;

	if (!time || !mapping)
		return EINVAL;
	stream = pxt_use_begin(trid, PXT_USE_REPLAY);
	if (!stream)
		return EINVAL;
	err = find(stream->replay, pid, time, address, &found, &program);
	if (!err) {
		*mapping = (struct posixtrace_mapping){
			.number = found->number,
			.program = program,
			.start = found->mapping.start,
			.end = found->mapping.end,
			.offset = found->mapping.offset,
			.device = found->mapping.device,
			.inode = found->mapping.inode,
			.since = pxt_clock_timespec(found->ns),
			.path = found->path,
			.is_deleted = found->mapping.flags &
				      PXT_MAPPING_DELETED,
			.build_id_size = found->mapping.id_size,
		};
		memcpy(mapping->build_id, found->id, found->mapping.id_size);
	}
	pxt_use_end(stream);
	return err;
}

void posixtrace_note_loaded(void)
{
	pxt_self_note_loaded();
}
