/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Where the library for `record --preload` is: next to the program in a
 * build tree, so that a build is tested with what it built, otherwise where
 * it was installed.
 */
#include "record/preload-path.h"

#include <stdlib.h>
#include <string.h>

#include "common/build-tree.h"
#include "common/tool.h"

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
	/* LD_LIBRARY_PATH separates its folders by both, LD_PRELOAD its names
	 * by a colon or space, and neither knows any quoting (target.c). */
	if (strchr(path, ':') || (strchr(path, ' ') && strchr(path, ';'))) {
		tool_error("--preload: %s: a path with a colon, or with a "
			   "space and a semicolon, cannot be preloaded; "
			   "move it", path);
		free(path);
		return NULL;
	}
	return path;
}
