/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Creating the log's file.  An old file of the name is replaced by a new one,
 * not truncated: another process may be reading it, or another recorder
 * writing it, and both keep their contents.  It is replaced when the recording
 * has begun, so a command that cannot be run does not destroy an old log.
 * Only a file that cannot be replaced (the name is a link, or the directory is
 * not writable) is truncated.
 */
#include "common/logfile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <posixtrace.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/tool.h"
#include "common/unfinished.h"

/* Files of one name and process id; more are a mistake. */
enum { DRAFTS_MOST = 1000 };

static const char *option = "-o";

void logfile_set_option(const char *name)
{
	option = name;
}

static bool refuse(const char *path)
{
	const int err = errno;
	char advice[64];

	snprintf(advice, sizeof(advice), "name another file with %s", option);
	tool_error("%s: %s; %s", path, strerror(err), tool_advice(err, advice));
	return false;
}

static bool refuse_kind(const char *path, mode_t mode)
{
	const char *kind = S_ISDIR(mode) ? "a directory"
		: S_ISFIFO(mode) ? "a pipe"
		: S_ISSOCK(mode) ? "a socket" : "a device";

	tool_error("%s: is %s; name a regular file with %s", path, kind, option);
	return false;
}

/* A file that is being written is locked, so that no other recorder replaces
 * it.  Where files cannot be locked, all are accepted. */
static bool is_locked(int fd)
{
	return flock(fd, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK;
}

/* Who writes to it; NULL: nobody. */
static const char *writer_of(int fd)
{
	if (is_locked(fd))
		return "another command";
	return posixtrace_is_being_written(fd) == 1 ?
	       "the recorder of a stream" : NULL;
}

static bool refuse_in_use(const char *path, const char *writer)
{
	tool_error("%s: %s is writing to it; name another file with %s", path,
		   writer, option);
	return false;
}

/* The same of a file of that name. */
static const char *writer_to(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	const char *writer = fd >= 0 ? writer_of(fd) : NULL;

	if (fd >= 0)
		close(fd);
	return writer;
}

/* Truncate the existing file. */
static bool open_old(struct logfile *log)
{
	const char *writer;

	log->fd = open(log->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY |
				  O_NONBLOCK, 0666);
	if (log->fd < 0)
		return refuse(log->path);
	writer = writer_of(log->fd);
	if (writer) {
		close(log->fd);
		return refuse_in_use(log->path, writer);
	}
	if (ftruncate(log->fd, 0) < 0) {
		refuse(log->path);
		close(log->fd);
		return false;
	}
	return true;
}

int logfile_check_name(const char *path)
{
	if (*path == '\0')
		return tool_misuse("-o: the name is empty; name a file");
	if (strcmp(path, "-") == 0)
		return tool_misuse("-o -: the format log is not written as a "
				   "stream; name a file");
	return 0;
}

bool logfile_check_kind(const char *path)
{
	struct stat status;

	if (strcmp(path, "-") == 0) {
		tool_error("-: standard output cannot be written to in several "
			   "places, as such a file is; name a file with -o, "
			   "./- for one of that name");
		return false;
	}
	return stat(path, &status) < 0 || S_ISREG(status.st_mode) ||
	       refuse_kind(path, status.st_mode);
}

/* A draft that was not there before; no link is followed.  0 or an errno value. */
static int open_draft(struct logfile *log, const char *draft)
{
	log->fd = open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (log->fd < 0)
		return errno;
	(void)is_locked(log->fd);
	return 0;
}

/*
 * Where process ids come again, as in containers, the name may be that of a file
 * that was left by a process of the same id, or is written by one: the next name
 * is taken then.
 */
static int create_draft(struct logfile *log)
{
	char *draft;

	for (unsigned n = 1;; n++) {
		char again[16] = "";
		int err;

		if (n > 1)
			snprintf(again, sizeof(again), "-%u", n);
		if (asprintf(&draft, "%s.%d%s", log->path, (int)getpid(),
			     again) < 0)
			return ENOMEM;
		err = open_draft(log, draft);
		if (!err) {
			log->draft = draft;
			return 0;
		}
		if (err == EEXIST && !writer_to(draft))
			tool_note("%s: was left by a command that was killed; "
				  "'posixtrace recover %s' completes it, or "
				  "remove it", draft, draft);
		free(draft);
		if (err != EEXIST || n == DRAFTS_MOST)
			return err;
	}
}

bool logfile_create(struct logfile *log, const char *path)
{
	const char *writer;
	struct stat status;
	bool is_there;
	int err;

	*log = (struct logfile){ .path = path };
	if (!logfile_check_kind(path))
		return false;
	is_there = stat(path, &status) == 0;
	if (is_there && access(path, W_OK) < 0)
		return refuse(path);
	writer = is_there ? writer_to(path) : NULL;
	if (writer)
		return refuse_in_use(path, writer);
	if (lstat(path, &status) == 0 && S_ISLNK(status.st_mode))
		return open_old(log);
	err = create_draft(log);
	if (!err)
		return true;
	errno = err;
	return is_there && err != ENOMEM ? open_old(log) : refuse(path);
}

bool logfile_create_new(struct logfile *log, const char *path)
{
	int err;

	*log = (struct logfile){ .path = path };
	err = create_draft(log);
	errno = err;
	return !err || refuse(path);
}

bool logfile_is_input(const char *path, const char *input)
{
	struct stat ours, theirs;
	bool is_there = stat(path, &ours) == 0 &&
			(strcmp(input, "-") == 0 ? fstat(STDIN_FILENO, &theirs)
						 : stat(input, &theirs)) == 0;

	return is_there && ours.st_dev == theirs.st_dev &&
	       ours.st_ino == theirs.st_ino;
}

bool logfile_create_whole(struct logfile *log, const char *path)
{
	sigset_t before;
	bool is_created;

	unfinished_block(&before);
	is_created = logfile_create(log, path);
	/* A file that may not grow is an error like a full disk. */
	signal(SIGXFSZ, SIG_IGN);
	if (is_created && log->draft)
		unfinished_begin((const char *const[]){ log->draft, NULL });
	sigprocmask(SIG_SETMASK, &before, NULL);
	return is_created;
}

bool logfile_is_gone(const struct logfile *log)
{
	struct stat ours;

	return fstat(log->fd, &ours) == 0 && ours.st_nlink == 0;
}

static bool was_removed(struct logfile *log)
{
	if (!logfile_is_gone(log))
		return false;
	if (!log->is_gone)
		tool_error("%s: the log was removed while recording, its events "
			   "are lost; record again, and leave the file there",
			   log->path);
	log->is_gone = true;
	return true;
}

static bool is_called(int fd, const char *path)
{
	struct stat ours, theirs;

	return fstat(fd, &ours) == 0 && stat(path, &theirs) == 0 &&
	       ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino;
}

char *logfile_name_of(int fd)
{
	char link[32], name[PATH_MAX];
	ssize_t n;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, name, sizeof(name) - 1);
	if (n <= 0)
		return NULL;
	name[n] = '\0';
	return is_called(fd, name) ? strdup(name) : NULL;
}

void logfile_find_draft(struct logfile *log)
{
	char *name;

	if (!log->draft || is_called(log->fd, log->draft))
		return;
	name = logfile_name_of(log->fd);
	if (name) {
		free(log->draft);
		log->draft = name;
	}
}

void logfile_stay(struct logfile *log, int err)
{
	if (was_removed(log))
		return;
	logfile_find_draft(log);
	tool_error("%s: %s; the recording is in %s", log->path, strerror(err),
		   log->draft);
	log->path = log->draft;
}

bool logfile_keep(struct logfile *log)
{
	int err = 0;

	if (!log->draft)
		return true;
	if (rename(log->draft, log->path) < 0)
		err = errno;
	unfinished_end();
	if (err) {
		logfile_stay(log, err);
		return false;
	}
	free(log->draft);
	log->draft = NULL;
	return true;
}

/* Where there are no hard links, either: the name is taken by an empty file. */
static int rename_to_empty(const char *from, const char *to)
{
	int fd = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600), err = 0;

	if (fd < 0)
		return errno;
	close(fd);
	if (rename(from, to) < 0) {
		err = errno;
		unlink(to);
	}
	return err;
}

static int rename_to_new(const char *from, const char *to)
{
	if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
		return 0;
	/* Some file systems, as NFS, cannot do it. */
	if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP)
		return errno;
	if (link(from, to) == 0) {
		unlink(from);
		return 0;
	}
	if (errno != EPERM && errno != ENOSYS && errno != ENOTSUP)
		return errno;
	return rename_to_empty(from, to);
}

int logfile_publish(struct logfile *log, const char *path)
{
	int err = rename_to_new(log->draft, path);

	if (err)
		return err;
	log->path = path;
	free(log->draft);
	log->draft = NULL;
	return 0;
}

bool logfile_find(struct logfile *log)
{
	if (was_removed(log))
		return false;
	if (is_called(log->fd, log->path))
		return true;
	log->moved = logfile_name_of(log->fd);
	if (!log->moved) {
		tool_error("%s: the log is not called that any more, it was "
			   "renamed while recording; look for it under the new "
			   "name", log->path);
		return false;
	}
	log->path = log->moved;
	return true;
}

void logfile_fini(struct logfile *log)
{
	if (log->draft && log->path != log->draft) {
		unlink(log->draft);
		unfinished_end();
	}
	free(log->draft);
	free(log->moved);
	close(log->fd);
}
