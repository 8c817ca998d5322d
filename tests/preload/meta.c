/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Files by their names, memory that is mapped, names of threads, and what is done once.
 *
 * Records 43 x META, 2 x MMAP, 2 x MUNMAP, 1 x MPROTECT, 2 x THREAD_NAME, 1 x ONCE.
 */
#define _GNU_SOURCE
#include "check.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

static char *volatile nowhere = (char *)8;
static DIR *volatile no_directory;

/* 12 x META */
static void asks(void)
{
	struct stat64 st64;
	struct stat st;
	struct statx stx;
	int fd = open(".", O_RDONLY | O_DIRECTORY);

	CHECK(stat("fifo", &st) == 0 && S_ISFIFO(st.st_mode));
	CHECK(stat64("fifo", &st64) == 0 && S_ISFIFO(st64.st_mode));
	CHECK(lstat("none", &st) == -1 && errno == ENOENT);
	CHECK(lstat64("fifo", &st64) == 0);
	CHECK(fstat(fd, &st) == 0 && S_ISDIR(st.st_mode));
	CHECK(fstat64(fd, &st64) == 0);
	CHECK(fstatat(fd, "fifo", &st, 0) == 0);
	CHECK(fstatat64(AT_FDCWD, "fifo", &st64, 0) == 0);
	CHECK(statx(AT_FDCWD, nowhere, ~0, STATX_ALL, &stx) == -1 &&
	      errno == EINVAL);
	CHECK(access("fifo", R_OK) == 0);
	CHECK(access(nowhere, R_OK) == -1 && errno == EFAULT);
	CHECK(faccessat(fd, "none", R_OK, 0) == -1 && errno == ENOENT);
	close(fd);
}

/* 31 x META */
static void changes(void)
{
	char text[16];
	int fd = open("file", O_CREAT | O_RDWR, 0600);

	CHECK(rename("file", "a") == 0);
	CHECK(renameat(AT_FDCWD, "a", AT_FDCWD, "b") == 0);
	CHECK(renameat2(AT_FDCWD, "b", AT_FDCWD, "file", 0) == 0);
	CHECK(rename("none", "a") == -1 && errno == ENOENT);
	CHECK(rename("file", nowhere) == -1 && errno == EFAULT);
	CHECK(link("file", "a") == 0);
	CHECK(linkat(AT_FDCWD, "file", AT_FDCWD, "b", 0) == 0);
	CHECK(symlink("file", "c") == 0);
	CHECK(symlinkat("file", AT_FDCWD, "d") == 0);
	CHECK(readlink("c", text, sizeof(text)) == 4);
	CHECK(readlinkat(AT_FDCWD, "file", text, sizeof(text)) == -1 &&
	      errno == EINVAL);
	CHECK(chmod("file", 0640) == 0 && fchmod(fd, 0600) == 0);
	CHECK(fchmodat(AT_FDCWD, "file", 0640, 0) == 0);
	CHECK(chown("file", (uid_t)-1, (gid_t)-1) == 0);
	CHECK(lchown("c", (uid_t)-1, (gid_t)-1) == 0);
	CHECK(fchown(fd, (uid_t)-1, (gid_t)-1) == 0);
	CHECK(fchownat(AT_FDCWD, "file", (uid_t)-1, (gid_t)-1, 0) == 0);
	CHECK(truncate("file", 100) == 0 && truncate64("file", 10) == 0);
	CHECK(ftruncate(fd, 100) == 0 && ftruncate64(fd, 10) == 0);
	CHECK(mkdir("folder", 0700) == 0);
	CHECK(mkdirat(AT_FDCWD, "folder", 0700) == -1 && errno == EEXIST);
	CHECK(rmdir("folder") == 0);
	CHECK(unlink("a") == 0 && unlinkat(AT_FDCWD, "b", 0) == 0);
	CHECK(remove("c") == 0);
	CHECK(unlink("d") == 0 && unlink("file") == 0);
	CHECK(chdir(".") == 0);
	close(fd);
}

static void directories(void)
{
	DIR *directory = opendir(".");
	int n = 0;

	CHECK(directory != NULL);
	while (readdir(directory) != NULL)
		n++;
	CHECK(n >= 3 && closedir(directory) == 0);
	CHECK(opendir("none") == NULL && errno == ENOENT);
	errno = 0;
	CHECK(closedir(no_directory) == -1 && errno == EINVAL);
}

static void maps(void)
{
	char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(pages != MAP_FAILED);
	CHECK(mprotect(pages, 4096, PROT_READ) == 0);
	CHECK(munmap(pages, 8192) == 0);
	CHECK(munmap(pages + 1, 4096) == -1 && errno == EINVAL);
	CHECK(mmap64(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) ==
	      MAP_FAILED && errno == EINVAL);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int times;

static void do_once(void)
{
	times++;
}

int main(void)
{
	char name[17] = "";

	asks();
	changes();
	directories();
	maps();
	CHECK(pthread_setname_np(pthread_self(), "a-name") == 0);
	CHECK(prctl(PR_GET_NAME, name) == 0 && strcmp(name, "a-name") == 0);
	CHECK(prctl(PR_SET_NAME, "a-name-that-is-too-long") == 0);
	CHECK(pthread_once(&once, do_once) == 0);
	CHECK(pthread_once(&once, do_once) == 0 && times == 1);
	puts("done");
	return 0;
}
