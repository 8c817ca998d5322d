/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A file system that a program can fill.  The environment variable CT_SMALL_FS
 * names a folder on it; no other program may use it at the same time.
 */
#ifndef CONFSMALL_H
#define CONFSMALL_H

#include "conftest.h"

#include <sys/statvfs.h>

#define CT_SMALL_LEAST	(1 << 20)

/* The number of free bytes on it now. */
static inline unsigned long long ct_small_free(void)
{
	struct statvfs fs;

	SYSTEM(statvfs(getenv("CT_SMALL_FS"), &fs));
	return (unsigned long long)fs.f_bavail * fs.f_frsize;
}

/*
 * The number of free bytes on it.  What a program before this one left may still be
 * there, if the implementation is still ending its streams, and go later: see
 * ct_small_log().
 */
static inline unsigned long long ct_small_room(void)
{
	const char *dir = getenv("CT_SMALL_FS");
	unsigned long long room = 0;

	if (!dir || !*dir)
		UNTESTED("CT_SMALL_FS names no small file system");
	CT_UNTIL((room = ct_small_free()) >= CT_SMALL_LEAST);
	if (room < CT_SMALL_LEAST || room > 64 << 20)
		UNTESTED("%s has %llu bytes to fill", dir, room);
	return room;
}

/* An empty file on it. */
static inline int ct_small_file(void)
{
	SYSTEM(setenv("TMPDIR", getenv("CT_SMALL_FS"), 1));
	return ct_file();
}

/* A file that has taken all the room.  Without its contents there is room again. */
static inline int ct_small_filler(void)
{
	static unsigned char block[4096];
	size_t size = sizeof(block);
	int fd = ct_small_file();

	while (size > 0)
		if (write(fd, block, size) <= 0)
			size /= 2;
	return fd;
}

/* A stream that has room for 200 events of 1 KiB and an APPEND log on it. */
static inline trace_id_t ct_small_stream(void)
{
	trace_attr_t attr;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 200, 1024);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	ct_room(&attr, 200, 1024);
	return ct_logging(&attr, ct_small_file());
}

/*
 * Record and flush into a log on it, which had `room` bytes, until that gives an
 * error or twice as much has been recorded as there has been room for: the log may
 * have had its room from the start.  Returns the error or 0.  A flush that goes on
 * by itself may report it in the status.
 */
static inline int ct_small_log(trace_id_t trid, trace_event_id_t id,
		unsigned long long room, unsigned long long *bytes)
{
	static unsigned char data[1024];
	struct posix_trace_status_info status;
	unsigned long long now = ct_small_free(), last;
	int err = 0, i;

	for (*bytes = 0; *bytes < 2 * room && err == 0;) {
		for (i = 0; i < 100; i++)
			posix_trace_event(id, data, sizeof(data));
		*bytes += sizeof(data) * 100;
		err = posix_trace_flush(trid);
		do {
			status = ct_status(trid);
			if (err == 0)
				err = status.posix_stream_flush_error;
		} while (status.posix_stream_flush_status ==
				POSIX_TRACE_FLUSHING);
		last = now;
		now = ct_small_free();
		if (now > last)
			room += now - last;
	}
	return err;
}

#endif
