/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A file that is read. */
#ifndef PXT_LOG_INPUT_H
#define PXT_LOG_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "log/file.h"

struct pxt_input {
	struct pxt_file file;
	bool may_seek;		/* its file offset is not shared */
	uint64_t size;
};

/* Errors as of pxt_log_open(). */
int pxt_input_open(struct pxt_input *input, int fd);
/* Open for reading the file that is being written; EACCES: not possible. */
int pxt_input_open_again(struct pxt_input *input,
			 const struct pxt_file *file);
void pxt_input_close(struct pxt_input *input);

/* Read up to `len` bytes; *got is less only at the end of the file. */
int pxt_input_read(const struct pxt_input *input, void *data, size_t len,
		   uint64_t offset, size_t *got);

/*
 * The first data at or after `offset`; skips a hole if the system reports it.
 */
uint64_t pxt_input_skip_hole(const struct pxt_input *input, uint64_t offset);

#endif
