/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The contents of pages: compressed blocks of events as base64, lines of text,
 * numbers of places. */
#include <endian.h>
#include <resolv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"
#include "symbols/symbols.h"
#include "trace/places.h"
#include "trace/sysdata.h"
#include "view/block.h"
#include "view/fields.h"
#include "view/packer.h"

static struct block block;
static char room[1 << 20];

START_TEST(element_has_its_kind_and_form_and_nothing_but_base64)
{
	struct packer *packer = packer_create();
	struct out out;
	FILE *file = tmpfile();
	char head[128];
	size_t n;

	ck_assert_ptr_nonnull(packer);
	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(out_init(&out, fileno(file)), 0);
	memset(room, '<', 300000);
	ck_assert(packer_put(packer, &out, "events", room, 300000));
	ck_assert(packer_put(packer, &out, "details", room, 1));
	out_fini(&out);
	packer_destroy(packer);
	snprintf(head, sizeof(head), "<script type=\"application/octet-stream\" "
		 "class=\"events\" data-form=\"%s\">", packer_form);
	rewind(file);
	n = fread(room, 1, sizeof(room) - 1, file);
	room[n] = '\0';
	ck_assert(strncmp(room, head, strlen(head)) == 0);
	n = strlen(head) + strspn(room + strlen(head), "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				  "abcdefghijklmnopqrstuvwxyz0123456789+/=");
	ck_assert(strncmp(room + n, "</script>\n<script ", 18) == 0);
	ck_assert_ptr_nonnull(strstr(room + n, " class=\"details\""));
	ck_assert_str_eq(room + strlen(room) - 10, "</script>\n");
	fclose(file);
}
END_TEST

/* More than one block of base64, of bytes that do not compress. */
START_TEST(element_has_the_packed_bytes_in_base64)
{
	static unsigned char bytes[200001], decoded[sizeof(room)];
	struct packer *packer = packer_create();
	const void *packed;
	uint64_t state = 1;
	struct out out;
	FILE *file = tmpfile();
	char *begin, *end;
	size_t n;

	ck_assert_ptr_nonnull(packer);
	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(out_init(&out, fileno(file)), 0);
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (unsigned char)support_random_below(&state, 256);
	ck_assert(packer_put(packer, &out, "events", bytes, sizeof(bytes)));
	out_fini(&out);
	rewind(file);
	n = fread(room, 1, sizeof(room) - 1, file);
	room[n] = '\0';
	begin = strchr(room, '>') + 1;
	end = strchr(begin, '<');
	ck_assert_ptr_nonnull(end);
	*end = '\0';
	packed = packer_pack(packer, bytes, sizeof(bytes), &n);
	ck_assert_uint_ge(n, sizeof(bytes));
	ck_assert_int_eq(b64_pton(begin, decoded, sizeof(decoded)), (int)n);
	ck_assert_mem_eq(decoded, packed, n);
	packer_destroy(packer);
	fclose(file);
}
END_TEST

/* A gzip file begins with a magic number and ends with the length of the
 * data. */
START_TEST(packed_bytes_are_of_the_form_that_is_said)
{
	struct packer *packer = packer_create();
	uint64_t state = 1;
	uint32_t size;

	for (size_t len = 1; len < sizeof(room); len *= 7) {
		const unsigned char *packed;
		size_t packed_len;

		for (size_t i = 0; i < len; i++)
			room[i] = (char)support_random_below(&state, 3);
		packed = packer_pack(packer, room, len, &packed_len);
		ck_assert_ptr_nonnull(packed);
		if (strcmp(packer_form, "plain") == 0) {
			ck_assert_uint_eq(packed_len, len);
			ck_assert_mem_eq(packed, room, len);
			continue;
		}
		ck_assert_str_eq(packer_form, "gzip");
		ck_assert_mem_eq(packed, "\x1f\x8b\x08", 3);
		memcpy(&size, packed + packed_len - 4, 4);
		ck_assert_uint_eq(le32toh(size), len);
		ck_assert(len < 100 || packed_len < len / 2);
	}
	packer_destroy(packer);
}
END_TEST

static void add(uint64_t ns, uint32_t lane, uint16_t type, const char *line)
{
	const struct block_event event = {
		.ns = ns, .lane = lane, .type = type, .address = 16 * ns,
		.is_cut = lane == 7, .has_slice = type == 9, .slice_ns = ns - 1,
	};
	char *p;

	block_add(&block, &event);
	p = block_line(&block, strlen(line));
	ck_assert_ptr_nonnull(p);
	block_line_end(&block, put_string(p, line));
}

static uint32_t take_u32(const unsigned char **bytes)
{
	uint32_t value;

	memcpy(&value, *bytes, sizeof(value));
	*bytes += sizeof(value);
	return le32toh(value);
}

static uint64_t take_u64(const unsigned char **bytes)
{
	uint64_t low = take_u32(bytes);

	return low | (uint64_t)take_u32(bytes) << 32;
}

static uint32_t take_u16(const unsigned char **bytes)
{
	uint16_t value;

	memcpy(&value, *bytes, sizeof(value));
	*bytes += sizeof(value);
	return le16toh(value);
}

START_TEST(columns_are_contiguous)
{
	const uint64_t far = UINT64_C(1) << 40;
	const unsigned char *bytes, *start;
	size_t len;

	ck_assert(block_init(&block));
	add(far, 1, 5, "");
	add(far + 3, 7, 9, "");
	/* All ones mark a large distance, so a distance with that value is
	 * stored as a large one. */
	add(far + 3 + UINT32_MAX, 1, 5, "");
	add(2 * far, 2, 9, "");
	bytes = start = block_columns(&block, &len);
	ck_assert_ptr_nonnull(bytes);
	ck_assert_uint_eq(take_u32(&bytes), 4);
	ck_assert_uint_eq(take_u32(&bytes), 2);
	ck_assert_uint_eq(take_u32(&bytes), 2);
	ck_assert_uint_eq(take_u32(&bytes), 0);
	ck_assert_uint_eq(take_u64(&bytes), far);
	ck_assert_uint_eq(take_u64(&bytes), UINT32_MAX);
	ck_assert_uint_eq(take_u64(&bytes), far - 3 - UINT32_MAX);
	ck_assert_uint_eq(take_u64(&bytes), far + 2);
	ck_assert_uint_eq(take_u64(&bytes), 2 * far - 1);
	ck_assert_uint_eq(take_u32(&bytes), 0);
	ck_assert_uint_eq(take_u32(&bytes), 3);
	ck_assert_uint_eq(take_u32(&bytes), UINT32_MAX);
	ck_assert_uint_eq(take_u32(&bytes), UINT32_MAX);
	for (size_t i = 0; i < 4; i++)
		ck_assert_uint_eq(take_u32(&bytes), "\1\7\1\2"[i]);
	ck_assert_uint_eq(take_u32(&bytes), 1);
	ck_assert_uint_eq(take_u32(&bytes), 3);
	for (size_t i = 0; i < 4; i++)
		ck_assert_uint_eq(take_u16(&bytes), "\5\11\5\11"[i]);
	ck_assert_ptr_eq(bytes, start + len);
	block_fini(&block);
}
END_TEST

START_TEST(details_have_a_line_for_each_event)
{
	const unsigned char *bytes, *start;
	size_t len;

	ck_assert(block_init(&block));
	for (int round = 0; round < 2; round++) {
		add(1, 1, 1, "one");
		add(2, 7, 1, "");
		add(2, 1, 1, "three");
		bytes = start = block_details(&block, &len);
		ck_assert_ptr_nonnull(bytes);
		ck_assert_uint_eq(take_u32(&bytes), 3);
		ck_assert_uint_eq(take_u32(&bytes), 11);
		ck_assert_uint_eq(take_u64(&bytes), 16);
		ck_assert_uint_eq(take_u64(&bytes), 32);
		ck_assert_uint_eq(take_u64(&bytes), 32);
		ck_assert_mem_eq(bytes, "\0\1\0one\n\nthree\n", 14);
		ck_assert_ptr_eq(bytes + 14, start + len);
		block_clear(&block);
	}
	block_fini(&block);
}
END_TEST

START_TEST(block_is_full_by_events_or_by_text)
{
	ck_assert(block_init(&block));
	for (uint64_t i = 0; i < BLOCK_EVENTS; i++) {
		ck_assert(!block_is_full(&block));
		add(i, 0, 9, "x");
	}
	ck_assert(block_is_full(&block));
	block_clear(&block);
	memset(room, 'x', 70000);
	room[70000] = '\0';
	while (!block_is_full(&block))
		add(1, 0, 0, room);
	ck_assert_uint_lt(block.n, BLOCK_EVENTS);
	ck_assert_uint_lt(block.text_len, BLOCK_TEXT + 70002);
	block_fini(&block);
}
END_TEST

static struct type type;
static const struct symbol *place;

static const char *line_of(trace_event_id_t id, const void *data, size_t len,
			   bool is_cut)
{
	const struct trace_event event = {
		.info = {
			.posix_event_id = id,
			.posix_truncation_status = is_cut ?
				POSIX_TRACE_TRUNCATED_READ :
				POSIX_TRACE_NOT_TRUNCATED,
		},
		.type = &type, .data = data, .len = len, .symbol = place,
	};
	char *end = fields_put(room, &event, 0, NULL);

	ck_assert_uint_le(end - room, fields_room(&event));
	*end = '\0';
	return room;
}

START_TEST(fields_have_their_kind)
{
	const struct posixtrace_arguments described = {
		.text = "n:u8 name:str",
		.is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
	};
	const struct posixtrace_memory memory = { 4096, 12 };
	struct arguments arguments;

	type.arguments = NULL;
	ck_assert_str_eq(line_of(70, "", 0, false), "");
	ck_assert_str_eq(line_of(70, "a\"b", 3, false), "\x1e\"a\\\"b\"");
	ck_assert_str_eq(line_of(70, "ab", 3, false), "\x1d\"ab\"");
	ck_assert_str_eq(line_of(70, "\x01", 2, false), "\x1c" "0100");
	ck_assert_str_eq(line_of(POSIXTRACE_MALLOC, &memory, sizeof(memory),
				 false), "\x1f" "address=0x1000\x1fsize=12");
	/* An expected field is missing. */
	ck_assert_str_eq(line_of(POSIXTRACE_MALLOC, "\x02", 1, false),
			 "\x1c" "02");
	ck_assert(arguments_parse(&arguments, &described));
	type.arguments = &arguments;
	ck_assert_str_eq(line_of(70, "\x05" "a\n", 4, false),
			 "\x1fn=5\x1fname=\"a\\n\"");
	ck_assert_str_eq(line_of(70, "\x05" "a", 2, true),
			 "\x1fn=5\x1fname=\"a\"");
	ck_assert_str_eq(line_of(70, "\x05" "a\0z", 4, false),
			 "\x1c" "0561007a");
	type.arguments = NULL;
	place = &(const struct symbol){
		"f<int>()+0x5", "/src/a.cc:7", "a.cc:7", false,
	};
	ck_assert_str_eq(line_of(70, "", 0, false),
			 "\x1b" "at=f<int>()+0x5 (a.cc:7)");
	ck_assert_str_eq(line_of(70, "a", 1, false),
			 "\x1e\"a\"\x1b" "at=f<int>()+0x5 (a.cc:7)");
	place = &(const struct symbol){ "\x1f\n+0x0", NULL, NULL, false };
	ck_assert_str_eq(line_of(70, "", 0, false),
			 "\x1b" "at=\\x1f\\n+0x0");
	place = NULL;
}
END_TEST

/* Whatever the data, it is one field, or the members of its type. */
START_TEST(no_data_looks_like_a_field)
{
	unsigned char data[300];
	uint64_t state = 5;

	type.arguments = NULL;
	for (int i = 0; i < 2000; i++) {
		size_t len = (size_t)support_random_below(&state, sizeof(data));
		size_t n = 0, n_bad = 0;

		for (size_t k = 0; k < len; k++)
			data[k] = (unsigned char)support_random_below(&state,
								      32);
		for (const char *p = line_of(1 + i % 80, data, len, i % 2);
		     *p; p++) {
			n += *p < ' ';
			n_bad += *p < 0x1b;
		}
		ck_assert_uint_eq(n_bad, 0);
		ck_assert_uint_le(n, SYSDATA_MOST);
	}
}
END_TEST

START_TEST(places_keep_their_numbers)
{
	struct places places;
	size_t number;

	places_init(&places);
	for (int round = 0; round < 2; round++) {
		for (size_t i = 0; i < 50000; i++) {
			ck_assert(places_find(&places, i % 3, i / 3, ~i,
					      &number));
			ck_assert_uint_eq(number, i);
		}
	}
	ck_assert_uint_eq(places.n, 50000);
	places_fini(&places);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("tool-view");
	TCase *tc = support_case(suite, "view");

	tcase_add_test(tc, element_has_its_kind_and_form_and_nothing_but_base64);
	tcase_add_test(tc, element_has_the_packed_bytes_in_base64);
	tcase_add_test(tc, packed_bytes_are_of_the_form_that_is_said);
	tcase_add_test(tc, columns_are_contiguous);
	tcase_add_test(tc, details_have_a_line_for_each_event);
	tcase_add_test(tc, block_is_full_by_events_or_by_text);
	tcase_add_test(tc, fields_have_their_kind);
	tcase_add_test(tc, no_data_looks_like_a_field);
	tcase_add_test(tc, places_keep_their_numbers);
	return support_run(suite);
}
