/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The name of a snapshot; see snapshot.h. */
#include "status/snapshot.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

void snapshot_begin(struct snapshot *snapshot,
		    const struct posixtrace_stream *stream)
{
	struct stat st;

	/* Whatever has that name: nothing is opened but the name. */
	snapshot->fd = open(stream->log, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	if (snapshot->fd < 0)
		return;
	if (fstat(snapshot->fd, &st) < 0 || st.st_dev != stream->log_device ||
	    st.st_ino != stream->log_inode) {
		close(snapshot->fd);
		snapshot->fd = -1;
	}
}

bool snapshot_find(struct snapshot *snapshot)
{
	struct stat held, named;
	char link[32];
	ssize_t n;

	if (snapshot->fd < 0)
		return false;
	snprintf(link, sizeof(link), "/proc/self/fd/%d", snapshot->fd);
	n = readlink(link, snapshot->path, sizeof(snapshot->path) - 1);
	if (n <= 0)
		return false;
	snapshot->path[n] = '\0';
	return fstat(snapshot->fd, &held) == 0 &&
	       lstat(snapshot->path, &named) == 0 &&
	       held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

void snapshot_end(struct snapshot *snapshot)
{
	if (snapshot->fd >= 0)
		close(snapshot->fd);
}
