/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Small files of every kind that the commands read: logs written by streams,
 * dumps of ThreadX in binary and text formats, captures of RKH, filter
 * switches.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <posixtrace.h>

#include "dumpfile.h"
#include "fuzz.h"
#include "maker.h"
#include "tools.h"

static const char *const templates[] = {
	"* templates\n"
	"0A1 1.0 L=APPL \"a type\" D4 %D8 $HD S1 A8.4\n"
	"@ 0A1 a type\n",
	"010 1.0 L=APPL \"switch\" \\n W1, 1 \"one\", 2 { \"two\" X4 }, "
	"\\* \"other\"\n0A1 1.0 L=SVC \"x\" LOOP 4 { X1 } R4\n",
	"0A1 1.0 L=KERN \"v\" {{ $a = 1 }} {{ $b = $D1 + $a }} $b X2 G.4.4 "
	"O2.3 B4.3 T8 S4\n",
};

const char *tools_templates(unsigned n)
{
	return templates[n % (sizeof(templates) / sizeof(templates[0]))];
}

/* Logs. */

static void require(bool is_so, const char *what)
{
	if (is_so)
		return;
	fprintf(stderr, "fuzz-tools: %s\n", what);
	abort();
}

static void trace_typed(unsigned i)
{
	static const unsigned char raw[] = { 1, 0, 255, '\n', 27, 0x9b };

	POSIXTRACE_BEGIN("seed:typed")
		POSIXTRACE_U8(small, (unsigned char)i)
		POSIXTRACE_I64(large, -(int64_t)i)
		POSIXTRACE_X32(digits, i * 4096)
		POSIXTRACE_DOUBLE(half, i / 2.0)
		POSIXTRACE_FLOAT(quarter, (float)i / 4)
		POSIXTRACE_BOOL(odd, i % 2)
		POSIXTRACE_CHAR(letter, 'a' + (int)i % 26)
		POSIXTRACE_STRING(text, i % 2 ? "some text" : "\x1b[31mred")
		POSIXTRACE_POINTER(where, raw)
		POSIXTRACE_MEMORY(raw, raw, sizeof(raw))
	POSIXTRACE_END;
}

static void trace_system(unsigned i)
{
	const struct posixtrace_io io = { .fd = (int)i, .size = 10,
					  .result = -1, .duration = i };
	const struct posixtrace_memory memory = { .address = 0x1000,
						  .size = 77 };

	posixtrace_system_event(POSIXTRACE_WRITE, &io, sizeof(io), NULL);
	posixtrace_system_event(POSIXTRACE_MALLOC, &memory, sizeof(memory),
				NULL);
}

static void *trace_some(void *arg)
{
	static const char data[] = "data of an event\x1b]0;title\x07 that ends";
	trace_event_id_t type;

	require(posix_trace_eventid_open("a type", &type) == 0, "a type");
	for (unsigned i = 0; i < 6; i++) {
		posix_trace_event(type, data, i * 7);
		trace_typed(i);
		trace_system(i);
	}
	return arg;
}

static void trace_in_two_threads(void)
{
	pthread_t other;

	require(pthread_create(&other, NULL, trace_some, NULL) == 0, "thread");
	trace_some(NULL);
	pthread_join(other, NULL);
}

static uint8_t *content_of(int fd, size_t *size)
{
	struct stat st;
	uint8_t *bytes;

	require(fstat(fd, &st) == 0, "fstat");
	*size = (size_t)st.st_size;
	bytes = malloc(*size);
	require(bytes && pread(fd, bytes, *size, 0) == (ssize_t)*size, "pread");
	return bytes;
}

struct kind {
	int policy;
	size_t stream_size;
	int compression;
	unsigned rounds;
	bool is_cut;		/* copied before the log was complete */
};

static uint8_t *make_log(const struct kind *kind, size_t *size)
{
	int fd = fuzz_file(NULL, 0);
	uint8_t *bytes = NULL;
	trace_attr_t attr;
	trace_id_t trid;

	require(fd >= 0 && posix_trace_attr_init(&attr) == 0 &&
		posix_trace_attr_setlogfullpolicy(&attr,
						  POSIX_TRACE_APPEND) == 0 &&
		posix_trace_attr_setstreamfullpolicy(&attr,
						     kind->policy) == 0 &&
		posix_trace_attr_setstreamsize(&attr, kind->stream_size) == 0 &&
		posix_trace_attr_setname(&attr, "a\x1bseed") == 0 &&
		posixtrace_attr_setcompression(&attr, kind->compression) == 0,
		"attributes");
	require(posix_trace_create_withlog(0, &attr, fd, &trid) == 0 &&
		posix_trace_start(trid) == 0, "create");
	for (unsigned i = 0; i < kind->rounds; i++)
		trace_in_two_threads();
	posix_trace_flush(trid);
	if (kind->is_cut)
		bytes = content_of(fd, size);
	require(posix_trace_shutdown(trid) == 0, "shutdown");
	if (!bytes)
		bytes = content_of(fd, size);
	posix_trace_attr_destroy(&attr);
	close(fd);
	return bytes;
}

/* Dumps of ThreadX. */

static uint8_t *make_dump(unsigned n, size_t *size)
{
	struct dumpfile file = {
		.ulong_size = n & 1 ? 8 : 4,
		.big_endian = n & 2,
	};

	dumpfile_begin(&file);
	for (unsigned i = 0; i < 30; i++)
		dumpfile_event(&file, i % 5 == 4 ? 0xffffffff :
			       i % 2 ? DUMPFILE_THREAD_1 : DUMPFILE_THREAD_2,
			       0x80050005, i * 37 % 110 + 1, i * 700);
	*size = file.size;
	return file.bytes;
}

/* A dump as text: hexadecimal digits, Intel HEX, S-records. */
static uint8_t *make_text(unsigned n, size_t *size)
{
	uint8_t *dump = make_dump(0, size);
	char *text = NULL;
	size_t len;
	FILE *file = open_memstream(&text, &len);

	require(file, "open_memstream");
	for (size_t at = 0; at < *size; at += 16) {
		const unsigned count = *size - at < 16 ?
			(unsigned)(*size - at) : 16;
		unsigned sum = count + (at >> 8 & 255) + (at & 255);

		if (n == 1)
			fprintf(file, ":%02X%04zX00", count, at & 0xffff);
		else if (n == 2)
			fprintf(file, "S1%02X%04zX", count + 3, at & 0xffff);
		for (unsigned i = 0; i < count; i++) {
			fprintf(file, "%02X", dump[at + i]);
			sum += dump[at + i];
		}
		if (n == 1)
			fprintf(file, "%02X", -sum & 255);
		else if (n == 2)
			fprintf(file, "%02X", ~(sum + 3) & 255);
		fputc('\n', file);
	}
	fputs(n == 1 ? ":00000001FF\n" : n == 2 ? "S9030000FC\n" : "", file);
	fclose(file);
	free(dump);
	*size = len;
	return (uint8_t *)text;
}

/* A record of every kind, or those of an early version without
 * configuration. */
static uint8_t *make_capture(bool has_config, size_t *size)
{
	struct rkh_config config;
	struct maker maker;

	rkh_config_init(&config);
	config.hz = 1000;
	maker_init(&maker, &config, rkh_maps[0]);
	if (has_config)
		maker_add_config(&maker);
	for (unsigned id = 0; id < 256; id++) {
		const unsigned kind = maker.map->kinds[id];
		struct maker_record record = { .kind = kind };

		if (kind == RKH_KIND_NONE || kind == RKH_USR ||
		    kind == RKH_UT_EXPECT || kind == RKH_FWK_TCFG)
			continue;
		maker.stamp += 10;
		record.n_values = maker_count(&maker, kind);
		for (unsigned i = 0; i < record.n_values; i++) {
			record.values[i].number = i + kind;
			strcpy(record.values[i].text, "&a\x1bname");
		}
		maker_add(&maker, &record);
	}
	*size = maker.len;
	return maker.bytes;
}

static uint8_t *make_switches(size_t *size)
{
	static const char text[] =
		"# switches\nOFF_EVENT(SM.STATE)\nON_GROUP ALL_GROUPS\n"
		"OFF_GROUP_ALL_EVENTS TMR; ON_SMA 3\nOFF_ALL_SMA\n"
		"ON_SIGNAL 7 ON_ALL_SIGNALS OFF_EVENT USR.3\n";

	*size = sizeof(text) - 1;
	return (uint8_t *)strdup(text);
}

uint8_t *tools_file(unsigned n, size_t *size)
{
	static const struct kind kinds[] = {
		{ POSIX_TRACE_FLUSH, 1 << 16, 0, 1, false },
		{ POSIX_TRACE_LOOP, 4096, 0, 8, false },
		{ POSIX_TRACE_FLUSH, 1 << 16, 0, 1, true },
		{ POSIX_TRACE_FLUSH, 1 << 16, 3, 3, false },
		{ POSIX_TRACE_UNTIL_FULL, 4096, 0, 0, false },
	};
	enum { LOGS = sizeof(kinds) / sizeof(kinds[0]), DUMPS = 4, TEXTS = 3 };

	if (n < LOGS)
		return make_log(&kinds[n], size);
	n -= LOGS;
	if (n < DUMPS)
		return make_dump(n, size);
	n -= DUMPS;
	if (n < TEXTS)
		return make_text(n, size);
	n -= TEXTS;
	if (n < 2)
		return make_capture(n == 0, size);
	return n == 2 ? make_switches(size) : NULL;
}
