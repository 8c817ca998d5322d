/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Names of errno values.
 */
#ifndef POSIXTRACE_TRCFMT_ERRNAME_H
#define POSIXTRACE_TRCFMT_ERRNAME_H

#include <stdint.h>

/* By the numbers of Linux, on any machine; NULL: none. */
const char *tf_errno_name(uint64_t value);

#endif
