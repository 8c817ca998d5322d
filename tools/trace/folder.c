/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The logs in a directory; see folder.h. */
#include "trace/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/input.h"

static bool is_log(int dir, const char *name)
{
	struct input input = {
		.fd = openat(dir, name, O_RDONLY | O_CLOEXEC | O_NOCTTY |
			     O_NONBLOCK),
	};
	bool is_so = input.fd >= 0 && input_is_log(&input);

	if (input.fd >= 0)
		close(input.fd);
	return is_so;
}

static int pass(const char *path, const char *name,
		int (*add)(void *context, char *log), void *context)
{
	const char *slash = path[strlen(path) - 1] == '/' ? "" : "/";
	char *log;

	if (asprintf(&log, "%s%s%s", path, slash, name) < 0)
		return ENOMEM;
	return add(context, log);
}

int folder_logs(const char *path, int (*add)(void *context, char *log),
		void *context)
{
	struct dirent **entries;
	int n = scandir(path, &entries, NULL, alphasort), err = 0, dir;

	if (n < 0)
		return errno;
	dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0)
		err = errno;
	for (int i = 0; i < n; i++) {
		if (!err && is_log(dir, entries[i]->d_name))
			err = pass(path, entries[i]->d_name, add, context);
		free(entries[i]);
	}
	free(entries);
	if (dir >= 0)
		close(dir);
	return err;
}
