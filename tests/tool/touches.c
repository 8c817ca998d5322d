/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Touches the pages of an anonymous mapping, each once, in a thread, and prints where that
 * is.  The argument: how many.  Waits for its input first. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static char *volatile place;
static long n, size;

static void *touch(void *arg)
{
	for (long i = 0; i < n; i++)
		place[i * size + 5] = 1;
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	char byte;

	n = argc > 1 ? atol(argv[1]) : 1;
	size = sysconf(_SC_PAGESIZE);
	place = mmap(NULL, (size_t)(n * size), PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (place == MAP_FAILED || read(STDIN_FILENO, &byte, 1) < 0)
		return 1;
	madvise(place, (size_t)(n * size), MADV_NOHUGEPAGE);
	if (pthread_create(&thread, NULL, touch, NULL) != 0)
		return 1;
	pthread_join(thread, NULL);
	printf("%p %ld\n", (void *)place, size);
	return 0;
}
