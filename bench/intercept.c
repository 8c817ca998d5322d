/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What the preload library adds to a call that it records.
 *
 *   intercept write [LIBRARY]    a write of a byte to /dev/null
 *   intercept read [LIBRARY]     a read of /dev/null
 *
 * Each without the library, and with it, recorded into a LOOP stream; the
 * difference is what it adds.  It is that next to this program's folder in the build,
 * or the one named.
 */
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <trace.h>
#include <unistd.h>

#include "bench.h"

static int fd;

static void write_null(unsigned n)
{
	for (; n > 0; n--)
		if (write(fd, "", 1) != 1)
			abort();
}

static void read_null(unsigned n)
{
	char byte;

	for (; n > 0; n--)
		if (read(fd, &byte, 1) != 0)
			abort();
}

static void measure(const char *name, int is_recorded)
{
	trace_id_t trid;
	double ns;

	fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (is_recorded) {
		bench_must(posix_trace_create(0, NULL, &trid), "create");
		bench_must(posix_trace_start(trid), "start");
	}
	ns = bench_call(strcmp(name, "read") == 0 ? read_null : write_null);
	printf("intercept/%s-%s %.9g\n", is_recorded ? "recorded" : "bare", name,
	       ns);
	fflush(stdout);
}

/* The same program again, so that both are measured in a process that has done
 * nothing else. */
static void run(const char *name, const char *library)
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		if (library)
			setenv("LD_PRELOAD", library, 1);
		execl("/proc/self/exe", "intercept", library ? "--recorded" :
		      "--bare", name, (char *)NULL);
		_exit(127);
	}
	bench_must(pid < 0 || waitpid(pid, &status, 0) != pid || status != 0,
		   "the program itself");
}

int main(int argc, char **argv)
{
	char own[PATH_MAX], library[PATH_MAX];
	ssize_t size;

	if (argc < 2)
		return 2;
	if (argc == 3 && strncmp(argv[1], "--", 2) == 0) {
		measure(argv[2], strcmp(argv[1], "--recorded") == 0);
		return 0;
	}
	size = readlink("/proc/self/exe", own, sizeof(own) - 1);
	if (size < 0)
		return 1;
	own[size] = '\0';
	snprintf(library, sizeof(library),
		 "%.4000s/../preload/libposixtrace-preload.so", dirname(own));
	run(argv[1], NULL);
	run(argv[1], argc > 2 ? argv[2] : library);
	return 0;
}
