/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The file of a stream's log; see logplace.h. */
#include "stream/logplace.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log/reader.h"
#include "source/rescue.h"

/* Number of names read in a directory: bounds the time of a create. */
enum { LOOK_AT_MOST = 10000 };

/* The inode number that FUSE reports for it in a directory. */
#define UNKNOWN_INODE 0xffffffffu

void pxt_log_place_note(int fd, struct pxt_log_place *place)
{
	char link[32];
	struct stat st;
	ssize_t n;

	*place = (struct pxt_log_place){0};
	if (fstat(fd, &st) != 0)
		return;
	place->device = st.st_dev;
	place->inode = st.st_ino;
	snprintf(link, sizeof(link), "/proc/thread-self/fd/%d", fd);
	n = readlink(link, place->path, sizeof(place->path) - 1);
	/* A truncated path would be a different one. */
	if (n < 0 || n == sizeof(place->path) - 1)
		n = 0;
	place->path[n] = '\0';
}

static bool is_at(const struct pxt_log_place *place, const struct stat *st)
{
	return st->st_dev == place->device && st->st_ino == place->inode;
}

bool pxt_log_place_is_of(const struct pxt_log_place *place, int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 && is_at(place, &st);
}

/* Not there, or not to be had at the moment? */
static int absence(void)
{
	return errno == EMFILE || errno == ENFILE || errno == ENOMEM ?
	       EMFILE : ENOENT;
}

/* Open it if it is exactly that file, and the user's own. */
static int open_log(int dirfd, const char *name,
		    const struct pxt_log_place *place, int *fd)
{
	struct stat st;

	if (fstatat(dirfd, name, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
	    !S_ISREG(st.st_mode) || st.st_uid != geteuid() ||
	    !is_at(place, &st))
		return ENOENT;
	*fd = openat(dirfd, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY |
		     O_NONBLOCK);
	return *fd >= 0 ? 0 : absence();
}

int pxt_log_place_check(const struct pxt_view *view, int fd,
			struct pxt_log_head *head, struct pxt_log_status *status)
{
	int err = pxt_log_peek(fd, head, status);

	if (err == EINVAL || (!err && !pxt_rescue_is_of(view, head)))
		err = ENOENT;
	return err;
}

/* The same under another name. */
static int open_renamed(int dirfd, const char *name, const struct pxt_view *view,
			int *fd)
{
	struct pxt_log_status status;
	struct pxt_log_head head;
	int err = open_log(dirfd, name, &view->segment->log, fd);

	if (err)
		return err;
	err = pxt_log_place_check(view, *fd, &head, &status);
	if (err) {
		close(*fd);
		*fd = -1;
	}
	return err;
}

/*
 * Search among the files of that directory: the program that created the log
 * may have renamed it since, as `posixtrace record` does.
 */
static int search(const char *path, const struct pxt_view *view, int *fd)
{
	const uint64_t inode = view->segment->log.inode;
	DIR *dir = opendir(path);
	struct dirent *entry;
	int err = ENOENT;

	if (!dir)
		return absence();
	for (int i = 0; i < LOOK_AT_MOST && err == ENOENT &&
	     (entry = readdir(dir)); i++)
		/* A file system may not report it here. */
		if (entry->d_ino == inode || entry->d_ino == UNKNOWN_INODE)
			err = open_renamed(dirfd(dir), entry->d_name, view, fd);
	closedir(dir);
	return err;
}

int pxt_log_place_open(const struct pxt_view *view, int *fd)
{
	const struct pxt_log_place *place = &view->segment->log;
	char path[sizeof(place->path)], *slash;
	int err;

	*fd = -1;
	memcpy(path, place->path, sizeof(path));
	path[sizeof(path) - 1] = '\0';
	err = open_log(AT_FDCWD, path, place, fd);
	slash = strrchr(path, '/');
	if (err != ENOENT || path[0] != '/')
		return err;
	slash[1] = '\0';
	return search(path, view, fd);
}
