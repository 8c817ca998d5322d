// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

/*
 * The peer NanoLog (C++17 form), measured in the same way as ours; bench/run
 * compiles this with a checkout of it that the user has made, which is no part
 * of this source tree.
 *
 *   nanolog words FILE        two 64-bit integers
 *   nanolog string-N FILE     a string of N bytes with its end
 *
 * In bursts, as its authors measure it: a batch of 50 us is some 100 KiB, so it
 * fits into its staging buffer of 1 MiB, and between batches it is given the
 * time to empty that into the log FILE.
 */
// Its header needs <array> and does not include it.
#include <array>

#include "NanoLogCpp17.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "bench.h"

static char data[1024];
static unsigned size;

static void words(unsigned n)
{
	using namespace NanoLog::LogLevels;
	const uint64_t b = size;

	while (n--)
		NANO_LOG(NOTICE, "%" PRIu64 " %" PRIu64, uint64_t(n), b);
}

static void string(unsigned n)
{
	using namespace NanoLog::LogLevels;

	while (n--)
		NANO_LOG(NOTICE, "%s", data);
}

int main(int argc, char **argv)
{
	const char *name = argc > 2 ? argv[1] : "";
	void (*run)(unsigned n) = nullptr;

	std::memset(data, 'x', sizeof(data) - 1);
	if (std::strcmp(name, "words") == 0) {
		run = words;
		size = 16;
	} else if (bench_is(name, "string")) {
		run = string;
		size = bench_number(name);
	}
	if (!run || size == 0 || size > sizeof(data)) {
		std::fputs("usage: nanolog CASE FILE, see the source\n",
			   stderr);
		return 2;
	}
	data[size - 1] = '\0';
	NanoLog::setLogFile(argv[2]);
	NanoLog::preallocate();
	std::printf("nanolog/%s %.9g\n", name,
		    bench_call_between(run, NanoLog::sync));
	return 0;
}
