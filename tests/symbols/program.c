/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A program whose trace points have known functions and lines, which the test
 * finds by the comments on them.
 *
 * usage: program [fork] [thread] [load LIBRARY] [open LIBRARY] [close] [crowd]
 *		  [note] [die] [exec PROGRAM]
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <posixtrace.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <trace.h>
#include <unistd.h>

static trace_event_id_t id;

__attribute__((noinline)) void first_place(void);
void first_place(void)
{
	posix_trace_event(id, "f", 1);	/* first */
}

/* Not among the dynamic symbols. */
static __attribute__((noinline)) void second_place(void)
{
	posix_trace_event(id, "s", 1);	/* second */
}

static __attribute__((noinline)) void run_child(void)
{
	pid_t child = fork();

	if (child == 0) {
		posix_trace_event(id, "c", 1);	/* child */
		_exit(0);
	}
	waitpid(child, NULL, 0);
}

static void *work(void *arg)
{					/* routine */
	return arg;
}

static volatile sig_atomic_t handled;

static void handle(int signal)
{
	handled = signal;		/* handler */
}

static __attribute__((noinline)) void run_thread(void)
{
	pthread_t thread;

	signal(SIGUSR1, handle);
	raise(SIGUSR1);
	if (pthread_create(&thread, NULL, work, NULL) == 0)
		pthread_join(thread, NULL);
}

static void *library;

/* Call a function of a library n times. */
static void use(const char *path, int n)
{
	void *found;
	void (*function)(trace_event_id_t);

	library = dlopen(path, RTLD_NOW);
	found = library ? dlsym(library, "of_library") : NULL;
	if (!found)
		exit(1);
	printf("%s %p\n", path, found);
	memcpy(&function, &found, sizeof(function));
	for (int i = 0; i < n; i++)
		function(id);
}

/* More mappings than any program has; all are the same page of a file. */
static void crowd(void)
{
	int fd = open("/proc/self/exe", O_RDONLY);

	for (int i = 0; i < 600; i++)
		if (mmap(NULL, 1, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0) ==
		    MAP_FAILED)
			exit(1);
	close(fd);
}

int main(int argc, char **argv)
{
	if (posix_trace_eventid_open("program:place", &id) != 0)
		return 1;
	first_place();
	second_place();
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "fork") == 0)
			run_child();
		else if (strcmp(argv[i], "thread") == 0)
			run_thread();
		else if (strcmp(argv[i], "note") == 0)
			posixtrace_note_loaded();
		else if (strcmp(argv[i], "die") == 0)
			raise(SIGKILL);
		else if (strcmp(argv[i], "close") == 0)
			dlclose(library);
		else if (strcmp(argv[i], "crowd") == 0)
			crowd();
		else if (i + 1 == argc)
			return 1;
		/* More than a chunk of the stream has room for. */
		else if (strcmp(argv[i], "load") == 0)
			use(argv[++i], 5000);
		else if (strcmp(argv[i], "open") == 0)
			use(argv[++i], 3);
		else if (strcmp(argv[i], "exec") == 0)
			execv(argv[i + 1], argv + i + 1);
	}
	return 0;
}
