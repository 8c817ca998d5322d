/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Traced processes that truncate the memory that they share. */
#ifndef TOOLS_TRACE_CUT_H
#define TOOLS_TRACE_CUT_H

/*
 * If one did, report it, and return the exit status that shows it in place of
 * `status`.
 */
int cut_report(int status);

#endif
