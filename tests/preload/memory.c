/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Small and large blocks from every allocation function, also before main() and
 * with failures.  Records the large ones: 12 x FREE and 15 x MALLOC, three of
 * these failures.
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <string.h>

enum { LARGE = 100000, THRESHOLD = 65536 };

static volatile size_t too_much = SIZE_MAX / 2;
static char *early;

__attribute__((constructor)) static void before_main(void)
{
	early = malloc(100);
	strcpy(early, "early");
}

static void fill_and_free(void *block, size_t size)
{
	CHECK(block != NULL && malloc_usable_size(block) >= size);
	memset(block, 0x5a, size);
	free(block);
}

int main(void)
{
	char *block;
	void *aligned;

	CHECK(strcmp(early, "early") == 0);
	early = realloc(early, 200);
	fill_and_free(early, 200);
	free(NULL);

	fill_and_free(malloc(LARGE), LARGE);
	block = calloc(LARGE / 4, 4);
	for (size_t i = 0; i < LARGE; i++)
		CHECK(block[i] == 0);
	fill_and_free(block, LARGE);
	fill_and_free(aligned_alloc(4096, 24 * 4096), 24 * 4096);
	fill_and_free(memalign(4096, LARGE), LARGE);
	CHECK(posix_memalign(&aligned, 4096, LARGE) == 0);
	CHECK((uintptr_t)aligned % 4096 == 0);
	fill_and_free(aligned, LARGE);
	CHECK(posix_memalign(&aligned, 3, LARGE) == EINVAL);
	fill_and_free(valloc(LARGE), LARGE);
	fill_and_free(pvalloc(LARGE), LARGE);
	fill_and_free(reallocarray(reallocarray(NULL, LARGE, 1), LARGE, 2), 2 * LARGE);
	/* What there is room for decides whether it is large. */
	block = malloc(THRESHOLD - 6);
	if (malloc_usable_size(block) < THRESHOLD)
		block = realloc(block, THRESHOLD);
	fill_and_free(block, THRESHOLD - 6);
	fill_and_free(malloc(THRESHOLD - 8192), THRESHOLD - 8192);

	/* Grows across the threshold, and again: 2 allocations, 2 frees. */
	block = malloc(10);
	memcpy(block, "0123456789", 10);
	block = realloc(block, LARGE);
	block = realloc(block, 40 * LARGE);
	CHECK(memcmp(block, "0123456789", 10) == 0);
	errno = 0;
	CHECK(malloc(too_much) == NULL && errno == ENOMEM);
	errno = 0;
	CHECK(calloc(too_much, 3) == NULL && errno == ENOMEM);
	errno = EXDEV;
	free(block);
	CHECK(errno == EXDEV);
	printf("memory\n");
	return 0;
}
