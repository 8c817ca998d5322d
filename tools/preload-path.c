/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Where the library for `record --preload` is: next to the program in a
 * build tree, so that a build is tested with what it built, otherwise where
 * it was installed.
 */
#include "preload-path.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool.h"

#ifndef POSIXTRACE_PRELOAD_PATH
#error "POSIXTRACE_PRELOAD_PATH comes from the build"
#endif

/* The library in the build tree that the program is in, or NULL. */
static char *built_path(void)
{
	static const char there[] =
		"../preload/libposixtrace-preload.so";
	char exe[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	char *path;
	char *real;

	if (len <= 0)
		return NULL;
	exe[len] = '\0';
	*strrchr(exe, '/') = '\0';
	if (asprintf(&path, "%s/%s", exe, there) < 0)
		return NULL;
	real = realpath(path, NULL);
	free(path);
	return real;
}

char *preload_path(void)
{
	char *path = built_path();

	if (!path)
		path = realpath(POSIXTRACE_PRELOAD_PATH, NULL);
	if (!path) {
		tool_error("--preload: %s: not there; install the preload library",
			   POSIXTRACE_PRELOAD_PATH);
		return NULL;
	}
	/* LD_PRELOAD separates its names by both, and knows no quoting. */
	if (strpbrk(path, " :")) {
		tool_error("--preload: %s: a path with a space or colon cannot "
			   "be preloaded; move it", path);
		free(path);
		return NULL;
	}
	return path;
}
