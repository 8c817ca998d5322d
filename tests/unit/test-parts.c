/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Splitting a chunk with several threads into parts of one thread each:
 * ring/parts.c. */
#include "heirs.h"
#include "ring/parts.h"

/* Collect the parts from `from` on that have events. */
static void check_parts(uint32_t from, unsigned parts, const int32_t *who,
			const unsigned *n)
{
	const unsigned char *records;
	struct pxt_chunk_header header;
	char name[PXT_COMM_SIZE], expected[PXT_COMM_SIZE];
	struct pxt_piece piece;
	struct pxt_parts walk;
	uint32_t at, before = 0;
	uint64_t last = 0;

	ck_assert(pxt_collect_open(&ring, 1, &piece));
	records = (void *)(pxt_chunk(&ring, piece.chunk) + 1);
	pxt_parts_begin(&walk, &piece, records, from);
	for (unsigned i = 0; i < parts; i++) {
		ck_assert(pxt_parts_next(&walk, &header, &at));
		ck_assert_int_eq(header.tid, 2000 + who[i]);
		ck_assert_int_eq(header.pid, 1000 + who[i] / 10);
		ck_assert_uint_eq(header.thread, 3000 + (uint64_t)who[i]);
		ck_assert_uint_eq(header.count, n[i]);
		ck_assert_uint_eq(header.used, n[i] * HEAD);
		ck_assert_uint_ge(at, before);
		ck_assert_uint_gt(header.base, last);
		ck_assert_uint_ge(header.last, header.base);
		before = at + header.used;
		last = header.last;
		pxt_parts_name(&ring, &piece, before, name);
		snprintf(expected, sizeof(expected), "thread-%d",
			 (int)who[i]);
		ck_assert_str_eq(name, expected);
	}
	ck_assert(!pxt_parts_next(&walk, &header, &at));
}

START_TEST(piece_has_a_part_for_each_writer)
{
	live(1, 2);
	live(2, 1);
	live(3, 0);
	live(4, 0);
	live(5, 3);
	live(6, 0);
	check_parts(0, 3, (int32_t[]){ 1, 2, 5 }, (unsigned[]){ 2, 1, 3 });
	check_parts(HEAD, 3, (int32_t[]){ 1, 2, 5 }, (unsigned[]){ 1, 1, 3 });
	check_parts(2 * HEAD, 2, (int32_t[]){ 2, 5 }, (unsigned[]){ 1, 3 });
	check_parts(2 * HEAD + OWNER, 2, (int32_t[]){ 2, 5 },
		    (unsigned[]){ 1, 3 });
	check_parts(4 * HEAD + 4 * OWNER, 1, (int32_t[]){ 5 },
		    (unsigned[]){ 2 });
	check_parts(6 * HEAD + 4 * OWNER, 0, NULL, NULL);
}
END_TEST

START_TEST(name_is_the_last_one_that_its_thread_had)
{
	struct pxt_writer_identity id = thread(7);
	char name[PXT_COMM_SIZE];
	struct pxt_piece piece;

	claim(&own, 1);
	put(&own, 1);
	ck_assert(pxt_collect_open(&ring, 1, &piece));
	strcpy(id.comm, "renamed");
	pxt_writer_rename(&own, &id);
	pxt_parts_name(&ring, &piece, HEAD, name);
	ck_assert_str_eq(name, "renamed");
	pxt_writer_exit(&own);
	claim(&own, 2);
	/* By a piece that was found earlier. */
	pxt_parts_name(&ring, &piece, HEAD, name);
	ck_assert_str_eq(name, "renamed");
	put(&own, 1);
	strcpy(id.comm, "second");
	pxt_writer_rename(&own, &id);
	pxt_parts_name(&ring, &piece, HEAD, name);
	ck_assert_str_eq(name, "renamed");
	pxt_parts_name(&ring, &piece, 2 * HEAD + OWNER, name);
	ck_assert_str_eq(name, "second");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("parts");
	TCase *tc = tcase_create("parts");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, piece_has_a_part_for_each_writer);
	tcase_add_test(tc, name_is_the_last_one_that_its_thread_had);
	return support_run(suite);
}
