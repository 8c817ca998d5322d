/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Where the library for `record --preload` is: next to the program in a
 * build tree, so that a build is tested with what it built, otherwise where
 * it was installed.
 */
#include "preload-path.h"

#include <stdlib.h>
#include <string.h>

#include "build-tree.h"
#include "tool.h"

#ifndef POSIXTRACE_PRELOAD_PATH
#error "POSIXTRACE_PRELOAD_PATH comes from the build"
#endif

char *preload_path(void)
{
	char *path = build_tree_find("../preload/libposixtrace-preload.so",
				     POSIXTRACE_PRELOAD_PATH);

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
