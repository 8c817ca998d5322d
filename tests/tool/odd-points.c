/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Records events with names and values that other formats have trouble with:
 * keywords, the same name twice, text that is none, numbers that are none.
 *
 * usage: odd-points [TIMES]
 */
#include <math.h>
#include <posixtrace.h>
#include <stdlib.h>
#include <string.h>

/* Keywords of the metadata of CTF, and names that writers of it make up. */
static void record_names(void)
{
	POSIXTRACE_BEGIN("odd:keywords")
		POSIXTRACE_U32(struct, 1u)
		POSIXTRACE_I8(int, -1)
		POSIXTRACE_X16(event, 0xabcd)
		POSIXTRACE_U64(integer, 1ull << 63)
		POSIXTRACE_I64(align, -(1ll << 62))
		POSIXTRACE_U8(string, 255)
		POSIXTRACE_I16(_Bool, -32768)
	POSIXTRACE_END;
	POSIXTRACE_BEGIN("odd:twice")
		POSIXTRACE_U8(n, 1)
		POSIXTRACE_STRING(n, "two")
		POSIXTRACE_I32(n_2, -3)
		POSIXTRACE_DOUBLE(n, 4.5)
	POSIXTRACE_END;
	POSIXTRACE_BEGIN("odd:underscores")
		POSIXTRACE_U8(_, 1)
		POSIXTRACE_U8(__, 2)
		POSIXTRACE_U8(1x, 3)
		POSIXTRACE_U8(__memory_len, 4)
		POSIXTRACE_U8(_memory_length, 5)
		POSIXTRACE_MEMORY(memory, "\1\2", 2)
		POSIXTRACE_U8(timestamp, 6)
	POSIXTRACE_END;
}

static void record_values(void)
{
	char *zeros = calloc(1, 200);

	POSIXTRACE_BEGIN("odd:texts")
		POSIXTRACE_STRING(empty, "")
		POSIXTRACE_STRING(quotes, "\"'\\")
		POSIXTRACE_STRING(control, "\33[31m\n\t\1")
		POSIXTRACE_STRING(utf8, "gr\303\274n")
		POSIXTRACE_STRING(broken, "a\303(\377z")
		POSIXTRACE_STRING(null, (const char *)NULL)
		POSIXTRACE_CHAR(letter, 'a')
		POSIXTRACE_CHAR(nul, '\0')
		POSIXTRACE_CHAR(high, '\377')
	POSIXTRACE_END;
	POSIXTRACE_BEGIN("odd:numbers")
		POSIXTRACE_DOUBLE(nan, (double)NAN)
		POSIXTRACE_DOUBLE(infinity, -(double)INFINITY)
		POSIXTRACE_FLOAT(tenth, 0.1f)
		POSIXTRACE_BOOL(yes, 1)
		POSIXTRACE_BOOL(no, 0)
		POSIXTRACE_POINTER(pointer, NULL)
	POSIXTRACE_END;
	POSIXTRACE_BEGIN("odd:memory")
		POSIXTRACE_MEMORY(none, zeros, 0)
		POSIXTRACE_MEMORY(some, zeros, 200)
	POSIXTRACE_END;
	free(zeros);
}

/* More than a description has room for. */
static void record_many(void)
{
	static char names[40][16];
	struct posixtrace_arg args[40];
	static struct posixtrace_point point = { .name = "odd:many" };

	for (unsigned i = 0; i < 40; i++) {
		memset(names[i], 'a' + (int)i % 26, sizeof(names[i]) - 1);
		args[i] = (struct posixtrace_arg){
			.name = names[i],
			.kind = POSIXTRACE_KIND_U32,
			.size = 4,
			.value = i,
		};
	}
	posixtrace_record(&point, args, 40);
}

static void record_plain(const char *name, const char *data, size_t len)
{
	trace_event_id_t id;

	if (posix_trace_eventid_open(name, &id) == 0)
		posix_trace_event(id, data, len);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 1;

	for (int i = 0; i < n; i++) {
		record_names();
		record_values();
		record_many();
	}
	record_plain("odd \"name\" \\ {}; // /* x", "text", 4);
	record_plain("odd: { vpid = 1 }, { a = 2 }", "text", 5);
	record_plain("odd\n\33[31m\302\233", "", 0);
	record_plain("odd\377\303\274", "\0", 1);
	record_plain("%s%n", "a\n\33b", 4);
	record_plain("", "\303\274\t", 3);
	record_plain("struct", "\1\2\3\4", 4);
	/* The same type, with data of another kind. */
	record_plain("struct", "\303", 1);
	record_plain("struct", NULL, 0);
	return 0;
}
