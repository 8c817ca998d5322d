/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Converts dumps in Intel HEX, Motorola S-records, or plain hexadecimal digits,
 * as saved by debuggers, to bytes.
 */
#ifndef POSIXTRACE_TOOLS_COMMON_UNHEX_H
#define POSIXTRACE_TOOLS_COMMON_UNHEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum unhex_form {
	UNHEX_NONE,			/* binary */
	UNHEX_INTEL,			/* :LLAAAATTDD...CC */
	UNHEX_SRECORD,			/* S1LLAAAADD...CC */
	UNHEX_DIGITS,			/* digits and white space */
};

/* The form of a file that begins with these bytes; 64 are enough. */
enum unhex_form unhex_detect(const void *bytes, size_t len);

const char *unhex_name(enum unhex_form form);

struct unhex_fault {
	uint64_t line;			/* from 1 */
	char text[96];
};

/* The result of a conversion. */
struct unhex_result {
	uint64_t n_bytes;
	uint64_t base;			/* address of the first one, or 0 */
	uint64_t jump_line;		/* the first record that does not go on
					 * where the one before ended; 0: none */
};

/*
 * Read text from `in`, write bytes to `out`, in the order of the file.  0;
 * EBADMSG: *fault says where and why; or the error of reading or writing.  At
 * most half as many bytes as digits.
 */
int unhex(enum unhex_form form, int in, int out, struct unhex_result *result,
	  struct unhex_fault *fault);

#endif
