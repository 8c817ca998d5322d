/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Serial lines in raw mode: eight bits, no parity. */
#ifndef POSIXTRACE_TOOLS_COMMON_SERIAL_H
#define POSIXTRACE_TOOLS_COMMON_SERIAL_H

#include <argp.h>
#include <stdbool.h>
#include <termios.h>

/* Parse the argument of --baud; an invalid speed is misuse. */
error_t serial_parse_speed(const char *arg, unsigned *baud);

/* Prepare a terminal; *saved is its previous state.  False: see errno; EINVAL:
 * it is not possible, or no such speed. */
bool serial_prepare(int fd, unsigned baud, struct termios *saved);

#endif
