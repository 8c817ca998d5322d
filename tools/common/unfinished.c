/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What goes when the program is ended; see unfinished.h. */
#include "common/unfinished.h"

#include <stddef.h>
#include <unistd.h>

/* Those that end a program if it does nothing about them, and come from outside: a
 * terminal, a timer, a limit, another program. */
static const int signals[] = {
	SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
	SIGUSR1, SIGUSR2,
};

static const char *volatile unfinished[UNFINISHED_MOST];
static volatile sig_atomic_t is_held;
static volatile sig_atomic_t child;
static volatile sig_atomic_t ended;	/* the signal; 0: none */

/* As it would have without us; when a handler returns, if it is in one. */
static void end_by(int sig)
{
	signal(sig, SIG_DFL);
	raise(sig);
}

static void handle(int sig)
{
	ended = sig;
	if (is_held) {
		if (child)
			kill((pid_t)child, SIGKILL);
		return;
	}
	for (size_t i = 0; i < UNFINISHED_MOST && unfinished[i]; i++)
		if (unlink(unfinished[i]) < 0)
			rmdir(unfinished[i]);
	end_by(sig);
}

void unfinished_block(sigset_t *before)
{
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		sigaddset(&set, signals[i]);
	sigprocmask(SIG_BLOCK, &set, before);
}

void unfinished_begin(const char *const *paths)
{
	const struct sigaction action = { .sa_handler = handle };
	struct sigaction before;

	for (size_t i = 0; i < UNFINISHED_MOST; i++) {
		unfinished[i] = *paths;
		paths += *paths != NULL;
	}
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		if (sigaction(signals[i], NULL, &before) == 0 &&
		    before.sa_handler == SIG_DFL)
			sigaction(signals[i], &action, NULL);
}

void unfinished_hold(void)
{
	is_held = 1;
}

void unfinished_set_child(pid_t pid)
{
	child = pid;
	/* It may have come in between. */
	if (pid && ended)
		kill(pid, SIGKILL);
}

bool unfinished_is_ended(void)
{
	return ended != 0;
}

void unfinished_end(void)
{
	for (size_t i = 0; i < UNFINISHED_MOST; i++)
		unfinished[i] = NULL;
	is_held = 0;
	if (ended)
		end_by(ended);
}
