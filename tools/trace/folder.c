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
#include <sys/stat.h>
#include <unistd.h>

#include "common/tool.h"
#include "trace/input.h"

enum kind {
	OTHER,			/* no log, and no regular file */
	UNKNOWN,		/* it cannot be read, or is no log */
	EMPTY,
	REMOVED,
	LOG,
};

/* A file of the directory. */
struct item {
	const char *name;
	enum kind kind;
	bool is_link;
	dev_t device;
	ino_t inode;
};

static enum kind kind_of(int fd, off_t size)
{
	const struct input input = { .fd = fd };

	return size == 0 ? EMPTY : input_is_log(&input) ? LOG : UNKNOWN;
}

static void look(int dir, struct item *item)
{
	struct stat status;
	int fd;

	if (fstatat(dir, item->name, &status, AT_SYMLINK_NOFOLLOW) == 0)
		item->is_link = S_ISLNK(status.st_mode);
	if (fstatat(dir, item->name, &status, 0) < 0) {
		item->kind = errno == ENOENT ? REMOVED : UNKNOWN;
		return;
	}
	item->device = status.st_dev;
	item->inode = status.st_ino;
	if (!S_ISREG(status.st_mode))
		return;
	fd = openat(dir, item->name, O_RDONLY | O_CLOEXEC | O_NOCTTY |
		    O_NONBLOCK);
	if (fd < 0) {
		item->kind = errno == ENOENT ? REMOVED : UNKNOWN;
		return;
	}
	item->kind = kind_of(fd, status.st_size);
	close(fd);
}

/* Where the number of "NAME-000001.ptl" begins, and its length; 0: it has none. */
static size_t number_in(const char *name, size_t *len)
{
	const char *dot = strrchr(name, '.');
	size_t end = dot && dot != name ? (size_t)(dot - name) : strlen(name);
	size_t at = end;

	while (at > 0 && name[at - 1] >= '0' && name[at - 1] <= '9')
		at--;
	*len = end - at;
	return *len >= 6 && at > 1 && name[at - 1] == '-' ? at : 0;
}

/* Are they called the same, but for their numbers? */
static bool is_sibling(const char *a, const char *b)
{
	size_t a_len, b_len, at = number_in(a, &a_len);

	return at && number_in(b, &b_len) == at && memcmp(a, b, at) == 0 &&
	       strcmp(a + at + a_len, b + at + b_len) == 0;
}

static bool has_name_of_log(const struct item *items, size_t n, const char *name)
{
	const char *dot = strrchr(name, '.');

	if (dot && dot != name && strcmp(dot, ".ptl") == 0)
		return true;
	for (size_t i = 0; i < n; i++)
		if (items[i].kind == LOG && is_sibling(items[i].name, name))
			return true;
	return false;
}

/* Is it a link to another one, which is passed by its own name, or before? */
static bool is_double(const struct item *items, size_t n, const struct item *item)
{
	for (size_t i = 0; i < n && item->is_link; i++)
		if (&items[i] != item && items[i].inode == item->inode &&
		    items[i].device == item->device && items[i].inode &&
		    (!items[i].is_link || &items[i] < item))
			return true;
	return false;
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

/* Is it to be passed?  Else reports why it is not, if it could be a log. */
static bool is_wanted(const char *path, const struct item *items, size_t n,
		      const struct item *item)
{
	if (item->kind == OTHER || is_double(items, n, item))
		return false;
	if (item->kind == LOG)
		return true;
	if (!has_name_of_log(items, n, item->name))
		return false;
	if (item->kind == UNKNOWN)
		return true;
	tool_note("%s: %s: %s, and left out", path, item->name,
		  item->kind == EMPTY ? "is empty" :
		  item->is_link ? "is a link to nothing" : "was removed meanwhile");
	return false;
}

static int pass_all(const char *path, const struct item *items, size_t n,
		    int (*add)(void *context, char *log), void *context)
{
	int err = 0;

	for (size_t i = 0; i < n && !err; i++)
		if (is_wanted(path, items, n, &items[i]))
			err = pass(path, items[i].name, add, context);
	return err;
}

int folder_logs(const char *path, int (*add)(void *context, char *log),
		void *context)
{
	struct dirent **entries;
	int n = scandir(path, &entries, NULL, alphasort), err = 0, dir;
	struct item *items;

	if (n < 0)
		return errno;
	dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0)
		err = errno;
	items = calloc((size_t)n + 1, sizeof(*items));
	if (!items)
		err = ENOMEM;
	for (int i = 0; i < n && !err; i++) {
		items[i].name = entries[i]->d_name;
		look(dir, &items[i]);
	}
	if (!err)
		err = pass_all(path, items, (size_t)n, add, context);
	for (int i = 0; i < n; i++)
		free(entries[i]);
	free(entries);
	free(items);
	if (dir >= 0)
		close(dir);
	return err;
}
