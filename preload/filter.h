/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Does a seccomp filter prevent system calls that recording makes?  The filter
 * is a small program without loops, which the kernel runs on the number and the
 * arguments of each system call; here it is run on those of recording.
 */
#ifndef PXT_PRELOAD_FILTER_H
#define PXT_PRELOAD_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include <linux/filter.h>
#include <linux/seccomp.h>

/*
 * What the filter, which the kernel has accepted, returns for a call: one of
 * SECCOMP_RET_*, with data.  Something that the kernel would not have accepted
 * kills.
 */
uint32_t pxt_filter_run(const struct sock_fprog *filter,
			const struct seccomp_data *data);

/*
 * Is there a call that it neither allows nor refuses with an error number, but
 * kills for, or has a signal sent, or another process decide?  Or one that it
 * refuses although it tells who records: of the process, the thread, the parent or
 * the user.
 */
bool pxt_filter_prevents(const struct sock_fprog *filter);

bool pxt_filter_allows_pid(const struct sock_fprog *filter);

#endif
