/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The runtime directory and the shared memory files in it. */
#include "base/rundir.h"

#include <bsd/string.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/decimal.h"
#include "base/helgrind.h"
#include "base/xfsz.h"

#define PREFIX "/posixtrace-"

/* The smallest mapping is sufficient. */
enum { LOCK_SIZE = 1 };

/* base + PREFIX + uid; 0 if it does not fit. */
static size_t build_path(char *path, size_t size, const char *base, uid_t uid)
{
	char digits[PXT_DECIMAL_SIZE];
	size_t len;

	if (!*base)
		return 0;
	pxt_put_decimal(digits, uid);
	strlcpy(path, base, size);
	strlcat(path, PREFIX, size);
	len = strlcat(path, digits, size);
	return len < size ? len : 0;
}

/* Is it owned by the user, and inaccessible to others? */
static bool is_private(int fd, uid_t uid, mode_t type)
{
	struct stat st;

	return fstat(fd, &st) == 0 && (st.st_mode & S_IFMT) == type &&
	       st.st_uid == uid && (st.st_mode & 077) == 0;
}

/* Classify why a file could not be opened: it does not exist, this process or
 * the system can open no more (ENOMEM), or it is not what it should be. */
static int reason(int err)
{
	switch (err) {
	case ENOENT:
		return ENOENT;
	case EMFILE:
	case ENFILE:
	case ENOMEM:
		return ENOMEM;
	default:
		return EACCES;
	}
}

/* Make the directory, accessible to its owner only, whatever the umask. */
static int make(const char *path, uid_t uid)
{
	if (mkdir(path, 0700) != 0)
		return 0;
	/* Without /proc this may be unsupported.  Most umasks leave 0700;
	 * is_private() and the creation of files check it. */
	if (fchmodat(AT_FDCWD, path, 0700, AT_SYMLINK_NOFOLLOW) != 0 &&
	    errno != EOPNOTSUPP) {
		rmdir(path);
		return EACCES;
	}
	if (uid != geteuid() && lchown(path, uid, (gid_t)-1) != 0) {
		rmdir(path);
		return EACCES;
	}
	return 0;
}

static int open_in(const char *base, uid_t uid, bool create, int *dirfd)
{
	char path[256];
	int fd;

	if (!build_path(path, sizeof(path), base, uid))
		return ENOENT;
	if (create && make(path, uid) != 0)
		return EACCES;
	fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return reason(errno);
	if (!is_private(fd, uid, S_IFDIR)) {
		close(fd);
		return EACCES;
	}
	*dirfd = fd;
	return 0;
}

int pxt_rundir_open(uid_t uid, bool create, int *dirfd)
{
	const char *own = secure_getenv("XDG_RUNTIME_DIR");
	int saved = errno, err = EACCES;

	if (!create || access("/proc/thread-self/fd", F_OK) == 0)
		err = open_in(PXT_RUNDIR_BASE, uid, create, dirfd);
	else
		own = NULL;
	if (err && err != ENOMEM && own && own[0] == '/' && uid == geteuid())
		err = open_in(own, uid, create, dirfd);
	errno = saved;
	return err;
}

bool pxt_rundir_user(const char *name, uid_t *uid)
{
	const size_t len = sizeof(PREFIX) - 2;	/* without the slash */
	const char *digit = name + len;
	uint64_t n = 0;

	if (strncmp(name, &PREFIX[1], len) != 0 || !*digit)
		return false;
	for (; *digit >= '0' && *digit <= '9' && n < UINT32_MAX; digit++)
		n = 10 * n + (uint64_t)(*digit - '0');
	*uid = (uid_t)n;
	return !*digit && n < UINT32_MAX;
}

bool pxt_rundir_is_ours(void)
{
	return !getauxval(AT_SECURE) ||
	       (getauxval(AT_EUID) != getauxval(AT_UID) &&
		geteuid() == getauxval(AT_EUID));
}

#define FD_LINK "/proc/thread-self/fd/"

enum { LINK_SIZE = sizeof(FD_LINK) + PXT_DECIMAL_SIZE };

/* /proc/self would be the main thread's, which may have ended. */
static void link_of(int fd, char link[LINK_SIZE])
{
	strlcpy(link, FD_LINK, LINK_SIZE);
	pxt_put_decimal(link + strlen(FD_LINK), (unsigned)fd);
}

void pxt_rundir_path(int dirfd, char *path, size_t size)
{
	char link[LINK_SIZE];
	int saved = errno;
	ssize_t n;

	link_of(dirfd, link);
	n = readlink(link, path, size - 1);
	path[n < 0 ? 0 : n] = '\0';
	errno = saved;
}

/*
 * Allocate memory now: a hole that cannot be filled later raises SIGBUS.
 * RLIMIT_FSIZE applies, whose SIGXFSZ is held back.
 */
static int claim(int fd, size_t size, size_t backed)
{
	struct pxt_xfsz held;
	int err = 0;

	pxt_xfsz_hold(&held);
	if (ftruncate(fd, (off_t)size) != 0 ||
	    (fallocate(fd, 0, 0, (off_t)backed) != 0 && errno != EOPNOTSUPP)) {
		err = errno == EFBIG ? EFBIG : ENOMEM;
	}
	pxt_xfsz_release(&held);
	return err;
}

/* Map the whole file, excluded from core dumps. */
static int map_file(int fd, size_t size, void **map)
{
	void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (at == MAP_FAILED)
		return ENOMEM;
	madvise(at, size, MADV_DONTDUMP);
	pxt_helgrind_ignore(at, size);
	*map = at;
	return 0;
}

/* Not 0 to 2, which the application may have closed: its output would go into
 * the file.  ENOMEM: no descriptor left. */
static int raise_above_stderr(int *fd)
{
	int low = *fd, high;

	if (low > STDERR_FILENO)
		return 0;
	high = fcntl(low, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (high < 0)
		return ENOMEM;
	close(low);
	*fd = high;
	return 0;
}

int pxt_shm_create(int dirfd, uid_t uid, size_t size, size_t backed, int *fd,
		   void **map)
{
	int saved = errno, err = 0, file;

	file = openat(dirfd, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (file < 0) {
		err = errno == ENOSPC || errno == EMFILE || errno == ENFILE ?
		      ENOMEM : EACCES;
		goto restore_errno;
	}
	err = raise_above_stderr(&file);
	if (err)
		goto close_file;
	if ((uid != geteuid() && fchown(file, uid, (gid_t)-1) != 0) ||
	    fchmod(file, 0600) != 0) {
		err = EACCES;
		goto close_file;
	}
	err = claim(file, size, backed);
	if (err)
		goto close_file;
	err = map_file(file, size, map);
	if (err)
		goto close_file;
	*fd = file;
	errno = saved;
	return 0;

close_file:
	close(file);
restore_errno:
	errno = saved;
	return err;
}

int pxt_shm_anonymous(size_t size, void **map)
{
	int saved = errno;
	void *at = mmap(NULL, size, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	errno = saved;
	if (at == MAP_FAILED)
		return ENOMEM;
	pxt_helgrind_ignore(at, size);
	*map = at;
	return 0;
}

/* The lock belongs to the open file, which exists as long as it is mapped. */
int pxt_shm_lock(int fd, void **lock)
{
	char link[LINK_SIZE];
	int saved = errno, own, err = 0;
	void *at = MAP_FAILED;

	/* Open it again: the other mapping, and so its lock, is inherited. */
	link_of(fd, link);
	own = open(link, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (own < 0) {
		err = reason(errno);
		goto restore_errno;
	}
	if (flock(own, LOCK_EX | LOCK_NB) != 0)
		err = EACCES;
	else
		at = mmap(NULL, LOCK_SIZE, PROT_NONE, MAP_SHARED, own, 0);
	close(own);
	if (!err && at == MAP_FAILED)
		err = ENOMEM;
	if (err)
		goto restore_errno;
	madvise(at, LOCK_SIZE, MADV_DONTFORK);
	*lock = at;
restore_errno:
	errno = saved;
	return err;
}

void pxt_shm_unlock(void *lock)
{
	munmap(lock, LOCK_SIZE);
}

int pxt_shm_publish(int dirfd, int fd, const char *name)
{
	char link[LINK_SIZE];
	int saved = errno, err;

	link_of(fd, link);
	err = linkat(AT_FDCWD, link, dirfd, name, AT_SYMLINK_FOLLOW) == 0 ?
	      0 : errno;
	errno = saved;
	return err;
}

int pxt_shm_open(int dirfd, uid_t uid, const char *name, size_t min, int *fd,
		 void **map, size_t *size)
{
	int saved = errno, err, file;
	struct stat st;

	file = openat(dirfd, name, PXT_SHM_OPEN);
	if (file < 0) {
		err = reason(errno);
		goto restore_errno;
	}
	err = raise_above_stderr(&file);
	if (err)
		goto close_file;
	if (!is_private(file, uid, S_IFREG) || fstat(file, &st) != 0 ||
	    (size_t)st.st_size < min) {
		err = EACCES;
		goto close_file;
	}
	err = map_file(file, (size_t)st.st_size, map);
	if (err)
		goto close_file;
	*size = (size_t)st.st_size;
	if (fd)
		*fd = file;
	else
		close(file);
	errno = saved;
	return 0;

close_file:
	close(file);
restore_errno:
	errno = saved;
	return err;
}

uint64_t pxt_shm_identity(int fd)
{
	int saved = errno;
	struct stat st;
	bool known = fstat(fd, &st) == 0;

	errno = saved;
	return known ? (uint64_t)st.st_dev << 32 ^ (uint64_t)st.st_ino : 0;
}
