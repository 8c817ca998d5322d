/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Writes a ThreadX dump for the tests of the command to standard output:
 *
 *   make-dump [FORM] [VARIANT...] EVENTS
 *
 * FORM is intel, srec or digits, binary without it; a VARIANT is big, long
 * (an 8-byte ULONG), smp, or init.  The buffer has room for 16 events.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dumpfile.h"

enum { LINE = 32 };

static void print_hex(const unsigned char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		printf("%02X", bytes[i]);
}

static unsigned sum_of(const unsigned char *bytes, size_t n)
{
	unsigned sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += bytes[i];
	return sum;
}

static void print_intel(const struct dumpfile *dump)
{
	for (size_t at = 0; at < dump->size; at += LINE) {
		size_t n = dump->size - at < LINE ? dump->size - at : LINE;
		unsigned sum = (unsigned)n + (unsigned)(at >> 8 & 0xff) +
			       (unsigned)(at & 0xff) +
			       sum_of(dump->bytes + at, n);

		printf(":%02zX%04zX00", n, at & 0xffff);
		print_hex(dump->bytes + at, n);
		printf("%02X\r\n", -sum & 0xff);
	}
	puts(":00000001FF\r");
}

static void print_srec(const struct dumpfile *dump)
{
	puts("S00600004844521B");
	for (size_t at = 0; at < dump->size; at += LINE) {
		size_t n = dump->size - at < LINE ? dump->size - at : LINE;
		unsigned sum = (unsigned)n + 5 + (unsigned)(at >> 8 & 0xff) +
			       (unsigned)(at & 0xff) +
			       sum_of(dump->bytes + at, n);

		printf("S3%02zX%08zX", n + 5, at);
		print_hex(dump->bytes + at, n);
		printf("%02X\n", ~sum & 0xff);
	}
	puts("S70500000000FA");
}

static void print_digits(const struct dumpfile *dump)
{
	for (size_t at = 0; at < dump->size; at++)
		printf("%02x%c", dump->bytes[at], at % 16 == 15 ? '\n' : ' ');
	putchar('\n');
}

int main(int argc, char **argv)
{
	struct dumpfile dump = { 0 };
	const char *form = "";
	bool smp = false, init = false;
	unsigned n = 0;

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "big") == 0)
			dump.big_endian = true;
		else if (strcmp(argv[i], "long") == 0)
			dump.ulong_size = 8;
		else if (strcmp(argv[i], "smp") == 0)
			smp = true;
		else if (strcmp(argv[i], "init") == 0)
			init = true;
		else if (argv[i][0] >= '0' && argv[i][0] <= '9')
			n = (unsigned)strtoul(argv[i], NULL, 10);
		else
			form = argv[i];
	}
	dumpfile_begin(&dump);
	if (init)
		dumpfile_event(&dump, 0xf0f0f0f0, 0, 100, 5);
	for (unsigned i = 0; i < n; i++) {
		unsigned core = smp ? (i % 2) << 24 : 0;

		if (i % 4 == 3)
			dumpfile_event(&dump, 0xffffffff, DUMPFILE_THREAD_2,
				       core | 3, 100 + 10 * i);
		else
			dumpfile_event(&dump, i % 2 ? DUMPFILE_THREAD_1 :
				       DUMPFILE_THREAD_2, 0x80030005,
				       core | (i % 4 ? 69 : 4096),
				       100 + 10 * i);
	}
	if (strcmp(form, "intel") == 0)
		print_intel(&dump);
	else if (strcmp(form, "srec") == 0)
		print_srec(&dump);
	else if (strcmp(form, "digits") == 0)
		print_digits(&dump);
	else
		fwrite(dump.bytes, 1, dump.size, stdout);
	dumpfile_end(&dump);
	return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
