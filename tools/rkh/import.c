/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Converting a capture to a log in memory; see import.h. */
#include "import.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/tool.h"
#include "frame.h"
#include "log.h"
#include "stream.h"

enum { CHUNK = 64 << 10 };

static bool is_capture(int fd)
{
	unsigned char first;

	return pread(fd, &first, 1, 0) == 1 && first == RKH_FLAG;
}

/* False: it could not be read, which has been reported. */
static bool feed(struct rkh_stream *stream, int fd, const char *name)
{
	char *buffer = malloc(CHUNK);
	off_t at = 0;
	ssize_t n = 0;

	if (!buffer) {
		tool_error("%s: out of memory", name);
		return false;
	}
	do {
		n = pread(fd, buffer, CHUNK, at);
		if (n > 0) {
			rkh_stream_feed(stream, buffer, (size_t)n);
			at += n;
		}
	} while (n > 0 || (n < 0 && errno == EINTR));
	if (n < 0)
		tool_error("%s: %s", name, strerror(errno));
	rkh_stream_end(stream);
	free(buffer);
	return n == 0;
}

/* Does it have records?  Reports damage. */
static bool judge(const struct rkh_counts *counts, const char *name,
		  bool *is_damaged)
{
	uint64_t n = rkh_count_damaged(counts);

	*is_damaged = n > 0;
	if (counts->records == 0) {
		tool_error("%s: begins as a stream of RKH does, but no record "
			   "in it can be read; 'posixtrace rkh' tells why", name);
		return false;
	}
	if (n > 0)
		tool_note("%s: %" PRIu64 " of its frames are damaged; "
			  "'posixtrace rkh' tells which", name, n);
	if (counts->configs == 0)
		tool_note("%s: the target does not tell its configuration, so "
			  "that of RKH 3 was assumed; 'posixtrace rkh --map "
			  "VERSION -o LOG' takes another", name);
	return true;
}

enum capture_result rkh_import(int fd, const char *name, int *to,
			       bool *is_damaged)
{
	struct rkh_options options = { .map = NULL };
	struct rkh_stream *stream;
	struct rkh_log *log;
	bool is_fine = false;

	if (!is_capture(fd))
		return CAPTURE_OTHER;
	*to = memfd_create("posixtrace", MFD_CLOEXEC);
	if (*to < 0) {
		tool_error("%s: %s", name, strerror(errno));
		return CAPTURE_FAILED;
	}
	rkh_config_init(&options.config);
	log = rkh_log_new_at(*to, name, 0);
	if (!log)
		goto close_file;
	stream = rkh_stream_new(&options, rkh_log_event, log);
	if (stream)
		is_fine = feed(stream, fd, name) &&
			  judge(rkh_stream_counts(stream), name, is_damaged);
	else
		tool_error("%s: out of memory", name);
	rkh_stream_free(stream);
	is_fine = rkh_log_finish(log) && is_fine;
	if (is_fine)
		return CAPTURE_TAKEN;
close_file:
	close(*to);
	return CAPTURE_FAILED;
}
