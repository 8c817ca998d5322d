/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Dumps as debuggers save them: Intel HEX, Motorola S-records, or plain
 * hexadecimal digits, turned back into bytes.
 */
#ifndef POSIXTRACE_TOOLS_COMMON_UNHEX_H
#define POSIXTRACE_TOOLS_COMMON_UNHEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum unhex_form {
	UNHEX_NONE,			/* binary, as far as we know */
	UNHEX_INTEL,			/* :LLAAAATTDD...CC */
	UNHEX_SRECORD,			/* S1LLAAAADD...CC */
	UNHEX_DIGITS,			/* digits and white space */
};

/* Which form a file has that begins with these bytes; 64 will do. */
enum unhex_form unhex_detect(const void *bytes, size_t len);

const char *unhex_name(enum unhex_form form);

struct unhex_fault {
	uint64_t line;			/* from 1 */
	char text[96];
};

/* What became of it. */
struct unhex_result {
	uint64_t n_bytes;
	uint64_t base;			/* address of the first one, or 0 */
	uint64_t jump_line;		/* the first record that does not go on
					 * where the one before ended; 0: none */
};

/*
 * Read text from `in`, write bytes to `out`, one after the other in the order
 * of the file.  0; EBADMSG: *fault says where and why; or what reading or
 * writing failed with.  A digit form gives at most half as many bytes.
 */
int unhex(enum unhex_form form, int in, int out, struct unhex_result *result,
	  struct unhex_fault *fault);

#endif
