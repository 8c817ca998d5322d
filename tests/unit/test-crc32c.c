/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* CRC-32C: the published values, and equality of all implementations. */
#include <stdlib.h>

#include <string.h>

#include "base/crc32c.h"
#include "support.h"

START_TEST(gives_the_published_check_values)
{
	unsigned char bytes[32];

	ck_assert_uint_eq(pxt_crc32c(0, "", 0), 0);
	ck_assert_uint_eq(pxt_crc32c(0, "123456789", 9), 0xe3069283);
	/* RFC 3720, B.4. */
	memset(bytes, 0, sizeof(bytes));
	ck_assert_uint_eq(pxt_crc32c(0, bytes, 32), 0x8a9136aa);
	memset(bytes, 0xff, sizeof(bytes));
	ck_assert_uint_eq(pxt_crc32c(0, bytes, 32), 0x62a8ab43);
	for (unsigned i = 0; i < 32; i++)
		bytes[i] = (unsigned char)i;
	ck_assert_uint_eq(pxt_crc32c(0, bytes, 32), 0x46dd794e);
}
END_TEST

/* Every relevant length and alignment, at once and in two parts. */
START_TEST(tables_and_instruction_agree)
{
	unsigned char bytes[128];
	uint64_t random = 1;

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (unsigned char)support_random(&random);
	for (size_t from = 0; from < 8; from++) {
		for (size_t len = 0; len <= sizeof(bytes) - from; len++) {
			const unsigned char *p = bytes + from;
			uint32_t crc = pxt_crc32c(0, p, len);
			uint32_t head = pxt_crc32c(0, p, len / 3);

			ck_assert_uint_eq(pxt_crc32c_portable(0, p, len), crc);
			ck_assert_uint_eq(pxt_crc32c(head, p + len / 3,
						     len - len / 3), crc);
		}
	}
}
END_TEST

/* Long data is computed in several parts at a time. */
START_TEST(long_data_is_as_short_data_in_a_row)
{
	enum { SIZE = 20000 };
	unsigned char *bytes = malloc(SIZE);
	uint64_t random = 2;
	uint32_t crc;

	for (size_t i = 0; i < SIZE; i++)
		bytes[i] = (unsigned char)support_random(&random);
	for (size_t len = 3000; len < SIZE; len += 1 + len / 50) {
		crc = pxt_crc32c(7, bytes, len);
		ck_assert_uint_eq(pxt_crc32c_portable(7, bytes, len), crc);
		ck_assert_uint_eq(pxt_crc32c(pxt_crc32c(7, bytes, 5), bytes + 5,
					     len - 5), crc);
	}
	free(bytes);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("crc32c");
	TCase *tc = support_case(suite, "crc32c");

	tcase_add_test(tc, gives_the_published_check_values);
	tcase_add_test(tc, tables_and_instruction_agree);
	tcase_add_test(tc, long_data_is_as_short_data_in_a_row);
	return support_run(suite);
}
