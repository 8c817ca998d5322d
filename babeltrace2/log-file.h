/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A log or a dump of ThreadX, opened for reading. */
#ifndef POSIXTRACE_BABELTRACE2_LOG_FILE_H
#define POSIXTRACE_BABELTRACE2_LOG_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <trace.h>

#include "log/txtb.h"

struct log_file {
	int fd;
	trace_id_t trid;
	unsigned char *data;	/* room for the data of any event, and a byte */
	size_t data_max;
};

/* 0, EINVAL if it is something else, or why it cannot be read. */
int log_file_open(struct log_file *file, const char *path);
void log_file_close(struct log_file *file);

/* What a file seems to be by its first bytes. */
enum pxt_txtb_kind log_file_identify(const char *path);

#endif
