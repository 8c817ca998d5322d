/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reading a trace to the end, twice, by the public functions. */
#ifndef READ_TRACE_H
#define READ_TRACE_H

/*
 * 0: the file was opened, and all events were valid (otherwise the program has
 * ended).  Else the error of posix_trace_open().
 */
int read_trace(int fd);

#endif
