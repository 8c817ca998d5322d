/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The progress line of a tool on a terminal. */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "common/progress.h"
#include "common/tool.h"
#include "support.h"

#define ERASE	"\r\033[K"

static int saved = -1;		/* standard error is replaced by ... */
static int terminal = -1;	/* ... a pseudo-terminal with this end */

static void begin_terminal(void)
{
	const struct winsize size = { .ws_row = 25, .ws_col = 60 };
	int other;

	terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	ck_assert_int_ge(terminal, 0);
	ck_assert_int_eq(grantpt(terminal), 0);
	ck_assert_int_eq(unlockpt(terminal), 0);
	other = open(ptsname(terminal), O_RDWR | O_NOCTTY | O_CLOEXEC);
	ck_assert_int_ge(other, 0);
	ck_assert_int_eq(ioctl(other, TIOCSWINSZ, &size), 0);
	saved = dup(STDERR_FILENO);
	dup2(other, STDERR_FILENO);
	close(other);
	setenv("TERM", "vt100", 1);
}

/* The output until the other end is closed, which makes reading fail. */
static void end_terminal(char *text, size_t size)
{
	size_t n = 0;
	ssize_t got;

	dup2(saved, STDERR_FILENO);
	close(saved);
	while ((got = read(terminal, text + n, size - 1 - n)) > 0)
		n += (size_t)got;
	text[n] = '\0';
	close(terminal);
}

static void step(struct progress *progress, unsigned n)
{
	while (n--)
		progress_step(progress);
}

/* As if it had begun, and been shown, that long ago. */
static void wait_seconds(struct progress *progress, int seconds)
{
	progress->begun.tv_sec -= seconds;
	progress->shown.tv_sec -= seconds;
}

START_TEST(line_shows_number_speed_and_remaining_time)
{
	struct progress progress;
	char text[1024];
	char *rest;

	begin_terminal();
	progress_begin(&progress, "a.ptl");
	progress.total = 4 * PROGRESS_STEP;
	wait_seconds(&progress, 1000);
	step(&progress, PROGRESS_STEP);
	progress_end(&progress);
	end_terminal(text, sizeof(text));
	ck_assert_str_eq(strtok_r(text, ",", &rest), ERASE "4.1k events");
	ck_assert_str_eq(strtok_r(NULL, ",", &rest), " 4/s");
	ck_assert_str_eq(strtok_r(NULL, ",", &rest), " 25 %");
	/* 3000 and a little more, because the clock is running. */
	ck_assert_int_eq(strncmp(rest, " 30", 3), 0);
	rest = strchr(rest, ':');
	ck_assert_ptr_nonnull(rest);
	ck_assert_str_eq(rest, ": a.ptl" ERASE);
}
END_TEST

START_TEST(what_is_done_at_once_shows_nothing)
{
	struct progress progress;
	char text[1024];

	begin_terminal();
	progress_begin(&progress, "a.ptl");
	/* It has just begun, however slow the machine is. */
	progress.begun.tv_sec += 1000;
	step(&progress, 10 * PROGRESS_STEP);
	progress_end(&progress);
	end_terminal(text, sizeof(text));
	ck_assert_str_eq(text, "");
}
END_TEST

START_TEST(line_gives_way_to_a_message)
{
	struct progress progress;
	char text[1024];
	char *message;

	begin_terminal();
	progress_begin(&progress, "a.ptl");
	wait_seconds(&progress, 10);
	step(&progress, PROGRESS_STEP);
	tool_note("something is the matter");
	progress_end(&progress);
	end_terminal(text, sizeof(text));
	message = strstr(text, "a.ptl" ERASE);
	ck_assert_ptr_nonnull(message);
	ck_assert_str_eq(message, "a.ptl" ERASE
			 "posixtrace: something is the matter\r\n");
}
END_TEST

START_TEST(line_is_no_longer_than_the_terminal)
{
	struct progress progress;
	char name[400], text[2048];
	char *end;

	memset(name, 'n', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	begin_terminal();
	progress_begin(&progress, name);
	wait_seconds(&progress, 10);
	step(&progress, PROGRESS_STEP);
	progress_end(&progress);
	end_terminal(text, sizeof(text));
	ck_assert_int_eq(strncmp(text, ERASE, strlen(ERASE)), 0);
	end = strstr(text + strlen(ERASE), ERASE);
	ck_assert_ptr_nonnull(end);
	ck_assert_int_eq(end - text - (int)strlen(ERASE), 59);
}
END_TEST

START_TEST(nothing_is_written_to_what_is_no_terminal)
{
	struct progress progress;
	int ends[2];
	int err;

	ck_assert_int_eq(pipe(ends), 0);
	err = dup(STDERR_FILENO);
	dup2(ends[1], STDERR_FILENO);
	close(ends[1]);
	progress_begin(&progress, "a.ptl");
	dup2(err, STDERR_FILENO);
	close(err);
	close(ends[0]);
	ck_assert(!progress.is_on);
}
END_TEST

/* In a chroot without /dev/pts there is none. */
static bool has_terminals(void)
{
	int fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);

	return fd >= 0 && close(fd) == 0;
}

int main(void)
{
	Suite *suite = suite_create("tool-progress");
	TCase *tc = support_case(suite, "line");

	if (!has_terminals()) {
		puts("no pseudo-terminals");
		return 77;
	}
	tcase_add_test(tc, line_shows_number_speed_and_remaining_time);
	tcase_add_test(tc, what_is_done_at_once_shows_nothing);
	tcase_add_test(tc, line_gives_way_to_a_message);
	tcase_add_test(tc, line_is_no_longer_than_the_terminal);
	tcase_add_test(tc, nothing_is_written_to_what_is_no_terminal);
	return support_run(suite);
}
