/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Any bytes as a ThreadX dump: opened, read and checked. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dumpfile.h"
#include "fuzz.h"
#include "dump/dump.h"
#include "read-trace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pxt_finder finder = { .found = fuzz_found };
	struct pxt_dump_fault fault;
	struct pxt_dump *dump;
	int fd = fuzz_file(data, size);
	int err;

	if (fd < 0)
		return -1;
	err = read_trace(fd);
	if (pxt_dump_open(fd, &dump, &fault) == 0) {
		if (err || pxt_dump_check(dump, &finder) != 0)
			abort();
		pxt_dump_close(dump);
	} else if (!err) {
		abort();
	}
	close(fd);
	return err ? -1 : 0;
}

/* Every variant of the target, with several fill levels. */
uint8_t *fuzz_seed(unsigned n, size_t *size)
{
	static const unsigned events[] = { 0, 1, 9, 16, 21, 40 };
	enum { FILLS = sizeof(events) / sizeof(events[0]) };
	struct dumpfile file = {
		.ulong_size = n & 1 ? 8 : 4,
		.big_endian = n & 2,
		.mask = n & 4 ? 0xffff : 0,
		.name_size = n & 8 ? 7 : 32,
	};

	if (n >= 8 * FILLS)
		return NULL;
	dumpfile_begin(&file);
	for (unsigned i = 0; i < events[n / 8]; i++)
		dumpfile_event(&file, i % 5 == 4 ? 0xffffffff :
			       i % 2 ? DUMPFILE_THREAD_1 : DUMPFILE_THREAD_2,
			       0x80050005, i % 3 << 24 | (i % 7 + 1),
			       (n & 4 ? 100000 - i * 5000 : i * 700));
	*size = file.size;
	return file.bytes;
}

/* A dump has no checksums. */
void fuzz_repair(uint8_t *data, size_t size, uint64_t random)
{
	/* Sometimes restore the magic number, without which the file is
	 * refused. */
	if (size >= 4 && random % 4 == 0)
		memcpy(data, random & 16 ? "BTXT" : "TXTB", 4);
}
