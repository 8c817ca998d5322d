/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Records events and ends in some way; it creates no stream.
 *
 * usage: ending HOW EVENTS [PROGRAM [ARGUMENT...]]
 *
 * HOW is one of
 *
 *   return, _exit, kill	the way in which it ends
 *   pthread_exit		so ends the main thread, then another one records
 *   threads			8 threads record as many each
 *   fork			a child records as many, too
 *   storm			64 children, 8 at a time, do
 *   spawn			runs PROGRAM and waits for it
 *   exec			becomes PROGRAM
 *   own			records into a stream of its own, too, and tells how
 *				many of its events are in there
 *   close			closes all descriptors before it records
 *   wait			records, then one every 10 ms while it may read
 *				nothing from standard input
 */
#include <errno.h>
#include <poll.h>
#include <posixtrace.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int n_events;
static trace_event_id_t step;

static void record(void)
{
	for (int i = 0; i < n_events; i++)
		posix_trace_event(step, &i, sizeof(i));
}

static void *record_in_thread(void *unused)
{
	record();
	return unused;
}

static void record_in_threads(void)
{
	pthread_t threads[8];

	for (int i = 0; i < 8; i++)
		if (pthread_create(&threads[i], NULL, record_in_thread, NULL))
			abort();
	for (int i = 0; i < 8; i++)
		pthread_join(threads[i], NULL);
}

static void await(pid_t pid)
{
	int status;

	if (waitpid(pid, &status, 0) != pid || status != 0)
		exit(9);
}

static void record_in_children(int n)
{
	pid_t pids[8] = { 0 };

	fflush(NULL);
	for (int i = 0; i < n; i++) {
		if (pids[i % 8])
			await(pids[i % 8]);
		pids[i % 8] = fork();
		if (pids[i % 8] == 0) {
			record();
			exit(0);
		}
	}
	for (int i = 0; i < 8; i++)
		if (pids[i])
			await(pids[i]);
}

static void run(char **program)
{
	pid_t pid = fork();

	if (pid == 0) {
		execvp(*program, program);
		_exit(8);
	}
	await(pid);
}

static void record_for_itself(void)
{
	trace_id_t trid;
	struct posix_trace_event_info info;
	int data, gone = 0, n = 0;
	size_t len;

	if (posix_trace_create(0, NULL, &trid) || posix_trace_start(trid))
		exit(7);
	record();
	for (;;) {
		if (posix_trace_trygetnext_event(trid, &info, &data,
				sizeof(data), &len, &gone))
			exit(7);
		if (gone)
			break;
		n += info.posix_event_id == step;
	}
	printf("%d\n", n);
	if (posix_trace_shutdown(trid))
		exit(7);
}

static void record_slowly(void)
{
	struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };

	record();
	puts("ready");
	fflush(stdout);
	for (int i = 0; poll(&in, 1, 10) == 0; i++)
		posix_trace_event(step, &i, sizeof(i));
}

static void end(const char *how, char **program)
{
	pthread_t thread;

	if (strcmp(how, "_exit") == 0)
		_exit(0);
	if (strcmp(how, "kill") == 0)
		kill(getpid(), SIGKILL);
	if (strcmp(how, "spawn") == 0)
		run(program);
	if (strcmp(how, "exec") == 0)
		execvp(*program, program);
	if (strcmp(how, "pthread_exit") == 0 &&
	    pthread_create(&thread, NULL, record_in_thread, NULL) == 0)
		pthread_exit(NULL);
}

int main(int argc, char **argv)
{
	if (argc < 3 || posix_trace_eventid_open("ending:step", &step) != 0)
		return 2;
	n_events = atoi(argv[2]);
	if (strcmp(argv[1], "close") == 0)
		for (int fd = 0; fd < 1024; fd++)
			close(fd);
	if (strcmp(argv[1], "threads") == 0)
		record_in_threads();
	else if (strcmp(argv[1], "own") == 0)
		record_for_itself();
	else if (strcmp(argv[1], "wait") == 0)
		record_slowly();
	else
		record();
	if (strcmp(argv[1], "fork") == 0)
		record_in_children(1);
	if (strcmp(argv[1], "storm") == 0)
		record_in_children(64);
	end(argv[1], argv + 3);
	return 0;
}
