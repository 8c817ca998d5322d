/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The names of numbered files. */
#include "common/numbered.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

char *numbered_path(const char *path, unsigned number)
{
	const char *base = strrchr(path, '/');
	const char *dot = strrchr(base ? base : path, '.');
	int len = (int)(dot && dot != path ? dot - path : (ptrdiff_t)strlen(path));
	char *numbered;

	if (asprintf(&numbered, "%.*s-%04u%s", len, path, number,
		     path + len) < 0)
		return NULL;
	return numbered;
}
