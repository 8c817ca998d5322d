/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Files that are installed elsewhere, or next to the program in a build
 * tree. */
#include "common/build-tree.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *find_built(const char *there)
{
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

char *build_tree_find(const char *there, const char *installed)
{
	char *path = find_built(there);

	return path ? path : realpath(installed, NULL);
}
