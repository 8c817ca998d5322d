/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The runtime directory and its files.  Only a directory that belongs to the
 * user alone is used.  A file that was removed, is too small, or belongs to
 * another user is not mapped.
 *
 * The directories are those of a user that does not exist.  Only root can
 * create a directory for that user; otherwise only refusals are tested.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/rundir.h"
#include "support.h"

static uid_t nobody;
static char path[64];			/* path of the directory */
static char other[64];			/* a directory of this test */
static int otherfd;

static bool is_root(void)
{
	return geteuid() == 0;
}

static void setup(void)
{
	support_begin();
	nobody = 2000000000u + (uid_t)getpid();
	snprintf(path, sizeof(path), "/dev/shm/posixtrace-%u", nobody);
	strcpy(other, "/dev/shm/test-rundir-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(other));
	otherfd = open(other, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	ck_assert_int_ge(otherfd, 0);
}

static void teardown(void)
{
	close(otherfd);
	unlinkat(AT_FDCWD, other, AT_REMOVEDIR);
	unlink(path);
	rmdir(path);
	support_check_leaks();
}

static void check_refused(bool create, int expected)
{
	int fd = -1;

	errno = 1234;
	ck_assert_int_eq(pxt_rundir_open(nobody, create, &fd), expected);
	ck_assert_int_eq(fd, -1);
	ck_assert_int_eq(errno, 1234);
}

/* The directory of that user, just created. */
static int make(void)
{
	int fd = -1;

	ck_assert_int_eq(pxt_rundir_open(nobody, true, &fd), 0);
	ck_assert_int_ge(fd, 0);
	return fd;
}

START_TEST(directory_that_is_not_there_is_not_made_unasked)
{
	struct stat st;

	check_refused(false, ENOENT);
	ck_assert_int_ne(lstat(path, &st), 0);
}
END_TEST

START_TEST(directory_is_made_for_its_owner_alone)
{
	char found[64];
	struct stat st;
	int fd = make();

	ck_assert_int_eq(lstat(path, &st), 0);
	ck_assert(S_ISDIR(st.st_mode));
	ck_assert_uint_eq(st.st_uid, nobody);
	ck_assert_uint_eq(st.st_mode & 07777, 0700);
	ck_assert_int_eq(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	pxt_rundir_path(fd, found, sizeof(found));
	ck_assert_str_eq(found, path);
	close(fd);
	/* It is found again. */
	close(make());
	ck_assert_int_eq(pxt_rundir_open(nobody, false, &fd), 0);
	close(fd);
}
END_TEST

/* Each would let another user in. */
static const mode_t open_modes[] = { 0777, 0701, 0710, 0740, 0704, 01777 };

START_TEST(directory_that_others_may_enter_is_refused)
{
	close(make());
	ck_assert_int_eq(chmod(path, open_modes[_i]), 0);
	check_refused(true, EACCES);
	check_refused(false, EACCES);
}
END_TEST

/* Named for that user, but owned by the user of the test. */
START_TEST(directory_of_another_owner_is_refused)
{
	ck_assert_int_eq(mkdir(path, 0700), 0);
	check_refused(true, EACCES);
	check_refused(false, EACCES);
}
END_TEST

START_TEST(link_to_a_directory_is_refused)
{
	ck_assert_int_eq(symlink(other, path), 0);
	if (is_root())
		ck_assert_int_eq(chown(other, nobody, (gid_t)-1), 0);
	check_refused(true, EACCES);
	check_refused(false, EACCES);
}
END_TEST

START_TEST(file_in_place_of_the_directory_is_refused)
{
	int fd = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0700);

	ck_assert_int_ge(fd, 0);
	if (is_root())
		ck_assert_int_eq(fchown(fd, nobody, (gid_t)-1), 0);
	close(fd);
	check_refused(true, EACCES);
	check_refused(false, EACCES);
}
END_TEST

START_TEST(directory_of_another_user_is_not_made_without_privilege)
{
	struct stat st;

	check_refused(true, EACCES);
	ck_assert_int_ne(lstat(path, &st), 0);
}
END_TEST

static int child_as_nobody(void)
{
	char found[64], expected[96];
	int fd, err;

	if (seteuid(nobody) != 0)
		return 1;
	setenv("XDG_RUNTIME_DIR", other, 1);
	err = pxt_rundir_open(nobody, true, &fd);
	if (err)
		return 2;
	pxt_rundir_path(fd, found, sizeof(found));
	snprintf(expected, sizeof(expected), "%s/posixtrace-%u", other, nobody);
	if (rmdir(expected) != 0 || strcmp(found, expected) != 0)
		return 3;
	/* Only an absolute path is used. */
	setenv("XDG_RUNTIME_DIR", "relative", 1);
	return pxt_rundir_open(nobody, true, &fd) == EACCES ? 0 : 4;
}

START_TEST(where_dev_shm_is_no_help_the_users_directory_is_used)
{
	int status = -1;
	pid_t pid;

	ck_assert_int_eq(mkdir(path, 0700), 0);
	ck_assert_int_eq(chown(other, nobody, (gid_t)-1), 0);
	pid = fork();
	if (pid == 0)
		_exit(child_as_nobody());
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(status, 0);
}
END_TEST

enum { SIZE = 1 << 20, BACKED = 64 << 10 };

static const char *create(int *fd, unsigned char **map)
{
	static const char name[] = "file";
	void *memory = NULL;

	ck_assert_int_eq(pxt_shm_create(otherfd, geteuid(), SIZE, BACKED, fd,
					&memory), 0);
	*map = memory;
	return name;
}

static void check_not_opened(const char *name, size_t min, int expected)
{
	void *map = NULL;
	size_t size = 0;
	int fd = -1;

	ck_assert_int_eq(pxt_shm_open(otherfd, geteuid(), name, min, &fd, &map,
				      &size), expected);
	ck_assert_int_eq(fd, -1);
	ck_assert_ptr_null(map);
}

START_TEST(file_has_no_name_until_it_is_given_one)
{
	unsigned char *map;
	struct stat st;
	int fd;
	const char *name = create(&fd, &map);

	check_not_opened(name, 1, ENOENT);
	ck_assert_int_eq(fstat(fd, &st), 0);
	ck_assert_int_eq(st.st_size, SIZE);
	ck_assert_uint_eq(st.st_mode & 0777, 0600);
	ck_assert_int_ge(st.st_blocks * 512, BACKED);
	for (size_t i = 0; i < SIZE; i += 4096)
		ck_assert_uint_eq(map[i], 0);
	ck_assert_int_eq(pxt_shm_publish(otherfd, fd, name), 0);
	ck_assert_int_eq(pxt_shm_publish(otherfd, fd, name), EEXIST);
	ck_assert_int_eq(unlinkat(otherfd, name, 0), 0);
	munmap(map, SIZE);
	close(fd);
}
END_TEST

START_TEST(opened_file_is_the_same_memory)
{
	unsigned char *map;
	void *again = NULL;
	size_t size = 0;
	int fd;
	const char *name = create(&fd, &map);

	ck_assert_int_eq(pxt_shm_publish(otherfd, fd, name), 0);
	ck_assert_int_eq(pxt_shm_open(otherfd, geteuid(), name, SIZE, NULL,
				      &again, &size), 0);
	ck_assert_uint_eq(size, SIZE);
	strcpy((char *)map + 1000, "text");
	ck_assert_str_eq((char *)again + 1000, "text");
	munmap(again, size);
	munmap(map, SIZE);
	close(fd);
	unlinkat(otherfd, name, 0);
}
END_TEST

START_TEST(file_that_is_not_what_it_should_be_is_not_opened)
{
	unsigned char *map;
	int fd;
	const char *name = create(&fd, &map);

	munmap(map, SIZE);
	ck_assert_int_eq(pxt_shm_publish(otherfd, fd, name), 0);
	check_not_opened(name, SIZE + 1, EACCES);
	ck_assert_int_eq(fchmod(fd, 0640), 0);
	check_not_opened(name, 1, EACCES);
	ck_assert_int_eq(fchmod(fd, 0600), 0);
	ck_assert_int_eq(symlinkat(name, otherfd, "link"), 0);
	check_not_opened("link", 1, EACCES);
	unlinkat(otherfd, "link", 0);
	if (is_root()) {
		ck_assert_int_eq(fchown(fd, nobody, (gid_t)-1), 0);
		check_not_opened(name, 1, EACCES);
	}
	close(fd);
	unlinkat(otherfd, name, 0);
	ck_assert_int_eq(mkdirat(otherfd, name, 0700), 0);
	check_not_opened(name, 1, EACCES);
	unlinkat(otherfd, name, AT_REMOVEDIR);
}
END_TEST

START_TEST(file_for_another_user_is_owned_by_that_user)
{
	void *map = NULL;
	struct stat st;
	int fd;

	ck_assert_int_eq(pxt_shm_create(otherfd, nobody, SIZE, BACKED, &fd,
					&map), 0);
	ck_assert_int_eq(fstat(fd, &st), 0);
	ck_assert_uint_eq(st.st_uid, nobody);
	munmap(map, SIZE);
	close(fd);
}
END_TEST

/* Otherwise the kernel would send SIGXFSZ, which kills. */
static int child_with_limit(void)
{
	struct rlimit limit = { .rlim_cur = BACKED, .rlim_max = BACKED };
	void *map = NULL;
	sigset_t pending;
	int fd = -1;

	if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
		return 1;
	if (pxt_shm_create(otherfd, geteuid(), SIZE, BACKED, &fd, &map) !=
	    EFBIG || fd != -1 || map)
		return 2;
	sigpending(&pending);
	if (sigismember(&pending, SIGXFSZ))
		return 3;
	/* A smaller file can be created. */
	return pxt_shm_create(otherfd, geteuid(), BACKED, BACKED, &fd, &map) ?
	       4 : 0;
}

START_TEST(limit_of_file_sizes_is_an_error_and_no_signal)
{
	int status = -1;
	pid_t pid = fork();

	if (pid == 0)
		_exit(child_with_limit());
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(status, 0);
}
END_TEST

START_TEST(more_than_there_is_is_no_memory)
{
	const size_t most = SIZE_MAX > UINT32_MAX ? SIZE_MAX / 4 + 1 :
			    SIZE_MAX / 4 * 3 + 1;
	void *map = NULL;
	int fd = -1;

	ck_assert_int_eq(pxt_shm_create(otherfd, geteuid(), most, most, &fd,
					&map), ENOMEM);
	ck_assert_int_eq(pxt_shm_anonymous(most, &map), ENOMEM);
	ck_assert_int_eq(fd, -1);
	ck_assert_ptr_null(map);
}
END_TEST

START_TEST(memory_without_a_file_is_shared_with_a_child)
{
	void *map = NULL;
	pid_t pid;

	ck_assert_int_eq(pxt_shm_anonymous(SIZE, &map), 0);
	pid = fork();
	if (pid == 0) {
		strcpy(map, "text");
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	ck_assert_str_eq(map, "text");
	munmap(map, SIZE);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("rundir");
	TCase *tc = tcase_create("rundir");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, directory_that_is_not_there_is_not_made_unasked);
	tcase_add_test(tc, directory_of_another_owner_is_refused);
	tcase_add_test(tc, link_to_a_directory_is_refused);
	tcase_add_test(tc, file_in_place_of_the_directory_is_refused);
	if (is_root()) {
		tcase_add_test(tc, directory_is_made_for_its_owner_alone);
			tcase_add_loop_test(tc,
			directory_that_others_may_enter_is_refused, 0,
			(int)(sizeof(open_modes) / sizeof(*open_modes)));
		tcase_add_test(tc,
			where_dev_shm_is_no_help_the_users_directory_is_used);
		tcase_add_test(tc, file_for_another_user_is_owned_by_that_user);
	} else {
		tcase_add_test(tc,
		       directory_of_another_user_is_not_made_without_privilege);
	}
	tcase_add_test(tc, file_has_no_name_until_it_is_given_one);
	tcase_add_test(tc, opened_file_is_the_same_memory);
	tcase_add_test(tc, file_that_is_not_what_it_should_be_is_not_opened);
	tcase_add_test(tc, limit_of_file_sizes_is_an_error_and_no_signal);
	tcase_add_test(tc, more_than_there_is_is_no_memory);
	tcase_add_test(tc, memory_without_a_file_is_shared_with_a_child);
	return support_run(suite);
}
