/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Calls about files by their names, and about what is known of files: all are one type
 * of event, which says which call it was.
 */
#include "real.h"

#include "calls.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* The bytes of a string that the kernel has read, unless it had no reason to. */
static size_t length(const char *text, int64_t result, size_t most)
{
	if (text == NULL || result == -EFAULT ||
	    (result == -EINVAL && !pxt_is_readable(text, 1)))
		return 0;
	return strnlen(text, most);
}

/* "path", or "path -> to". */
static void record(int call, int fd, const char *path, const char *to,
		   int64_t result, uint64_t begin, const void *caller)
{
	static const char arrow[] = " -> ";
	struct posixtrace_meta meta = {
		.call = call,
		.fd = fd == AT_FDCWD ? -1 : fd,
		.result = result < 0 ? -errno : result,
		.duration = pxt_now() - begin,
	};
	size_t len;

	if (pxt_shares_memory())
		return;
	len = length(path, meta.result, POSIXTRACE_PATH_MAX);
	memcpy(meta.path, path, len);
	if (to != NULL && len + sizeof(arrow) <= POSIXTRACE_PATH_MAX) {
		size_t more;

		memcpy(meta.path + len, arrow, sizeof(arrow) - 1);
		len += sizeof(arrow) - 1;
		more = length(to, meta.result, POSIXTRACE_PATH_MAX - len);
		memcpy(meta.path + len, to, more);
		len += more;
	}
	pxt_record(POSIXTRACE_META, &meta,
		   offsetof(struct posixtrace_meta, path) + len, caller);
}

/* name(parameters), called with arguments; about a descriptor and a path or two. */
#define META2(kind, name, parameters, arguments, fd, path, to)		\
	PXT_INTERPOSE int name parameters				\
	{								\
		PXT_CALL(int, REAL(name) arguments,			\
			 record(POSIXTRACE_META_##kind, fd, path, to,	\
				result, begin, caller));		\
	}
#define META(kind, name, parameters, arguments, fd, path)		\
	META2(kind, name, parameters, arguments, fd, path, NULL)

typedef struct stat status;
typedef struct stat64 status64;

META(STAT, stat, (const char *path, status *st), (path, st), -1, path)
META(STAT, stat64, (const char *path, status64 *st), (path, st), -1, path)
META(STAT, lstat, (const char *path, status *st), (path, st), -1, path)
META(STAT, lstat64, (const char *path, status64 *st), (path, st), -1, path)
META(STAT, fstat, (int fd, status *st), (fd, st), fd, NULL)
META(STAT, fstat64, (int fd, status64 *st), (fd, st), fd, NULL)
META(STAT, fstatat, (int fd, const char *path, status *st, int flags),
     (fd, path, st, flags), fd, path)
META(STAT, fstatat64, (int fd, const char *path, status64 *st, int flags),
     (fd, path, st, flags), fd, path)
META(STAT, statx, (int fd, const char *path, int flags, unsigned mask,
		   struct statx *st),
     (fd, path, flags, mask, st), fd, path)
META(ACCESS, access, (const char *path, int mode), (path, mode), -1, path)
META(ACCESS, faccessat, (int fd, const char *path, int mode, int flags),
     (fd, path, mode, flags), fd, path)
META(UNLINK, unlink, (const char *path), (path), -1, path)
META(UNLINK, unlinkat, (int fd, const char *path, int flags),
     (fd, path, flags), fd, path)
META(UNLINK, remove, (const char *path), (path), -1, path)
META(RMDIR, rmdir, (const char *path), (path), -1, path)
META(MKDIR, mkdir, (const char *path, mode_t mode), (path, mode), -1, path)
META(MKDIR, mkdirat, (int fd, const char *path, mode_t mode),
     (fd, path, mode), fd, path)
META2(RENAME, rename, (const char *path, const char *to), (path, to), -1, path,
      to)
META2(RENAME, renameat, (int fd, const char *path, int to_fd, const char *to),
      (fd, path, to_fd, to), fd, path, to)
META2(RENAME, renameat2, (int fd, const char *path, int to_fd, const char *to,
			  unsigned flags),
      (fd, path, to_fd, to, flags), fd, path, to)
META2(LINK, link, (const char *path, const char *to), (path, to), -1, path, to)
META2(LINK, linkat, (int fd, const char *path, int to_fd, const char *to,
		     int flags),
      (fd, path, to_fd, to, flags), fd, path, to)
META2(SYMLINK, symlink, (const char *path, const char *to), (path, to), -1,
      path, to)
META2(SYMLINK, symlinkat, (const char *path, int fd, const char *to),
      (path, fd, to), fd, path, to)
META(CHMOD, chmod, (const char *path, mode_t mode), (path, mode), -1, path)
META(CHMOD, fchmod, (int fd, mode_t mode), (fd, mode), fd, NULL)
META(CHMOD, fchmodat, (int fd, const char *path, mode_t mode, int flags),
     (fd, path, mode, flags), fd, path)
META(CHOWN, chown, (const char *path, uid_t uid, gid_t gid), (path, uid, gid),
     -1, path)
META(CHOWN, lchown, (const char *path, uid_t uid, gid_t gid), (path, uid, gid),
     -1, path)
META(CHOWN, fchown, (int fd, uid_t uid, gid_t gid), (fd, uid, gid), fd, NULL)
META(CHOWN, fchownat, (int fd, const char *path, uid_t uid, gid_t gid,
		       int flags),
     (fd, path, uid, gid, flags), fd, path)
META(TRUNCATE, truncate, (const char *path, off_t size), (path, size), -1, path)
META(TRUNCATE, truncate64, (const char *path, off64_t size), (path, size), -1,
     path)
META(TRUNCATE, ftruncate, (int fd, off_t size), (fd, size), fd, NULL)
META(TRUNCATE, ftruncate64, (int fd, off64_t size), (fd, size), fd, NULL)
META(CHDIR, chdir, (const char *path), (path), -1, path)
META(CHDIR, fchdir, (int fd), (fd), fd, NULL)

PXT_INTERPOSE ssize_t readlink(const char *path, char *buf, size_t size)
{
	PXT_CALL(ssize_t, REAL(readlink)(path, buf, size),
		 record(POSIXTRACE_META_READLINK, -1, path, NULL, result,
			begin, caller));
}

PXT_INTERPOSE ssize_t readlinkat(int fd, const char *path, char *buf,
				 size_t size)
{
	PXT_CALL(ssize_t, REAL(readlinkat)(fd, path, buf, size),
		 record(POSIXTRACE_META_READLINK, fd, path, NULL, result,
			begin, caller));
}

/* A directory is a descriptor that is opened and closed. */
PXT_INTERPOSE DIR *opendir(const char *path)
{
	PXT_CALL(DIR *, REAL(opendir)(path),
		 pxt_record_open(O_RDONLY | O_DIRECTORY | O_CLOEXEC, path,
				 result != NULL ? dirfd(result) : -1, begin,
				 caller));
}

/* The header says that it is not NULL, but programs may do that. */
static int descriptor_of(DIR *directory)
{
	__asm__("" : "+r"(directory));
	return posixtrace_is_traced() && directory != NULL ?
	       dirfd(directory) : -1;
}

PXT_INTERPOSE int closedir(DIR *directory)
{
	const int fd = descriptor_of(directory);

	PXT_IO(POSIXTRACE_CLOSE, int, fd, 0, REAL(closedir)(directory));
}
