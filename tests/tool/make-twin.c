/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The twin of a log, as a machine of the other byte order would have written
 * it.
 *
 * usage: make-twin LOG TWIN
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "twin.h"

static int fail(const char *what, const char *path)
{
	fprintf(stderr, "make-twin: %s: %s\n", path, what);
	return 1;
}

int main(int argc, char **argv)
{
	struct stat st;
	uint8_t *bytes, *twin;
	FILE *file;
	size_t size;

	if (argc != 3)
		return fail("usage: make-twin LOG TWIN", "");
	file = fopen(argv[1], "rb");
	if (!file || fstat(fileno(file), &st) != 0)
		return fail("cannot be opened", argv[1]);
	size = (size_t)st.st_size;
	bytes = malloc(size + 1);
	if (!bytes || fread(bytes, 1, size, file) != size)
		return fail("cannot be read", argv[1]);
	fclose(file);
	twin = twin_make(bytes, &size);
	if (!twin)
		return fail("has no twin", argv[1]);
	file = fopen(argv[2], "wb");
	if (!file || fwrite(twin, 1, size, file) != size ||
	    fclose(file) != 0)
		return fail("cannot be written", argv[2]);
	free(bytes);
	free(twin);
	return 0;
}
