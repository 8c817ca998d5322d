/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The decoder of records: what was written is read, and nothing else. */
#include <string.h>

#include "model/record.h"
#include "support.h"

#define BASE	UINT64_C(0x0123400000001000)

/* A chunk being written; the ring's writer does the same in place. */
static struct {
	struct pxt_chunk_header header;
	_Alignas(8) unsigned char records[8192];
	size_t used;
} chunk;

static struct pxt_cursor cursor;
static struct pxt_event event;

static void setup(void)
{
	support_begin();
	memset(&chunk, 0, sizeof(chunk));
	memset(&event, 0xee, sizeof(event));
	chunk.header = (struct pxt_chunk_header){
		.magic = PXT_CHUNK_MAGIC,
		.lease = 1,
		.pid = 4711,
		.tid = 4712,
		.thread = UINT64_C(0x7f0011223344),
		.base = BASE,
		.kind = PXT_KIND_EVENTS,
	};
}

static void put_head(uint64_t ticks, unsigned id, size_t len)
{
	pxt_record_put(chunk.records + chunk.used, ticks, 0x401000, id, len);
	chunk.used += PXT_HEAD_SIZE;
}

static void put(uint64_t ticks, unsigned id, const void *data, size_t len)
{
	size_t start = chunk.used;

	put_head(ticks, id, len);
	if (len)
		memcpy(chunk.records + chunk.used, data, len);
	chunk.used = start + pxt_record_size(len);
}

static void start_reading(void)
{
	pxt_cursor_init(&cursor, &chunk.header, chunk.records, chunk.used);
}

/* At the end, further calls also return the end. */
static void check_end(void)
{
	ck_assert(!pxt_cursor_next(&cursor, &event));
	ck_assert(!pxt_cursor_next(&cursor, &event));
	ck_assert_ptr_eq(cursor.pos, cursor.end);
}

/* The rest is damaged, and nothing is returned after it. */
static void check_damage(void)
{
	ck_assert(!pxt_cursor_next(&cursor, &event));
	ck_assert(!pxt_cursor_next(&cursor, &event));
	ck_assert_ptr_ne(cursor.pos, cursor.end);
}

START_TEST(record_comes_back_with_all_its_parts)
{
	const uintptr_t address = (uintptr_t)UINT64_C(0x7ffff7a01234);

	pxt_record_put_time(chunk.records, BASE + 5, 5);
	pxt_record_put_type(chunk.records, address, 2047, true);
	memcpy(chunk.records + PXT_HEAD_SIZE, "hello", 5);
	chunk.used += PXT_HEAD_SIZE + 8;

	start_reading();
	ck_assert(pxt_cursor_next(&cursor, &event));
	ck_assert_uint_eq(event.ticks, BASE + 5);
	ck_assert_uint_eq(event.address, address);
	ck_assert_uint_eq(event.id, 2047);
	ck_assert(event.truncated);
	ck_assert_uint_eq(event.len, 5);
	ck_assert_mem_eq(event.data, "hello", 5);
	ck_assert_int_eq(event.pid, 4711);
	ck_assert_int_eq(event.tid, 4712);
	ck_assert_uint_eq(event.thread, UINT64_C(0x7f0011223344));
	check_end();
}
END_TEST

START_TEST(empty_chunk_has_no_records)
{
	start_reading();
	check_end();
}
END_TEST

/* _i is the length of the data. */
START_TEST(data_of_every_length_is_padded_to_the_next_record)
{
	char data[64];
	size_t len = (size_t)_i;

	memset(data, 'd', sizeof(data));
	put(BASE, 70, data, len);
	put(BASE, 71, NULL, 0);
	ck_assert_uint_eq(chunk.used % 8, 0);

	start_reading();
	ck_assert(pxt_cursor_next(&cursor, &event));
	ck_assert_uint_eq(event.len, len);
	ck_assert_mem_eq(event.data, data, len);
	ck_assert(!event.truncated);
	ck_assert(pxt_cursor_next(&cursor, &event));
	ck_assert_uint_eq(event.id, 71);
	ck_assert_uint_eq(event.len, 0);
	check_end();
}
END_TEST

/* Many random records; _i is the seed. */
START_TEST(any_sequence_comes_back_in_order)
{
	uint64_t seed = (uint64_t)_i, replay, ticks = BASE;
	unsigned char data[128];
	unsigned n = 0;

	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (unsigned char)(i * 7 + 1);
	replay = seed;
	for (;;) {
		size_t len = support_random_below(&seed, sizeof(data) + 1);
		unsigned id = 1 + (unsigned)support_random_below(&seed,
						PXT_ID_SPACE - 1);

		ticks += support_random_below(&seed, 1u << 20);
		if (chunk.used + pxt_record_size(len) > sizeof(chunk.records))
			break;
		put(ticks, id, data, len);
		n++;
	}

	start_reading();
	ticks = BASE;
	for (unsigned i = 0; i < n; i++) {
		size_t len = support_random_below(&replay, sizeof(data) + 1);
		unsigned id = 1 + (unsigned)support_random_below(&replay,
						PXT_ID_SPACE - 1);

		ticks += support_random_below(&replay, 1u << 20);
		ck_assert(pxt_cursor_next(&cursor, &event));
		ck_assert_uint_eq(event.ticks, ticks);
		ck_assert_uint_eq(event.id, id);
		ck_assert_uint_eq(event.len, len);
		ck_assert_mem_eq(event.data, data, len);
	}
	check_end();
}
END_TEST

/* The low 48 bits of the base and of the later times. */
static const struct {
	uint64_t base;
	uint64_t step;
} unwraps[] = {
	{ 0, 0 },
	{ 0, (UINT64_C(1) << 47) - 1 },
	{ PXT_TICKS_MASK, 1 },
	{ PXT_TICKS_MASK - 10, 11 },
	{ UINT64_C(0x00fe000000000000) + PXT_TICKS_MASK, 1 },
	{ UINT64_C(0x7654ffffffffff00), UINT64_C(1) << 46 },
};

START_TEST(high_bits_of_the_time_come_from_the_base)
{
	uint64_t base = unwraps[_i].base;

	chunk.header.base = base;
	put(base, 64, NULL, 0);
	put(base + unwraps[_i].step, 65, NULL, 0);
	put(base + unwraps[_i].step, 66, NULL, 0);
	start_reading();
	ck_assert(pxt_cursor_next(&cursor, &event));
	ck_assert_uint_eq(event.ticks, base);
	ck_assert(pxt_cursor_next(&cursor, &event));
	ck_assert_uint_eq(event.ticks, base + unwraps[_i].step);
	ck_assert(pxt_cursor_next(&cursor, &event));
	ck_assert_uint_eq(event.ticks, base + unwraps[_i].step);
	check_end();
}
END_TEST

/* A valid record, then an invalid one, then a valid one that is not reached. */
START_TEST(length_past_the_end_is_damage)
{
	put(BASE, 64, NULL, 0);
	put_head(BASE, 65, 17);
	put(BASE, 66, NULL, 0);

	start_reading();
	ck_assert(pxt_cursor_next(&cursor, &event));
	check_damage();
}
END_TEST

START_TEST(longest_length_is_damage_in_a_short_chunk)
{
	put_head(BASE, 65, 65535);
	put(BASE, 66, NULL, 0);
	start_reading();
	check_damage();
}
END_TEST

/* _i selects an id that no event type has. */
static const unsigned bad_ids[] = { 0, PXT_ID_SPACE, PXT_ID_SPACE + 1, 0x7fff };

START_TEST(id_out_of_range_is_damage)
{
	put(BASE, 64, NULL, 0);
	put(BASE, bad_ids[_i], NULL, 0);
	put(BASE, 66, NULL, 0);
	start_reading();
	ck_assert(pxt_cursor_next(&cursor, &event));
	check_damage();
}
END_TEST

/* _i: slightly earlier, earlier than the chunk's base, or overflowing 64
 * bits. */
START_TEST(falling_time_is_that_of_the_event_before)
{
	const uint64_t base = _i == 2 ? UINT64_MAX - 105 : BASE;
	const uint64_t falls_to[] = { BASE + 99, BASE - 1000000, 10 };

	chunk.header.base = base;
	put(base + 100, 64, NULL, 0);
	put(falls_to[_i], 65, NULL, 0);
	put(base + 101, 66, NULL, 0);
	start_reading();
	ck_assert(pxt_cursor_next(&cursor, &event));
	ck_assert(pxt_cursor_next(&cursor, &event));
	ck_assert_uint_eq(event.id, 65);
	ck_assert_uint_eq(event.ticks, base + 100);
	ck_assert(pxt_cursor_next(&cursor, &event));
	ck_assert_uint_eq(event.ticks, base + 101);
}
END_TEST

START_TEST(half_a_head_is_damage)
{
	put(BASE, 64, NULL, 0);
	put(BASE, 65, NULL, 0);
	chunk.used -= 8;
	start_reading();
	ck_assert(pxt_cursor_next(&cursor, &event));
	check_damage();
}
END_TEST

START_TEST(zeros_are_damage)
{
	chunk.used = 64;
	start_reading();
	check_damage();
}
END_TEST

/* Random bytes: decoding ends within them; _i is the seed. */
START_TEST(garbage_ends_without_leaving_the_bytes)
{
	uint64_t seed = (uint64_t)_i;
	const unsigned char *end;
	size_t n = 0;

	chunk.header.kind = _i % 2 ? PXT_KIND_EVENTS : PXT_KIND_CONTROL;
	chunk.header.base = support_random(&seed);
	chunk.used = support_random_below(&seed, 600);
	end = chunk.records + chunk.used;
	for (size_t i = 0; i < chunk.used; i++)
		chunk.records[i] = (unsigned char)support_random(&seed);
	/* Plausible lengths and ids, so that decoding passes the first
	 * record. */
	for (size_t i = 0; i + 16 <= chunk.used; i += 16) {
		chunk.records[i + 7] = 0;
		chunk.records[i + 15] &= 0x07;
	}
	start_reading();
	while (pxt_cursor_next(&cursor, &event)) {
		const unsigned char *data = event.data;

		ck_assert(data >= chunk.records && data + event.len <= end);
		ck_assert_uint_lt(event.id, PXT_ID_SPACE);
		ck_assert_uint_lt(++n, 600 / PXT_HEAD_SIZE + 1);
	}
	ck_assert(!pxt_cursor_next(&cursor, &event));
}
END_TEST

START_TEST(control_record_is_by_the_thread_in_front_of_its_data)
{
	struct {
		struct pxt_origin origin;
		char rest[4];
	} data = {
		.origin = { .thread = 99, .pid = 1, .tid = 2 },
		.rest = "abc",
	};

	chunk.header.kind = PXT_KIND_CONTROL;
	put(BASE, POSIX_TRACE_STOP, &data, sizeof(data.origin) + 4);
	put(BASE, POSIX_TRACE_FLUSH_START, &data, sizeof(data.origin));
	start_reading();
	ck_assert(pxt_cursor_next(&cursor, &event));
	ck_assert_uint_eq(event.thread, 99);
	ck_assert_int_eq(event.pid, 1);
	ck_assert_int_eq(event.tid, 2);
	ck_assert_uint_eq(event.len, 4);
	ck_assert_str_eq(event.data, "abc");
	ck_assert(pxt_cursor_next(&cursor, &event));
	ck_assert_uint_eq(event.len, 0);
	ck_assert_uint_eq(event.thread, 99);
	check_end();
}
END_TEST

START_TEST(control_record_without_origin_is_damage)
{
	char data[sizeof(struct pxt_origin) - 1] = "";

	chunk.header.kind = PXT_KIND_CONTROL;
	put(BASE, POSIX_TRACE_STOP, data, sizeof(data));
	start_reading();
	check_damage();
}
END_TEST

START_TEST(header_must_fit_its_chunk)
{
	struct pxt_chunk_header *header = &chunk.header;

	header->used = 64;
	ck_assert(pxt_chunk_header_is_valid(header, 4096));
	header->used = 4096 - PXT_CHUNK_HEADER_SIZE;
	ck_assert(pxt_chunk_header_is_valid(header, 4096));
	header->used += 8;
	ck_assert(!pxt_chunk_header_is_valid(header, 4096));
	header->used = UINT32_MAX - 7;
	ck_assert(!pxt_chunk_header_is_valid(header, 4096));
	header->used = 0;
	ck_assert(pxt_chunk_header_is_valid(header, PXT_CHUNK_HEADER_SIZE));
	ck_assert(!pxt_chunk_header_is_valid(header,
					     PXT_CHUNK_HEADER_SIZE - 1));
	ck_assert(!pxt_chunk_header_is_valid(header, 0));
}
END_TEST

START_TEST(header_is_checked_member_by_member)
{
	struct pxt_chunk_header bad;

	bad = chunk.header;
	bad.magic ^= 1;
	ck_assert(!pxt_chunk_header_is_valid(&bad, 4096));
	bad = chunk.header;
	bad.lease = 0;
	ck_assert(!pxt_chunk_header_is_valid(&bad, 4096));
	bad = chunk.header;
	bad.used = 12;
	ck_assert(!pxt_chunk_header_is_valid(&bad, 4096));
	bad = chunk.header;
	bad.kind = 0;
	ck_assert(!pxt_chunk_header_is_valid(&bad, 4096));
	bad.kind = 3;
	ck_assert(!pxt_chunk_header_is_valid(&bad, 4096));
	bad.kind = PXT_KIND_CONTROL;
	ck_assert(pxt_chunk_header_is_valid(&bad, 4096));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("record");
	TCase *tc = tcase_create("decoder");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, support_check_leaks);
	tcase_add_test(tc, record_comes_back_with_all_its_parts);
	tcase_add_test(tc, empty_chunk_has_no_records);
	tcase_add_loop_test(tc,
			data_of_every_length_is_padded_to_the_next_record,
			0, 33);
	tcase_add_loop_test(tc, any_sequence_comes_back_in_order, 0, 20);
	tcase_add_loop_test(tc, high_bits_of_the_time_come_from_the_base, 0,
			    sizeof(unwraps) / sizeof(*unwraps));
	tcase_add_test(tc, length_past_the_end_is_damage);
	tcase_add_test(tc, longest_length_is_damage_in_a_short_chunk);
	tcase_add_loop_test(tc, id_out_of_range_is_damage, 0,
			    sizeof(bad_ids) / sizeof(*bad_ids));
	tcase_add_loop_test(tc, falling_time_is_that_of_the_event_before, 0, 3);
	tcase_add_test(tc, half_a_head_is_damage);
	tcase_add_test(tc, zeros_are_damage);
	tcase_add_loop_test(tc, garbage_ends_without_leaving_the_bytes, 0,
			    100);
	tcase_add_test(tc,
		       control_record_is_by_the_thread_in_front_of_its_data);
	tcase_add_test(tc, control_record_without_origin_is_damage);
	tcase_add_test(tc, header_must_fit_its_chunk);
	tcase_add_test(tc, header_is_checked_member_by_member);
	return support_run(suite);
}
