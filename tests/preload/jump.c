/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A timer of 100 us whose handler jumps out of the code that it interrupts.
 * That is nearly always the recording of an event, because the program does
 * nothing but open and close; or, compiled with -finstrument-functions and with
 * a second argument, nothing but enter and leave functions.  The log must be correct
 * (jump.sh).  The first argument: seconds.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static sigjmp_buf back;

static void leave(int sig)
{
	(void)sig;
	siglongjmp(back, 1);
}

__attribute__((noinline)) static void leaf(void)
{
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) static void open_one(void)
{
	int fd = open("/dev/null", O_RDONLY);

	if (fd >= 0)
		close(fd);
	else
		closefrom(3);
}

int main(int argc, char **argv)
{
	const struct itimerval often = { { 0, 100 }, { 0, 100 } };
	const struct itimerval never = { { 0, 0 }, { 0, 0 } };
	const time_t end = time(NULL) + (argc > 1 ? atoi(argv[1]) : 2);

	signal(SIGALRM, leave);
	sigsetjmp(back, 1);
	setitimer(ITIMER_REAL, &often, NULL);
	while (time(NULL) < end)
		argc > 2 ? leaf() : open_one();
	setitimer(ITIMER_REAL, &never, NULL);
	return 0;
}
