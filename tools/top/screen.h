/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What is shown again and again: on a terminal one picture in place of the one
 * before, which keys control; elsewhere one after the other.
 */
#ifndef POSIXTRACE_TOOLS_TOP_SCREEN_H
#define POSIXTRACE_TOOLS_TOP_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <termios.h>

struct screen {
	bool is_terminal;
	bool is_taken;			/* there was a picture */
	bool has_keys;			/* standard input is one, too */
	struct termios saved;		/* of that */
	FILE *stdout_saved;		/* while a picture is made */
	char *text;			/* the last picture of a terminal */
	size_t size;
	FILE *stderr_saved;		/* NULL: it is not a terminal */
	char *said;			/* instead, until the terminal is left */
	size_t said_size;
	unsigned n_shown;
};

/* `is_plain`: as if there were no terminal. */
void screen_open(struct screen *screen, bool is_plain);
/* Leave the terminal as it was, with the last picture on it. */
void screen_close(struct screen *screen);

/* Lines of the terminal; 0: there is none. */
unsigned screen_lines(const struct screen *screen);

/* What is printed to stdout between these two is a picture.  False: its reader has
 * gone, or there is no memory. */
bool screen_begin(struct screen *screen);
bool screen_show(struct screen *screen);

/* The key that was pressed within that time; 0: none. */
char screen_key(const struct screen *screen, int ms);

#endif
