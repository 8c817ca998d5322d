/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What `record --sched` adds to a context switch.
 *
 *   switches all [POSIXTRACE]
 *
 * Two threads of one processor wake each other in turns: nanoseconds from one to the
 * other and back, which are two switches, without the recorder and with it.  That is in
 * the folder next to this program's in the build, or the one named.
 */
#include <libgen.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

static int there[2], back[2];

static void *answer(void *arg)
{
	char byte;

	while (read(there[0], &byte, 1) == 1)
		if (write(back[1], &byte, 1) != 1)
			abort();
	return arg;
}

static void turn(unsigned n)
{
	char byte = 0;

	for (; n > 0; n--)
		if (write(there[1], &byte, 1) != 1 || read(back[0], &byte, 1) != 1)
			abort();
}

static void measure(const char *name)
{
	pthread_t other;
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	bench_must(sched_setaffinity(0, sizeof(one), &one), "sched_setaffinity");
	bench_must(pipe(there) || pipe(back), "pipe");
	bench_must(pthread_create(&other, NULL, answer, NULL), "pthread_create");
	printf("switches/%s %.9g\n", name, bench_call(turn));
	close(there[1]);
	pthread_join(other, NULL);
}

/* This program again, by the recorder if that is not NULL. */
static void run(const char *own, const char *recorder, const char *log)
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		if (recorder)
			execl(recorder, "posixtrace", "record", "-q", "--sched", "-o",
			      log, "--", own, "--measure", "recorded", (char *)NULL);
		else
			execl(own, own, "--measure", "bare", (char *)NULL);
		_exit(127);
	}
	bench_must(pid < 0 || waitpid(pid, &status, 0) != pid || status != 0,
		   recorder ? "the recorder" : "the program itself");
}

int main(int argc, char **argv)
{
	char own[PATH_MAX], folder[PATH_MAX], recorder[PATH_MAX], log[64];
	ssize_t size;

	if (argc < 2)
		return 2;
	if (argc == 3 && strcmp(argv[1], "--measure") == 0) {
		measure(argv[2]);
		return 0;
	}
	size = readlink("/proc/self/exe", own, sizeof(own) - 1);
	if (size < 0)
		return 1;
	own[size] = '\0';
	memcpy(folder, own, (size_t)size + 1);
	snprintf(recorder, sizeof(recorder), "%.4000s/../tools/posixtrace",
		 dirname(folder));
	snprintf(log, sizeof(log), P_tmpdir "/posixtrace-switches-%d.ptl",
		 (int)getpid());
	run(own, NULL, NULL);
	run(own, argc > 2 ? argv[2] : recorder, log);
	unlink(log);
	return 0;
}
