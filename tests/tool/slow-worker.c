/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What doc/recipes.md looks into: two threads that share a lock, which one of them
 * keeps while it reads a file.
 *
 * usage: slow-worker FILE MILLISECONDS
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *path;
static long ns;

static void load(void)
{
	const struct timespec pause = { 0, ns };
	char buf[4096];
	int fd;

	pthread_mutex_lock(&lock);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	while (fd >= 0 && read(fd, buf, sizeof(buf)) > 0)
		;
	if (fd >= 0)
		close(fd);
	nanosleep(&pause, NULL);
	pthread_mutex_unlock(&lock);
}

static void *serve(void *unused)
{
	pthread_setname_np(pthread_self(), "loader");
	for (int i = 0; i < 30; i++)
		load();
	return unused;
}

static void *answer(void *unused)
{
	pthread_setname_np(pthread_self(), "answerer");
	for (int i = 0; i < 30; i++) {
		usleep(1000);
		pthread_mutex_lock(&lock);
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t thread[2];

	if (argc != 3) {
		fprintf(stderr, "usage: %s FILE MILLISECONDS\n", argv[0]);
		return 2;
	}
	path = argv[1];
	ns = atol(argv[2]) * 1000000;
	pthread_create(&thread[0], NULL, serve, NULL);
	pthread_create(&thread[1], NULL, answer, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
