/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Lines from a terminal, without libedit. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "query/lines-terminal.h"

bool lines_open_terminal(struct lines *lines)
{
	(void)lines;
	return true;
}

void lines_close_terminal(struct lines *lines)
{
	(void)lines;
}

/* Wait for a line, with ^C let through only while this waits, so that none is
 * missed that follows the prompt.  False: it came. */
static bool wait_for_line(const sigset_t *before)
{
	struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };

	return ppoll(&input, 1, NULL, before) >= 0 || errno != EINTR;
}

char *lines_read_terminal(struct lines *lines)
{
	sigset_t interrupt, before;
	bool is_there;

	sigemptyset(&interrupt);
	sigaddset(&interrupt, SIGINT);
	sigprocmask(SIG_BLOCK, &interrupt, &before);
	fputs(lines_prompt(lines), stdout);
	fflush(stdout);
	is_there = wait_for_line(&before);
	sigprocmask(SIG_SETMASK, &before, NULL);
	lines->is_interrupted = !is_there;
	return is_there ? lines_read_stdin(lines) : NULL;
}
