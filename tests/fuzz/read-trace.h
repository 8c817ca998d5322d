/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reading a trace through the public functions, to the end and twice. */
#ifndef READ_TRACE_H
#define READ_TRACE_H

/*
 * 0: it could be opened, and everything that came was as it must be (or the
 * program has ended).  Else the error of posix_trace_open().
 */
int read_trace(int fd);

#endif
