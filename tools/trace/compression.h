/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The value of --compress. */
#ifndef POSIXTRACE_TOOLS_TRACE_COMPRESSION_H
#define POSIXTRACE_TOOLS_TRACE_COMPRESSION_H

#include <argp.h>

/* NULL: the usual level.  Returns 0 or what the parser of options returns. */
error_t compression_parse(const char *arg, int *level);

#endif
