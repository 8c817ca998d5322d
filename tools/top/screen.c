/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Pictures on a terminal; see screen.h. */
#include "top/screen.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "common/tool.h"

/* Another page than that of the shell, without a cursor, where long lines are
 * cut; and back. */
static const char enter[] = "\033[?1049h\033[?25l\033[?7l";
static const char leave[] = "\033[?7h\033[?25h\033[?1049l";

void screen_open(struct screen *screen, bool is_plain)
{
	*screen = (struct screen){
		.is_terminal = !is_plain && isatty(STDOUT_FILENO),
	};
}

/* Messages would be on the page that is left, or in the picture. */
static void keep_messages(struct screen *screen)
{
	FILE *file = isatty(STDERR_FILENO) ?
		     open_memstream(&screen->said, &screen->said_size) : NULL;

	if (!file)
		return;
	screen->stderr_saved = stderr;
	stderr = file;
}

static void say_messages(struct screen *screen)
{
	if (!screen->stderr_saved)
		return;
	fclose(stderr);
	stderr = screen->stderr_saved;
	fputs(screen->said, stderr);
	free(screen->said);
}

static void take_terminal(struct screen *screen)
{
	struct termios keys;

	screen->is_taken = true;
	screen->has_keys = tcgetattr(STDIN_FILENO, &screen->saved) == 0;
	keys = screen->saved;
	keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	/* Nobody would put the page of the shell back. */
	keys.c_cc[VSUSP] = _POSIX_VDISABLE;
	keys.c_cc[VMIN] = 1;
	keys.c_cc[VTIME] = 0;
	if (screen->has_keys)
		tcsetattr(STDIN_FILENO, TCSADRAIN, &keys);
	fputs(enter, stdout);
	keep_messages(screen);
}

void screen_close(struct screen *screen)
{
	if (screen->is_taken) {
		fputs(leave, stdout);
		if (screen->text)
			fputs(screen->text, stdout);
		fflush(stdout);
		say_messages(screen);
	}
	if (screen->has_keys)
		tcsetattr(STDIN_FILENO, TCSADRAIN, &screen->saved);
	free(screen->text);
}

unsigned screen_lines(const struct screen *screen)
{
	struct winsize size;

	if (!screen->is_terminal)
		return 0;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0 || size.ws_row < 4)
		return 24;
	return size.ws_row;
}

bool screen_begin(struct screen *screen)
{
	FILE *file;

	if (!screen->is_terminal) {
		if (screen->n_shown++)
			putchar('\n');
		return true;
	}
	free(screen->text);
	screen->text = NULL;
	file = open_memstream(&screen->text, &screen->size);
	if (!file) {
		tool_error("the picture: out of memory");
		return false;
	}
	/* glibc: stdout is a variable that may be set. */
	screen->stdout_saved = stdout;
	stdout = file;
	return true;
}

/* The lines that there is room for, each in place of what was there. */
static void draw(const char *text, unsigned lines)
{
	fputs("\033[H", stdout);
	for (unsigned i = 0; i + 1 < lines && *text; i++) {
		size_t len = strcspn(text, "\n");

		fwrite(text, 1, len, stdout);
		fputs("\033[K\r\n", stdout);
		text += len + (text[len] == '\n');
	}
	fputs("\033[J", stdout);
}

bool screen_show(struct screen *screen)
{
	if (screen->is_terminal) {
		fclose(stdout);
		stdout = screen->stdout_saved;
		if (!screen->is_taken)
			take_terminal(screen);
		draw(screen->text, screen_lines(screen));
	}
	return !tool_has_lost_reader();
}

char screen_key(const struct screen *screen, int ms)
{
	struct pollfd keys = {
		.fd = screen->has_keys ? STDIN_FILENO : -1, .events = POLLIN,
	};
	char key;

	if (poll(&keys, 1, ms) != 1 || !(keys.revents & (POLLIN | POLLHUP)))
		return 0;
	/* Without its terminal there is nobody to look at it. */
	return read(STDIN_FILENO, &key, 1) == 1 ? key : 'q';
}
