/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Compiled with -finstrument-functions: which of its functions are recorded is
 * what rules.sh asks for.  Jumps leave functions of all depths again and again; a
 * signal handler on an alternate stack calls some; a library is loaded and unloaded.
 * The argument: the library.
 */
#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TIMES = 100, STACK = 65536 };

#define PLAIN __attribute__((noinline))

static jmp_buf back;

PLAIN static void leaf(void)
{
	__asm__ volatile("" ::: "memory");
}

PLAIN static void jump_down(int n)
{
	volatile char large[256];

	if (n < 0)
		return;
	large[n] = 1;
	if (n == 0)
		longjmp(back, 1);
	jump_down(n - 1);
	__asm__ volatile("" : : "r"(large) : "memory");
}

PLAIN static void turn(int n)
{
	if (setjmp(back) == 0)
		jump_down(n % 8);
	leaf();
}

PLAIN static int deep(int n)
{
	int below = n ? deep(n - 1) : 0;

	__asm__ volatile("" : "+r"(below));
	return below + 1;
}

PLAIN static void on_signal(int sig)
{
	(void)sig;
	leaf();
}

PLAIN static int load(const char *path)
{
	void (*in_plugin)(int);
	void *library = dlopen(path, RTLD_NOW), *found;

	if (!library)
		return 1;
	found = dlsym(library, "in_plugin");
	memcpy(&in_plugin, &found, sizeof(found));
	in_plugin(TIMES);
	return dlclose(library);
}

int main(int argc, char **argv)
{
	const stack_t stack = { .ss_sp = malloc(STACK), .ss_size = STACK };
	struct sigaction action = { .sa_handler = on_signal,
				    .sa_flags = SA_ONSTACK };

	if (argc < 2 || !stack.ss_sp || sigaltstack(&stack, NULL) != 0 ||
	    sigaction(SIGUSR1, &action, NULL) != 0)
		return 1;
	for (int i = 0; i < TIMES; i++) {
		turn(i);
		raise(SIGUSR1);
	}
	if (deep(500) != 501 || load(argv[1]) != 0 || load(argv[1]) != 0)
		return 1;
	return 0;
}
