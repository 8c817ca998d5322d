/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What a stream needs is tried, one after the other: /proc, descriptors,
 * addresses, a thread, a directory that is the user's own, a file that may be
 * that large, room for it, and for one more file.  If all of that is there, it was memory.
 */
#include "record/why.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <posixtrace.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/proc.h"
#include "base/rundir.h"
#include "common/size.h"
#include "common/tool.h"

#define SHM	"/dev/shm"
#define OR_XDG	"or set XDG_RUNTIME_DIR to a directory of yours"

/* The number of descriptors that are open at once while a stream is created. */
enum { DESCRIPTORS = 6 };

/* The size of the front of a segment, and the default stream-min-size. */
enum { FRONT = 704 << 10, USUAL = 1 << 20, SMALLEST = 8 << 10 };

enum { LEAST_LENGTH = 10 << 20 };

/* The default stack size of a thread, and some overhead. */
enum { STACK = 10 << 20 };

/* One writes the log; with the first stream another one begins, too. */
enum { THREADS = 2 };

static uint64_t limit_of(int resource)
{
	struct rlimit limit;

	return getrlimit((__rlimit_resource_t)resource, &limit) == 0 ?
	       (uint64_t)limit.rlim_cur : 0;
}

static bool lacks_descriptors(void)
{
	int fd[DESCRIPTORS], n = 0, err = 0;

	while (n < DESCRIPTORS) {
		fd[n] = open("/", O_PATH | O_CLOEXEC);
		if (fd[n] < 0) {
			err = errno;
			break;
		}
		n++;
	}
	while (n)
		close(fd[--n]);
	if (err == EMFILE)
		tool_error("the stream: too few files may be open, %" PRIu64
			   "; raise that limit (ulimit -n)",
			   limit_of(RLIMIT_NOFILE));
	else if (err == ENFILE)
		tool_error("the stream: the system has too many files open; "
			   "end what has them, or raise fs.file-max");
	return err == EMFILE || err == ENFILE;
}

static bool lacks_proc(void)
{
	if (pxt_proc_shows_others())
		return false;
	tool_error("the stream: there is no /proc%s, by which the process to be "
		   "traced is found; mount it there (mount -t proc proc /proc)",
		   access("/proc/1/stat", R_OK) == 0 ?
		   " of this pid namespace" : "");
	return true;
}

/*
 * The file is as long as it would be with a chunk for each of the most lanes,
 * far more than it ever takes; it is longer than this.
 */
static uint64_t length_for(uint64_t size)
{
	return LEAST_LENGTH + 32 * (size ? size : USUAL);
}

/* Checked before threads: without room for a stack, creating one fails with
 * EAGAIN. */
static bool lacks_addresses(uint64_t size)
{
	uint64_t limit = limit_of(RLIMIT_AS);
	size_t needed = (size_t)length_for(size) + STACK;
	char is[SIZE_TEXT], wants[SIZE_TEXT];
	void *map;

	if (limit == RLIM_INFINITY)
		return false;
	map = mmap(NULL, needed, PROT_NONE,
		   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (map != MAP_FAILED) {
		munmap(map, needed);
		return false;
	}
	size_format(is, limit);
	size_format(wants, needed);
	tool_error("the stream: a process may have no more than %s of "
		   "addresses, and a stream wants %s; raise that limit "
		   "(ulimit -v), or choose a smaller --stream-size", is, wants);
	return true;
}

static void *wait_for(void *lock)
{
	pthread_mutex_lock(lock);
	pthread_mutex_unlock(lock);
	return NULL;
}

static bool lacks_threads(void)
{
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	pthread_t thread[THREADS];
	int err = 0, n = 0;

	pthread_mutex_lock(&lock);
	while (n < THREADS && !err) {
		err = pthread_create(&thread[n], NULL, wait_for, &lock);
		n += !err;
	}
	pthread_mutex_unlock(&lock);
	while (n)
		pthread_join(thread[--n], NULL);
	if (err != EAGAIN)
		return false;
	why_no_thread("the stream", "that writes the log");
	return true;
}

/* The owner of the files. */
static uid_t owner_of(pid_t pid)
{
	char path[32];
	struct stat st;

	snprintf(path, sizeof(path), "/proc/%d", (int)pid);
	return pid > 0 && stat(path, &st) == 0 ? st.st_uid : geteuid();
}

static bool lacks_shm(void)
{
	int err = faccessat(AT_FDCWD, SHM, W_OK | X_OK, AT_EACCESS) ? errno : 0;

	switch (err) {
	case 0:
		return false;
	case ENOENT:
		tool_error("the stream: there is no " SHM "; mount a tmpfs "
			   "there, " OR_XDG);
		break;
	case EROFS:
		tool_error("the stream: " SHM " is read-only; mount it "
			   "writable, " OR_XDG);
		break;
	default:
		tool_error("the stream: " SHM ": %s; give it mode 1777, "
			   OR_XDG, strerror(err));
	}
	return true;
}

/* Has the user namespace no number for that user?  Then all files are shown with
 * the number of "nobody", which may also be a user of the namespace. */
static bool is_outside(uid_t uid)
{
	FILE *map = fopen("/proc/self/uid_map", "re");
	unsigned long long first, parent, n;
	bool is_mapped = map == NULL;

	while (map && !is_mapped &&
	       fscanf(map, "%llu %llu %llu", &first, &parent, &n) == 3)
		is_mapped = uid >= first && uid - first < n;
	if (map)
		fclose(map);
	return !is_mapped;
}

static void report_owner(const char *path, uid_t owner, uid_t uid)
{
	if (is_outside(owner))
		tool_error("the stream: %s is of a user %u outside of this user "
			   "namespace; mount a tmpfs of its own on " SHM
			   " there, " OR_XDG, path, (unsigned)uid);
	else
		tool_error("the stream: %s is of user %u, not of user %u; "
			   "have it removed, " OR_XDG, path, (unsigned)owner,
			   (unsigned)uid);
}

/* Checks the user's directory. */
static bool lacks_directory(uid_t uid, char *path, size_t size)
{
	struct stat st;

	snprintf(path, size, SHM "/posixtrace-%u", (unsigned)uid);
	if (lstat(path, &st) != 0) {
		if (uid != geteuid() || mkdir(path, 0700) == 0)
			return false;
		/* Reported by the check of the room. */
		if (errno == ENOSPC)
			return false;
		tool_error("the stream: %s cannot be made: %s; make it, "
			   OR_XDG, path, strerror(errno));
		return true;
	}
	if (!S_ISDIR(st.st_mode))
		tool_error("the stream: %s is no directory; remove it, "
			   OR_XDG, path);
	else if (st.st_uid != uid)
		report_owner(path, st.st_uid, uid);
	else if (st.st_mode & 077)
		tool_error("the stream: %s is open to others (mode %03o) and "
			   "is not trusted; remove it, or give it mode 700",
			   path, (unsigned)st.st_mode & 0777);
	else if (faccessat(AT_FDCWD, path, R_OK | W_OK | X_OK, AT_EACCESS))
		tool_error("the stream: %s: %s; give it mode 700, or remove "
			   "it", path, strerror(errno));
	else
		return false;
	return true;
}

static uint64_t needed_for(uint64_t size)
{
	return (size ? size + size / 16 : USUAL) + FRONT;
}

static bool lacks_file_size(uint64_t size)
{
	uint64_t limit = limit_of(RLIMIT_FSIZE);
	char is[SIZE_TEXT];

	if (limit == RLIM_INFINITY ||
	    limit >= length_for(size))
		return false;
	size_format(is, limit);
	tool_error("the stream: a file may be no longer than %s, and its file, "
		   "which is mostly empty, is; raise that limit (ulimit -f)",
		   is);
	return true;
}

/* Space that the attempt has already used, for us and for the command or
 * process to be recorded: files "pPID-...". */
static uint64_t taken_in(const char *path, pid_t target)
{
	DIR *dir = opendir(path);
	const struct dirent *entry;
	uint64_t sum = 0;

	while (dir && (entry = readdir(dir))) {
		struct pxt_proc proc;
		struct stat st;
		int pid;

		if (sscanf(entry->d_name, "p%d-", &pid) != 1 ||
		    fstatat(dirfd(dir), entry->d_name, &st, 0) != 0)
			continue;
		if (pid == getpid() || pid == target ||
		    (pxt_proc_read(pid, &proc) == 0 && proc.parent == getpid()))
			sum += (uint64_t)st.st_blocks * 512;
	}
	if (dir)
		closedir(dir);
	return sum;
}

/* A stream has two, and so has a process; what the attempt had made may be gone
 * again.  0 of 0: the file system has no limit. */
static bool lacks_inodes(const struct statvfs *fs)
{
	if (fs->f_files == 0 || fs->f_favail > 2)
		return false;
	tool_error("the stream: " SHM " has %" PRIu64 " inodes left, and each file "
		   "of a stream and of what it traces takes one; remove "
		   "unused files there, or allow more (mount -o "
		   "remount,nr_inodes=)", (uint64_t)fs->f_favail);
	return true;
}

static bool lacks_room(const char *path, uint64_t size, pid_t target)
{
	uint64_t needed = needed_for(size), room;
	char is[SIZE_TEXT], wants[SIZE_TEXT], front[SIZE_TEXT];
	struct statvfs fs;

	if (statvfs(path, &fs) != 0 && statvfs(SHM, &fs) != 0)
		return false;
	room = (uint64_t)fs.f_bavail * fs.f_frsize + taken_in(path, target);
	/* A tmpfs without a limit has 0 of 0 blocks. */
	if (fs.f_blocks == 0 || room >= needed)
		return lacks_inodes(&fs);
	size_format(is, room);
	size_format(wants, needed);
	size_format(front, FRONT);
	tool_error("the stream: %s is left in " SHM ", %s are needed (%s "
		   "besides --stream-size); remove unused files there, "
		   "or %s", is, wants, front,
		   room > needed_for(SMALLEST) ?
		   "choose a smaller --stream-size" :
		   "make it larger (mount -o remount,size=)");
	return true;
}

void why_scarce(pid_t pid, uint64_t size)
{
	const bool limits_file = limit_of(RLIMIT_FSIZE) != RLIM_INFINITY;
	const bool limits_addresses = limit_of(RLIMIT_AS) != RLIM_INFINITY;
	char path[64];

	if (lacks_proc() || lacks_descriptors() || lacks_addresses(size) ||
	    lacks_threads() || lacks_shm() ||
	    lacks_directory(owner_of(pid), path, sizeof(path)) ||
	    lacks_file_size(size) || lacks_room(path, size, pid))
		return;
	tool_error("the stream: not enough memory for it%s; %schoose a smaller "
		   "--stream-size or --max-data",
		   limits_file ? ", or a file may not be long enough" :
		   limits_addresses ? ", or too few addresses are allowed" : "",
		   limits_file ? "raise that limit (ulimit -f), or " :
		   limits_addresses ? "raise that limit (ulimit -v), or " : "");
}

/* A slot that a directory has, which is not empty; -1: none. */
static int obstructed_slot(int dirfd)
{
	char name[16];
	struct stat st;

	for (int slot = 0; slot < TRACE_SYS_MAX; slot++) {
		snprintf(name, sizeof(name), "s%d", slot);
		if (fstatat(dirfd, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
		    S_ISDIR(st.st_mode))
			return slot;
	}
	return -1;
}

void why_no_slot(pid_t pid)
{
	char path[128] = "";
	int dirfd, slot = -1;

	if (pxt_rundir_open(owner_of(pid), false, &dirfd) == 0) {
		slot = obstructed_slot(dirfd);
		pxt_rundir_path(dirfd, path, sizeof(path));
		close(dirfd);
	}
	if (slot >= 0)
		tool_error("the stream: %s/s%d is a directory that is not empty, "
			   "where a stream would be; remove it, and others "
			   "there", path, slot);
	else
		tool_error("the stream: %d streams of this user are running, "
			   "as many as there may be; end one of them",
			   TRACE_SYS_MAX);
}

void why_no_thread(const char *what, const char *purpose)
{
	uint64_t data = limit_of(RLIMIT_DATA);
	char is[SIZE_TEXT];

	/* Its stack counts as data. */
	if (data < STACK) {
		size_format(is, data);
		tool_error("%s: a process may have no more than %s of data, "
			   "too little for the stack of a thread %s; raise "
			   "that limit (ulimit -d)", what, is, purpose);
		return;
	}
	tool_error("%s: no thread can be started %s; %" PRIu64 " processes and "
		   "threads are allowed, end some or raise that limit "
		   "(ulimit -u)", what, purpose, limit_of(RLIMIT_NPROC));
}

void why_not_started(const char *command, int err)
{
	const char *advice = "";

	if (err == EMFILE)
		advice = "; raise the limit of open files (ulimit -n)";
	else if (err == EAGAIN)
		advice = "; end processes, or raise their limit (ulimit -u)";
	tool_error("%s: cannot be started: %s%s", command, strerror(err),
		   advice);
}
