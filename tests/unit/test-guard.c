/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Truncated files in mapped memory: guarded memory reads as zeros, other SIGBUS
 * signals are passed on. */
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/guard.h"
#include "base/rundir.h"
#include "support.h"

enum { SIZE = 1 << 16 };

static sigjmp_buf back;
static volatile sig_atomic_t n_handled;

static void handle(int number)
{
	(void)number;
	n_handled++;
	siglongjmp(back, 1);
}

static unsigned char *map_ours(int *fd)
{
	int dirfd, err = pxt_rundir_open(geteuid(), true, &dirfd);
	void *map;

	ck_assert_int_eq(err, 0);
	err = pxt_shm_create(dirfd, geteuid(), SIZE, SIZE, fd, &map);
	ck_assert_int_eq(err, 0);
	close(dirfd);
	memset(map, 7, SIZE);
	return map;
}

static unsigned char *map_other(int *fd)
{
	unsigned char *map;

	*fd = memfd_create("other", MFD_CLOEXEC);
	ck_assert_int_eq(ftruncate(*fd, SIZE), 0);
	map = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
	ck_assert_ptr_ne(map, MAP_FAILED);
	return map;
}

START_TEST(what_is_cut_off_reads_as_zeros)
{
	volatile unsigned char *map;
	int fd;

	ck_assert_uint_eq(pxt_guard(), 0);
	map = map_ours(&fd);
	ck_assert_int_eq(ftruncate(fd, 8192), 0);
	ck_assert_int_eq(map[8191], 7);
	ck_assert_uint_eq(pxt_guard(), 0);
	ck_assert_int_eq(map[10000], 0);
	ck_assert_uint_eq(pxt_guard(), 1);
	map[SIZE - 1] = 9;
	ck_assert_int_eq(map[SIZE - 1], 9);
	ck_assert_uint_eq(pxt_guard(), 1);
	ck_assert(pxt_guard_has_replaced((void *)map, SIZE));
	ck_assert(!pxt_guard_has_replaced((void *)map, 8192));
	/* Truncate the rest, too. */
	ck_assert_int_eq(ftruncate(fd, 0), 0);
	ck_assert_int_eq(map[0], 0);
	ck_assert_uint_eq(pxt_guard(), 2);
	/* Pages that were replaced keep their contents. */
	ck_assert_int_eq(map[SIZE - 1], 9);
	munmap((void *)map, SIZE);
	close(fd);
}
END_TEST

START_TEST(other_bus_errors_are_handed_on)
{
	const struct sigaction action = { .sa_handler = handle };
	volatile unsigned char *other;
	int fd;

	sigaction(SIGBUS, &action, NULL);
	pxt_guard();
	other = map_other(&fd);
	ck_assert_int_eq(ftruncate(fd, 0), 0);
	if (!sigsetjmp(back, 1))
		ck_abort_msg("there is %d", other[0]);
	ck_assert_int_eq(n_handled, 1);
	if (!sigsetjmp(back, 1))
		raise(SIGBUS);
	ck_assert_int_eq(n_handled, 2);
	ck_assert_uint_eq(pxt_guard(), 0);
	munmap((void *)other, SIZE);
	close(fd);
}
END_TEST

static int end_of_child(void (*run)(void))
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		signal(SIGBUS, SIG_DFL);
		pxt_guard();
		run();
		_exit(0);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void look_at_other(void)
{
	int fd;
	volatile unsigned char *other = map_other(&fd);

	if (ftruncate(fd, 0) == 0)
		_exit(other[0]);
}

static void send_signal(void)
{
	raise(SIGBUS);
}

START_TEST(process_without_a_handler_is_killed)
{
	ck_assert_int_eq(end_of_child(look_at_other), SIGBUS);
	ck_assert_int_eq(end_of_child(send_signal), SIGBUS);
}
END_TEST

START_TEST(guarded_threads_leave_the_signal_alone)
{
	sigset_t set;

	pxt_guard_fill(&set);
	ck_assert(sigismember(&set, SIGBUS));
	pxt_guard();
	pxt_guard_fill(&set);
	ck_assert(!sigismember(&set, SIGBUS));
	ck_assert(sigismember(&set, SIGTERM));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("guard");
	TCase *tc = support_case(suite, "guard");

	tcase_add_test(tc, what_is_cut_off_reads_as_zeros);
	tcase_add_test(tc, other_bus_errors_are_handed_on);
	tcase_add_test(tc, process_without_a_handler_is_killed);
	tcase_add_test(tc, guarded_threads_leave_the_signal_alone);
	return support_run(suite);
}
