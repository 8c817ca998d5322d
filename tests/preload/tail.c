/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Functions that the preload library calls for the program, and whose last call is
 * a jump if the compiler optimises: what they call returns to the preload library.
 */
#define _GNU_SOURCE
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *volatile nothing = "none/such";

static void with_jump(int sig)
{
	(void)sig;
	unlink(nothing);
}

static void with_info(int sig, siginfo_t *info, void *context)
{
	(void)sig;
	(void)info;
	(void)context;
	unlink(nothing);
}

static void *map(void *none)
{
	return mmap(none, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

int main(void)
{
	struct sigaction info = {
		.sa_sigaction = with_info, .sa_flags = SA_SIGINFO,
	};
	struct sigaction plain = { .sa_handler = with_jump };
	pthread_t thread;
	void *mapped;

	CHECK(sigaction(SIGUSR1, &plain, NULL) == 0);
	CHECK(sigaction(SIGUSR2, &info, NULL) == 0);
	CHECK(signal(SIGHUP, with_jump) != SIG_ERR);
	CHECK(raise(SIGUSR1) == 0 && raise(SIGUSR2) == 0 && raise(SIGHUP) == 0);
	CHECK(pthread_create(&thread, NULL, map, NULL) == 0);
	CHECK(pthread_join(thread, &mapped) == 0 && mapped != MAP_FAILED);
	return rmdir(nothing);
}
