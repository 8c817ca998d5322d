/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-E1: EINVAL when the descriptor is not one of a log.
 *
 * Source: XSH posix_trace_open() ERRORS; TRL; shall.
 *
 * Bytes without meaning.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid;
	unsigned char data[4096];
	unsigned int seed = 12345;
	int fd = ct_file(), i, j;

	for (j = 0; j < 20; j++) {
		for (i = 0; i < (int)sizeof(data); i++) {
			seed = seed * 1103515245u + 12345u;
			data[i] = (unsigned char)(seed >> 16);
		}
		SYSTEM(write(fd, data, sizeof(data)));
	}
	SYSTEM(lseek(fd, 0, SEEK_SET));
	EXPECT(posix_trace_open(fd, &trid), EINVAL);
	PASS("a file of noise gave EINVAL");
}
