/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Converting a file of frames to a log in memory; see import.h. */
#include "live/import.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/tool.h"
#include "frame.h"
#include "live/receiver.h"

enum {
	/* A stream sends its configuration at its beginning, and repeats it:
	 * within this many bytes, unless its events are very large. */
	CHUNK = 256 << 10,
};

static bool is_ours(const struct receiver *receiver)
{
	struct receiver_counts counts;

	receiver_count(receiver, &counts);
	return counts.has_begun;
}

/* Read the whole file, if its frames are those of `live`. */
static enum capture_result feed(struct receiver *receiver, int fd,
			       const char *name)
{
	uint8_t *buffer = malloc(CHUNK);
	enum capture_result result = CAPTURE_TAKEN;
	bool goes_on = true;
	off_t at = 0;

	if (!buffer) {
		tool_error("%s: out of memory", name);
		return CAPTURE_FAILED;
	}
	while (goes_on && result == CAPTURE_TAKEN) {
		ssize_t n = pread(fd, buffer, CHUNK, at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			tool_error("%s: %s", name, strerror(errno));
			result = CAPTURE_FAILED;
		}
		if (n <= 0)
			break;
		goes_on = receiver_feed(receiver, buffer, (size_t)n);
		if (at == 0 && !is_ours(receiver))
			result = CAPTURE_OTHER;
		at += n;
	}
	free(buffer);
	return at ? result : CAPTURE_OTHER;
}

/* Report losses and damage. */
static void judge(const struct receiver *receiver, const char *name,
		  bool *is_damaged)
{
	struct receiver_counts counts;

	receiver_count(receiver, &counts);
	*is_damaged = counts.damaged || counts.before || !counts.is_over;
	if (counts.damaged)
		tool_note("%s: %" PRIu64 " of its frames %s damaged; events in "
			  "them count as lost", name, counts.damaged,
			  counts.damaged == 1 ? "is" : "are");
	if (counts.before)
		tool_note("%s: begins after the beginning of the stream; earlier "
			  "events are not counted", name);
	if (!counts.is_over)
		tool_note("%s: the end of the stream is missing; the rest "
			  "was read", name);
}

/* Does the file begin with a flag, as every stream does? */
static bool has_flag(int fd)
{
	uint8_t first;

	return pread(fd, &first, 1, 0) == 1 && first == RKH_FLAG;
}

enum capture_result frames_import(int fd, const char *name, int *log,
				  bool *is_damaged)
{
	enum capture_result result = CAPTURE_FAILED;
	struct receiver *receiver;
	int err;

	if (!has_flag(fd))
		return CAPTURE_OTHER;
	*log = memfd_create("posixtrace", MFD_CLOEXEC);
	if (*log < 0) {
		tool_error("%s: %s", name, strerror(errno));
		return result;
	}
	receiver = receiver_create(*log, name);
	if (!receiver) {
		tool_error("%s: out of memory", name);
		goto close_log;
	}
	result = feed(receiver, fd, name);
	if (result == CAPTURE_TAKEN) {
		receiver_finish(receiver);
		err = receiver_error(receiver);
		if (err && err != EPROTO)
			tool_error("%s: %s", name, strerror(err));
		if (err)
			result = CAPTURE_FAILED;
		else
			judge(receiver, name, is_damaged);
	}
	receiver_destroy(receiver);
close_log:
	if (result != CAPTURE_TAKEN)
		close(*log);
	return result;
}
