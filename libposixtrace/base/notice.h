/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A line on standard error, for what the library does without having been
 * called and so cannot return as an error.  It must not harm the program: there
 * is no SIGPIPE, no waiting for a pipe that nobody reads (the line is dropped
 * then), and nothing of stdio's buffers is involved.  Bytes that a terminal
 * would obey are shown as '?'.  Keeps errno.
 */
#ifndef PXT_BASE_NOTICE_H
#define PXT_BASE_NOTICE_H

/* "posixtrace: ", the text, and a newline. */
void pxt_notice(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

#endif
