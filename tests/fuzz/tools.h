/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * An input of fuzz-tools: which command is run, and what it reads.
 *
 *   0  u8       number of the command, modulo the number of commands
 *   1  u8       of enum tools_form
 *   2  u16      length of the templates, in the machine's byte order
 *   4           templates, then the file
 */
#ifndef TOOLS_H
#define TOOLS_H

#include <stddef.h>
#include <stdint.h>

enum tools_form {
	TOOLS_SPARSE = 1,	/* the file is packed, see sparse.h */
	TOOLS_SEALED = 2,	/* its checksums are corrected */
};

enum { TOOLS_HEAD = 4 };

/* File number n of the kinds that the commands read; the caller frees it. */
uint8_t *tools_file(unsigned n, size_t *size);

/* Templates number n, modulo their number. */
const char *tools_templates(unsigned n);

#endif
