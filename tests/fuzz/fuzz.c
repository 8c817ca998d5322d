/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reproducible mutation of inputs; see fuzz.h. */
#include "fuzz.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SEEDS_MAX = 64, SECONDS = 20 };

struct seed {
	uint8_t *bytes;
	size_t size;
};

static uint64_t state;

static uint64_t next_random(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static uint64_t below(uint64_t n)
{
	return n ? next_random() % n : 0;
}

void fuzz_found(void *context, uint64_t offset, bool is_fault, const char *text)
{
	static volatile size_t length;

	(void)context;
	(void)offset;
	(void)is_fault;
	/* Reads the whole text. */
	length = strlen(text);
	(void)length;
}

int fuzz_file(const uint8_t *data, size_t size)
{
	int fd = memfd_create("fuzz", MFD_CLOEXEC);
	size_t done = 0;

	while (fd >= 0 && done < size) {
		ssize_t n = write(fd, data + done, size - done);

		if (n < 0) {
			close(fd);
			return -1;
		}
		done += (size_t)n;
	}
	return fd;
}

/* A number that is likely to cause errors. */
static uint64_t odd_number(void)
{
	static const uint64_t odd[] = {
		0, 1, 7, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x10000, 0x7fffffff,
		0x80000000, 0xfffffff0, 0xffffffff, 0x100000000,
		INT64_MAX, UINT64_MAX - 1, UINT64_MAX,
	};

	if (below(4) == 0)
		return next_random() >> below(64);
	return odd[below(sizeof(odd) / sizeof(odd[0]))];
}

/* Most changes are in the first bytes, which describe the rest. */
static size_t somewhere(size_t size)
{
	if (below(2))
		return (size_t)below(size < 256 ? size : 256);
	return (size_t)below(size);
}

/* Change a few bytes, or the length; returns the length. */
static size_t mutate(uint8_t *bytes, size_t size)
{
	for (uint64_t i = 1 + below(4); i > 0 && size > 0; i--) {
		size_t at = somewhere(size), n;
		uint64_t number;

		switch (below(8)) {
		case 0:
			size = (size_t)below(size + 1);
			break;
		case 1:
			n = (size_t)below(size - at + 1);
			memset(bytes + at, (int)below(256), n < 64 ? n : 64);
			break;
		case 2:
			n = (size_t)below(size - at + 1);
			memmove(bytes + at, bytes + below(size - n + 1),
				n < 256 ? n : 256);
			break;
		case 3:
			bytes[at] ^= (uint8_t)(1u << below(8));
			break;
		case 4:
			bytes[at] = (uint8_t)next_random();
			break;
		default:
			/* An aligned number. */
			n = (size_t)4 << below(2);
			at = at / 4 * 4;
			number = odd_number();
			if (n <= size - at)
				memcpy(bytes + at, &number, n);
			break;
		}
	}
	return size;
}

/* The file that has the last input if the program is killed; see fuzz.h. */
static void keep(const uint8_t *bytes, size_t size)
{
	const char *path = getenv("FUZZ_KEEP");
	FILE *file = path ? fopen(path, "we") : NULL;

	if (!file)
		return;
	fwrite(bytes, 1, size, file);
	fclose(file);
}

static bool run_files(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		FILE *file = fopen(argv[i], "re");
		uint8_t *bytes = malloc((size_t)16 << 20);
		size_t size;

		if (!file || !bytes) {
			perror(argv[i]);
			return false;
		}
		size = fread(bytes, 1, (size_t)16 << 20, file);
		fclose(file);
		LLVMFuzzerTestOneInput(bytes, size);
		free(bytes);
	}
	return true;
}

static bool run_mutations(uint64_t iterations)
{
	struct seed seeds[SEEDS_MAX];
	unsigned n = 0;
	uint64_t accepted = 0;

	while (n < SEEDS_MAX &&
	       (seeds[n].bytes = fuzz_seed(n, &seeds[n].size)) != NULL)
		n++;
	if (n == 0) {
		fputs("no seeds\n", stderr);
		return false;
	}
	for (uint64_t i = 0; i < iterations; i++) {
		const struct seed *seed = &seeds[i % n];
		uint8_t *bytes = malloc(seed->size ? seed->size : 1);
		size_t size = seed->size;

		if (!bytes)
			return false;
		memcpy(bytes, seed->bytes, size);
		/* The unchanged seeds come first. */
		if (i >= n) {
			size = mutate(bytes, size);
			fuzz_repair(bytes, size, next_random());
		}
		keep(bytes, size);
		alarm(SECONDS);
		accepted += LLVMFuzzerTestOneInput(bytes, size) == 0;
		free(bytes);
	}
	alarm(0);
	printf("%" PRIu64 " inputs, %" PRIu64 " of them were opened\n",
	       iterations, accepted);
	while (n > 0)
		free(seeds[--n].bytes);
	return accepted > 0;
}

int main(int argc, char **argv)
{
	char *end = NULL;
	uint64_t iterations = argc > 1 ? strtoull(argv[1], &end, 10) : 1000;

	if (argc > 1 && *end != '\0')
		return run_files(argc, argv) ? 0 : 1;
	state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	state = state * UINT64_C(0x9e3779b97f4a7c15) | 1;
	return run_mutations(iterations) ? 0 : 1;
}
