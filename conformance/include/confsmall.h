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

/* The number of free bytes on it. */
static inline unsigned long long ct_small_room(void)
{
	const char *dir = getenv("CT_SMALL_FS");
	unsigned long long room;
	struct statvfs fs;

	if (!dir || !*dir)
		UNTESTED("CT_SMALL_FS names no small file system");
	SYSTEM(statvfs(dir, &fs));
	room = (unsigned long long)fs.f_bavail * fs.f_frsize;
	if (room > 64 << 20)
		UNTESTED("%s has %llu bytes to fill", dir, room);
	return room;
}

/* An empty file on it. */
static inline int ct_small_file(void)
{
	SYSTEM(setenv("TMPDIR", getenv("CT_SMALL_FS"), 1));
	return ct_file();
}

#endif
