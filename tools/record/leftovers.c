/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What killed recorders left in memory, and whose log that is.  The segment
 * says where the log was, and which file; but a file may have got another name
 * since, or other contents, and an inode number may be another file's by now.
 * So the head of the file is asked, too.
 */
#include "record/leftovers.h"

#include <bsd/string.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <posixtrace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <yajl/yajl_gen.h>

#include "base/rundir.h"
#include "common/escape.h"
#include "common/tool.h"
#include "log/reader.h"

enum { LOOK_AT_MOST = 100000 };

enum state {
	INCOMPLETE,		/* events in memory are not in the log */
	COMPLETE,		/* it has all events */
	OVERWRITTEN,		/* the file has other contents */
	REMOVED,		/* or moved to another directory */
	NO_LOG,			/* the stream had none */
	DAMAGED,		/* the memory cannot be read any more */
};

static const char *const state_names[] = {
	[INCOMPLETE] = "incomplete",
	[OVERWRITTEN] = "overwritten",
	[REMOVED] = "removed",
	[NO_LOG] = "no log",
	[DAMAGED] = "damaged",
};

struct left {
	struct posixtrace_leftover is;
	enum state state;
	/* Its path, or former path if it was removed; empty: unknown. */
	char log[sizeof(((struct posixtrace_leftover *)0)->log)];
	/* The name in the list, unique. */
	char name[sizeof(((struct posixtrace_leftover *)0)->log) + 32];
};

/*
 * The unique name: log@PID.SLOT, or @PID.SLOT if no log is known; the path of the
 * segment, if that is damaged.
 */
static void full_name(const struct left *left, char *name, size_t size)
{
	const char *slot = strrchr(left->is.segment, '/');

	if (left->state == DAMAGED)
		strlcpy(name, left->is.segment, size);
	else
		snprintf(name, size, "%s@%d.%.12s", left->log,
			 (int)left->is.controller, slot ? slot + 1 : "");
}

/* The path without a suffix names the log that exists now. */
static void give_name(struct left *left)
{
	if (left->state == INCOMPLETE && left->log[0])
		strlcpy(left->name, left->log, sizeof(left->name));
	else
		full_name(left, left->name, sizeof(left->name));
}

/* Compare the contents with the leftover. */
static enum state examine(int fd, const struct posixtrace_leftover *leftover)
{
	struct pxt_log_status status;
	struct pxt_log_head head;

	if (pxt_log_peek(fd, &head, &status) != 0 ||
	    head.controller_pid != leftover->controller ||
	    head.attr.create_sec != leftover->created.tv_sec ||
	    head.attr.create_nsec != leftover->created.tv_nsec ||
	    strcmp(head.segment, leftover->segment) != 0)
		return OVERWRITTEN;
	return status.complete == PXT_LOG_COMPLETE ? COMPLETE : INCOMPLETE;
}

/* Is this the file of the log? */
static enum state judge(int dirfd, const char *name,
			const struct posixtrace_leftover *leftover)
{
	enum state state;
	struct stat st;
	int fd;

	/* A file shorter than the front of a log is not opened. */
	if (fstatat(dirfd, name, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
	    !S_ISREG(st.st_mode) || st.st_dev != leftover->log_device ||
	    st.st_ino != leftover->log_inode)
		return REMOVED;
	if (st.st_size < PXT_LOG_NAMES)
		return OVERWRITTEN;
	fd = openat(dirfd, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY |
		    O_NONBLOCK);
	/* A file that cannot be read cannot be recovered either. */
	if (fd < 0)
		return INCOMPLETE;
	state = examine(fd, leftover);
	close(fd);
	return state;
}

/* The file has other contents.  Its inode number may have been reused, unless
 * it has the name of the log, or that given by `record`. */
static bool is_its_name(const char *name, const struct posixtrace_leftover *is)
{
	size_t len = strlen(name);

	return strncmp(is->log, name, len) == 0 &&
	       (is->log[len] == '\0' || is->log[len] == '.');
}

/* Find it in its former directory: it may have been renamed. */
static void search(struct left *left)
{
	char path[sizeof(left->log)], *slash;
	enum state state = REMOVED;
	struct dirent *entry;
	DIR *dir;

	memcpy(path, left->log, sizeof(path));
	slash = strrchr(path, '/');
	if (!slash || path[0] != '/')
		return;
	slash[1] = '\0';
	dir = opendir(path);
	for (int i = 0; dir && i < LOOK_AT_MOST && (entry = readdir(dir)); i++) {
		if (strlen(path) + strlen(entry->d_name) >= sizeof(path))
			continue;
		state = judge(dirfd(dir), entry->d_name, &left->is);
		if (state != REMOVED) {
			strlcat(path, entry->d_name, sizeof(path));
			break;
		}
	}
	if (dir)
		closedir(dir);
	if (state == REMOVED ||
	    (state == OVERWRITTEN && !is_its_name(path, &left->is)))
		return;
	memcpy(left->log, path, sizeof(left->log));
	left->state = state;
}

static void find_log(struct left *left)
{
	left->state = left->is.controller == 0 ? DAMAGED :
		      left->is.log_inode ? REMOVED : NO_LOG;
	memcpy(left->log, left->is.log, sizeof(left->log));
	if (left->log[0])
		left->state = judge(AT_FDCWD, left->log, &left->is);
	if (left->state == REMOVED)
		search(left);
}

/* All leftovers, and their logs.  NULL: no memory, which has been reported. */
static struct left *find_all(size_t *n)
{
	/* More may appear meanwhile. */
	size_t room = posixtrace_leftovers(NULL, 0) + 8;
	struct posixtrace_leftover *list = calloc(room, sizeof(*list));
	struct left *left = calloc(room, sizeof(*left));

	if (!list || !left) {
		tool_error("the list: %s", strerror(ENOMEM));
		free(list);
		free(left);
		return NULL;
	}
	*n = posixtrace_leftovers(list, room);
	if (*n > room)
		*n = room;
	for (size_t i = 0; i < *n; i++) {
		left[i].is = list[i];
		find_log(&left[i]);
		give_name(&left[i]);
	}
	free(list);
	return left;
}

/* These were recovered by a process that died before removing them. */
static size_t remove_complete(struct left *left, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (left[i].state == COMPLETE)
			posixtrace_discard(&left[i].is);
		else
			left[kept++] = left[i];
	return kept;
}

static void print_row(const struct left *left)
{
	const struct posixtrace_leftover *leftover = &left->is;
	char when[32] = "-", controller[16] = "-", target[16] = "-";
	char name[4 * sizeof(left->name)];
	struct tm tm;

	if (left->state != DAMAGED && localtime_r(&leftover->created.tv_sec, &tm))
		strftime(when, sizeof(when), "%Y-%m-%d %H:%M:%S", &tm);
	if (left->state != DAMAGED) {
		snprintf(controller, sizeof(controller), "%d",
			 (int)leftover->controller);
		snprintf(target, sizeof(target), "%d", (int)leftover->target);
	}
	if (leftover->target == POSIX_TRACE_ALLPROC)
		strlcpy(target, "all", sizeof(target));
	*escape_text(name, left->name, strlen(left->name)) = '\0';
	printf("%-19s %8s %8s %9" PRIu64 "K ", when, controller, target,
	       leftover->size >> 10);
	if (left->state != INCOMPLETE)
		printf("(%s) ", state_names[left->state]);
	puts(name);
}

static void put_string(yajl_gen gen, const char *key, const char *value)
{
	char text[3 * sizeof(((struct left *)0)->name)];
	size_t len;

	yajl_gen_string(gen, (const unsigned char *)key, strlen(key));
	if (!*value) {
		yajl_gen_null(gen);
		return;
	}
	len = (size_t)(escape_utf8(text, value, strlen(value)) - text);
	yajl_gen_string(gen, (const unsigned char *)text, len);
}

static void put_integer(yajl_gen gen, const char *key, long long value)
{
	yajl_gen_string(gen, (const unsigned char *)key, strlen(key));
	yajl_gen_integer(gen, value);
}

/* What a damaged segment does not say. */
static void put_known(yajl_gen gen, const struct left *left, const char *key,
		      long long value)
{
	if (left->state == DAMAGED)
		put_string(gen, key, "");
	else
		put_integer(gen, key, value);
}

static bool print_json(const struct left *list, size_t n)
{
	yajl_gen gen = yajl_gen_alloc(NULL);
	const unsigned char *text;
	size_t len;

	if (!gen) {
		tool_error("the list: %s", strerror(ENOMEM));
		return false;
	}
	yajl_gen_config(gen, yajl_gen_beautify, 1);
	yajl_gen_array_open(gen);
	for (size_t i = 0; i < n; i++) {
		const struct posixtrace_leftover *is = &list[i].is;

		yajl_gen_map_open(gen);
		put_string(gen, "log", list[i].state == INCOMPLETE ?
			   list[i].log : "");
		put_string(gen, "name", list[i].name);
		put_string(gen, "state", state_names[list[i].state]);
		put_string(gen, "was", is->log);
		put_string(gen, "stream", is->name);
		put_known(gen, &list[i], "created", is->created.tv_sec);
		put_known(gen, &list[i], "controller", is->controller);
		put_known(gen, &list[i], "target", is->target);
		put_integer(gen, "bytes", (long long)is->size);
		put_string(gen, "segment", is->segment);
		yajl_gen_map_close(gen);
	}
	yajl_gen_array_close(gen);
	if (yajl_gen_get_buf(gen, &text, &len) == yajl_gen_status_ok)
		escape_json_to(stdout, text, len);
	yajl_gen_free(gen);
	return true;
}

/* Reports a directory that cannot be read.  A directory that another user has
 * created there has none of the caller's segments. */
static bool can_see(void)
{
	const uid_t uid = geteuid();
	int dirfd, err = pxt_rundir_open(uid, false, &dirfd);

	if (err == 0)
		close(dirfd);
	if (err == 0 || err == ENOENT)
		return true;
	if (err == ENOMEM)
		tool_error("%s/posixtrace-%u: cannot be opened for want of "
			   "descriptors or memory; raise that limit (ulimit -n)",
			   PXT_RUNDIR_BASE, (unsigned)uid);
	else
		tool_error("%s/posixtrace-%u: cannot be read, or is not of this "
			   "user alone, so what killed recorders left is not "
			   "found; have it removed, or give it mode 700",
			   PXT_RUNDIR_BASE, (unsigned)uid);
	return false;
}

int leftovers_list(bool json, bool quiet)
{
	bool done = can_see();
	size_t n;
	struct left *left = find_all(&n);

	if (!left)
		return TOOL_FAILURE;
	n = remove_complete(left, n);
	if (json) {
		done &= print_json(left, n);
	} else if (n) {
		printf("%-19s %8s %8s %10s %s\n", "CREATED", "RECORDER",
		       "TARGET", "MEMORY", "LOG");
		for (size_t i = 0; i < n; i++)
			print_row(&left[i]);
	} else if (done && !quiet) {
		tool_note("nothing to recover");
	}
	free(left);
	return done ? TOOL_FINE : TOOL_FAILURE;
}

/* The path without links and "..", as the kernel has it; the file may not
 * exist. */
static char *absolute(const char *log)
{
	char *whole = realpath(log, NULL), *copy, *slash, *dir, *path = NULL;

	if (whole)
		return whole;
	copy = strdup(log);
	slash = copy ? strrchr(copy, '/') : NULL;
	if (slash)
		*slash = '\0';
	dir = !copy ? NULL : realpath(!slash ? "." : *copy ? copy : "/", NULL);
	if (dir && asprintf(&path, "%s/%s", strcmp(dir, "/") ? dir : "",
			    slash ? slash + 1 : copy) < 0)
		path = NULL;
	free(dir);
	free(copy);
	return path;
}

static int discard(const struct left *left, bool quiet)
{
	int err = posixtrace_discard(&left->is);

	if (err && err != ENOENT) {
		tool_error("%s: %s; try again", left->name, strerror(err));
		return TOOL_FAILURE;
	}
	if (!quiet)
		tool_note("%s: %" PRIu64 "K of memory given back%s",
			  left->name, left->is.size >> 10,
			  left->state == NO_LOG ?
			  ", of a stream without a log" :
			  left->state == DAMAGED ?
			  ", which a process had damaged" : "");
	return TOOL_FINE;
}

/* The one of that name, or n; *others: whether it is the path of others,
 * too. */
static size_t find_named(const struct left *left, size_t n, const char *name,
			 bool *others)
{
	char full[sizeof(left->name)];
	size_t found = n;

	*others = false;
	for (size_t i = 0; i < n; i++) {
		full_name(&left[i], full, sizeof(full));
		if (strcmp(full, name) == 0 || strcmp(left[i].name, name) == 0)
			found = i;
		else
			*others |= strcmp(left[i].log, name) == 0;
	}
	return found;
}

static bool is_in_use(const char *log)
{
	int fd = open(log, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	bool is_so = fd >= 0 && posixtrace_is_being_written(fd) == 1;

	if (fd >= 0)
		close(fd);
	return is_so;
}

/*
 * One at a time, since discarding cannot be undone: a path that is both that
 * of a recoverable log and of overwritten ones is ambiguous.
 */
static int discard_log(const struct left *left, size_t n, const char *log,
		       bool quiet)
{
	char *path = absolute(log), full[sizeof(left->name)];
	bool others = false;
	size_t i = find_named(left, n, log, &others);

	if (i == n && path)
		i = find_named(left, n, path, &others);
	free(path);
	if (i < n && !others)
		return discard(&left[i], quiet);
	if (i < n) {
		full_name(&left[i], full, sizeof(full));
		tool_error("%s: several are of this path, and this one can be "
			   "recovered; if it is meant, name it %s", log,
			   strrchr(full, '/') + 1);
	} else if (is_in_use(log)) {
		tool_error("%s: in use by its recorder; end that first", log);
	} else {
		tool_error("%s: nothing of it is in memory; "
			   "'posixtrace recover' lists what is", log);
	}
	return TOOL_FAILURE;
}

int leftovers_discard(char **logs, size_t n_logs, bool all, bool quiet)
{
	int worst = can_see() ? TOOL_FINE : TOOL_FAILURE;
	bool is_done = false;
	size_t n;
	struct left *left = find_all(&n);

	if (!left)
		return TOOL_FAILURE;
	for (size_t i = 0; i < n_logs; i++)
		if (discard_log(left, n, logs[i], quiet) != TOOL_FINE)
			worst = TOOL_FAILURE;
	for (size_t i = 0; !n_logs && i < n; i++) {
		if (!all && left[i].state == INCOMPLETE)
			continue;
		is_done = true;
		if (discard(&left[i], quiet) != TOOL_FINE)
			worst = TOOL_FAILURE;
	}
	if (!n_logs && !is_done && worst == TOOL_FINE && !quiet)
		tool_note(n ? "nothing to discard but what can be recovered; "
			  "name the log, or --all" : "nothing to discard");
	free(left);
	return worst;
}
