/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Bytes of unknown origin as strings, which have to be UTF-8. */
#ifndef POSIXTRACE_BABELTRACE2_TEXT_H
#define POSIXTRACE_BABELTRACE2_TEXT_H

#include <babeltrace2/babeltrace.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Write a name as UTF-8 into `text`, which has room for 3 * len + 1 bytes.
 * Invalid bytes become U+FFFD, and so do control characters, which a terminal
 * would execute.
 */
void text_of_name(char *text, const char *name, size_t len);

/* Is it printable UTF-8, with at most a NUL at its end? */
bool text_is_some(const void *data, size_t len);

/* Set a string field, with U+FFFD for what is no UTF-8.  False: no memory. */
bool text_set(bt_field *field, const char *bytes, size_t len);

#endif
