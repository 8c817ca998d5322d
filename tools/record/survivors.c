/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Which processes have the segment of a stream mapped that the recorder has mapped,
 * too.  It is the file sSLOT of the runtime directory, where each traced process has
 * a file pPID-...; most often none is left.  A child that fork() has just created
 * has the mapping, and no file yet; a program that a child has just executed may
 * have neither.  So newer processes than the target are examined as well.  A
 * process of another pid namespace is not found.
 *
 * The log names the segment as well, but to open it once more takes milliseconds
 * while the stream has its thread.
 */
#include "record/survivors.h"

#include <bsd/string.h>
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "base/proc.h"
#include "common/tool.h"

/* Limits the delay at the end of a recording to some milliseconds. */
enum { LOOK_AT_MOST = 256 };

static const char preload_library[] = "/libposixtrace-preload.so";

enum { FILES_MOST = 64, DIRECTORY_SIZE = 128 };

/* Files of the runtime directory that we have mapped. */
struct mapped {
	dev_t device;
	ino_t inode[FILES_MOST];
	size_t n;
	char directory[DIRECTORY_SIZE];	/* empty: there are none */
};

/* A line of /proc/PID/maps. */
struct mapping {
	dev_t device;
	ino_t inode;
	const char *path;
};

static bool parse(const char *line, struct mapping *mapping)
{
	unsigned major, minor;
	uintmax_t inode;
	int path = 0;

	if (sscanf(line, "%*s %*s %*s %x:%x %" SCNuMAX " %n", &major, &minor,
		   &inode, &path) != 3 || path == 0)
		return false;
	mapping->device = makedev(major, minor);
	mapping->inode = inode;
	mapping->path = line + path;
	return true;
}

/* Pass the mappings of a process to `take`, until that returns true. */
static bool each_mapping(const char *maps, void *state,
			 bool (*take)(void *, const struct mapping *))
{
	struct mapping mapping;
	bool found = false;
	char *line = NULL;
	size_t size = 0;
	FILE *file = fopen(maps, "re");

	while (file && !found && getline(&line, &size, file) > 0)
		found = strstr(line, "posixtrace") && parse(line, &mapping) &&
			take(state, &mapping);
	free(line);
	if (file)
		fclose(file);
	return found;
}

/* Is it a file of a runtime directory? */
static bool is_shared(const struct mapping *mapping)
{
	return strstr(mapping->path, "/posixtrace-") != NULL;
}

static bool note(void *state, const struct mapping *mapping)
{
	const char *slash = strrchr(mapping->path, '/');
	struct mapped *mapped = state;
	size_t len = (size_t)(slash - mapping->path);

	if (is_shared(mapping) && mapped->n < FILES_MOST &&
	    len < sizeof(mapped->directory)) {
		memcpy(mapped->directory, mapping->path, len);
		mapped->directory[len] = '\0';
		mapped->device = mapping->device;
		mapped->inode[mapped->n++] = mapping->inode;
	}
	return false;
}

static bool is_segment(void *state, const struct mapping *mapping)
{
	const struct stat *segment = state;

	return mapping->inode == segment->st_ino &&
	       mapping->device == segment->st_dev;
}

/* What a process has mapped. */
struct use {
	struct stat *segment;
	bool has_segment;		/* that one */
	bool has_another;		/* of another stream, or set up for one */
	bool has_library;		/* libposixtrace, by its name */
	bool has_preload;		/* the preload library */
};

static bool find_use(void *state, const struct mapping *mapping)
{
	struct use *use = state;

	use->has_segment |= is_segment(use->segment, mapping);
	use->has_another |= is_shared(mapping);
	use->has_library |= strstr(mapping->path, "/libposixtrace") != NULL;
	use->has_preload |= strstr(mapping->path, preload_library) != NULL;
	return use->has_segment;
}

/* Has its parent ended?  Then that is process 1, or one of another session. */
static bool is_orphan(pid_t pid)
{
	struct pxt_proc proc;

	return getsid(pid) == getsid(0) && pxt_proc_read(pid, &proc) == 0 &&
	       (proc.parent <= 1 || getsid(proc.parent) != getsid(0));
}

enum relation {
	UNRELATED,
	POSSIBLE,			/* it may be about to map the segment */
	RECORDS,			/* or would at its next event */
};

/*
 * A program with the preload library that a child of the ended process has
 * executed would record: it is an orphan of this session and has no stream yet.
 */
static enum relation relation(pid_t pid, struct stat *segment)
{
	struct use use = { .segment = segment };
	char path[32];

	snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
	if (each_mapping(path, &use, find_use) ||
	    (use.has_preload && !use.has_another && is_orphan(pid)))
		return RECORDS;
	return use.has_library ? POSSIBLE : UNRELATED;
}

/* "s3", which we have mapped? */
static bool is_ours(int dirfd, const char *name, const struct mapped *mapped,
		    struct stat *segment)
{
	if (name[0] != 's' || name[1] == '\0' ||
	    name[1 + strspn(name + 1, "0123456789")] != '\0' ||
	    fstatat(dirfd, name, segment, AT_SYMLINK_NOFOLLOW) != 0 ||
	    segment->st_dev != mapped->device)
		return false;
	for (size_t i = 0; i < mapped->n; i++)
		if (mapped->inode[i] == segment->st_ino)
			return true;
	return false;
}

static bool find_segment(DIR *dir, const struct mapped *mapped,
			 struct stat *segment)
{
	struct dirent *entry;

	while ((entry = readdir(dir)))
		if (is_ours(dirfd(dir), entry->d_name, mapped, segment))
			return true;
	return false;
}

static void add(struct survivors *survivors, pid_t pid)
{
	size_t n = survivors->n++;

	if (n >= SURVIVORS_NAMED)
		return;
	survivors->named[n].pid = pid;
	if (!pxt_proc_thread_name(pid, pid, survivors->named[n].name))
		strlcpy(survivors->named[n].name, "?",
			sizeof(survivors->named[n].name));
}

/* "p4711-290878-4026531836", but no name with a suffix. */
static bool is_of_process(const char *name, int *pid)
{
	int end = 0;

	return sscanf(name, "p%d-%*u-%*u%n", pid, &end) == 1 && end > 0 &&
	       name[end] == '\0';
}

/*
 * A recorder that starts maps every stream for a moment to examine it, and is
 * no survivor; a process that attaches a stream, or executes a program, has it
 * not mapped for a moment, and is one.  So each is looked at several times, and
 * most must agree; one that is found late, as many times as the others.
 */
enum { LOOKS = 3, LOOKS_MOST = 4 * LOOKS, MOMENT_NS = 10000000 };

struct search {
	struct stat segment;
	pid_t target;
	struct {
		pid_t pid;
		int looks;		/* at it */
		int times;		/* that it was seen to record */
	} found[LOOK_AT_MOST];
	int looked, n;			/* in this look; found in all */
};

static bool is_found(const struct search *search, pid_t pid)
{
	for (int i = 0; i < search->n; i++)
		if (search->found[i].pid == pid)
			return true;
	return false;
}

static void examine(struct search *search, pid_t pid)
{
	enum relation is;

	if (pid == getpid() || is_found(search, pid) ||
	    search->looked == LOOK_AT_MOST || search->n == LOOK_AT_MOST)
		return;
	search->looked++;
	is = relation(pid, &search->segment);
	if (is == UNRELATED)
		return;
	search->found[search->n].pid = pid;
	search->found[search->n].looks = 1;
	search->found[search->n++].times = is == RECORDS;
}

/* Those with a file in the runtime directory. */
static void examine_known(struct search *search, DIR *dir)
{
	struct dirent *entry;
	int pid;

	while ((entry = readdir(dir)))
		if (is_of_process(entry->d_name, &pid))
			examine(search, pid);
}

/* Those that were created after the target, unless pids have wrapped since.  A
 * daemon may just be creating the next process and ending: the list of a moment
 * has perhaps neither. */
static void examine_newer(struct search *search)
{
	DIR *dir = opendir("/proc");
	struct dirent *entry;

	search->looked = 0;
	while (dir && (entry = readdir(dir))) {
		const long pid = strtol(entry->d_name, NULL, 10);

		if (pid > search->target)
			examine(search, (pid_t)pid);
	}
	if (dir)
		closedir(dir);
}

/* The parent of a daemon may still have run when it was looked at. */
static bool has_ended(pid_t pid)
{
	struct pxt_proc proc;

	return pxt_proc_read(pid, &proc) != 0 || proc.state == 'Z' ||
	       proc.state == 'X';
}

/* One that came too late for so many looks is not: where processes come and go, each
 * look finds others. */
static bool is_survivor(const struct search *search, int i)
{
	return search->found[i].looks >= LOOKS &&
	       search->found[i].times > search->found[i].looks / 2 &&
	       !has_ended(search->found[i].pid);
}

/* Have all that were found been looked at often enough?  Those that come later are
 * made by them. */
static bool is_done(const struct search *search)
{
	for (int i = 0; i < search->n; i++)
		if (search->found[i].looks < LOOKS)
			return false;
	return true;
}

static void look_again(struct search *search)
{
	for (int i = 0; i < search->n; i++) {
		search->found[i].looks++;
		search->found[i].times += relation(search->found[i].pid,
						   &search->segment) == RECORDS;
	}
}

static void find_processes(struct survivors *survivors, struct search *search,
			   DIR *dir)
{
	const struct timespec moment = { .tv_nsec = MOMENT_NS };

	examine_known(search, dir);
	examine_newer(search);
	examine_newer(search);
	for (int look = 1; look < LOOKS_MOST && !is_done(search); look++) {
		nanosleep(&moment, NULL);
		look_again(search);
		examine_newer(search);
	}
	for (int i = 0; i < search->n; i++)
		if (is_survivor(search, i))
			add(survivors, search->found[i].pid);
}

void survivors_find(struct survivors *survivors, pid_t target)
{
	struct search search = { .target = target };
	struct mapped mapped = { .n = 0 };
	DIR *dir;

	survivors->n = 0;
	each_mapping("/proc/self/maps", &mapped, note);
	dir = mapped.n ? opendir(mapped.directory) : NULL;
	if (!dir)
		return;
	if (find_segment(dir, &mapped, &search.segment)) {
		rewinddir(dir);
		find_processes(survivors, &search, dir);
	}
	closedir(dir);
}

void survivors_report(const struct survivors *survivors)
{
	size_t n = survivors->n < SURVIVORS_NAMED ? survivors->n
						  : SURVIVORS_NAMED;
	char list[SURVIVORS_NAMED * 40] = "", others[40] = "";
	size_t len = 0;

	if (n == 0)
		return;
	for (size_t i = 0; i < n; i++)
		len += (size_t)snprintf(list + len, sizeof(list) - len,
					"%s%d (%.15s)", i ? ", " : "",
					(int)survivors->named[i].pid,
					survivors->named[i].name);
	if (survivors->n > n)
		snprintf(others, sizeof(others), " and %zu others",
			 survivors->n - n);
	tool_note("still running, and not traced any more: %s%s", list, others);
}
