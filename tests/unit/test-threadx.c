/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The tables of the events of ThreadX, FileX, NetX and USBX. */
#include <stdlib.h>
#include <string.h>

#include "dump/threadx.h"
#include "model/limits.h"
#include "support.h"

static const struct {
	const struct pxt_threadx_event *rows;
	const unsigned *n;
	const char *prefix;
} tables[] = {
	{ pxt_threadx_tx, &pxt_n_threadx_tx, "tx_" },
	{ pxt_threadx_fx, &pxt_n_threadx_fx, "fx_" },
	{ pxt_threadx_nx, &pxt_n_threadx_nx, "nx" },
	{ pxt_threadx_ux, &pxt_n_threadx_ux, "ux_" },
};

enum { N_TABLES = sizeof(tables) / sizeof(tables[0]) };

START_TEST(every_row_is_found_by_its_id)
{
	for (unsigned i = 0; i < *tables[_i].n; i++) {
		const struct pxt_threadx_event *row = &tables[_i].rows[i];

		ck_assert_ptr_eq(pxt_threadx_event(row->id), row);
		if (i > 0)
			ck_assert_uint_gt(row->id, row[-1].id);
	}
}
END_TEST

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

START_TEST(names_are_names_of_event_types_and_differ)
{
	const char *names[1024];
	size_t n = 0;

	for (int t = 0; t < N_TABLES; t++) {
		for (unsigned i = 0; i < *tables[t].n; i++) {
			const char *name = tables[t].rows[i].name;

			ck_assert_uint_lt(strlen(name),
					  PXT_EVENT_NAME_SIZE);
			ck_assert_int_eq(strncmp(name, tables[t].prefix,
						 strlen(tables[t].prefix)), 0);
			ck_assert_uint_lt(n, 1024);
			names[n++] = name;
		}
	}
	qsort(names, n, sizeof(*names), by_name);
	for (size_t i = 1; i < n; i++)
		ck_assert_str_ne(names[i - 1], names[i]);
}
END_TEST

/* pxt_threadx_field() gives every word of a description. */
START_TEST(every_word_has_a_name_that_fits)
{
	for (unsigned i = 0; i < *tables[_i].n; i++) {
		const struct pxt_threadx_event *row = &tables[_i].rows[i];
		struct pxt_threadx_field field;
		size_t len = 0;
		unsigned words = 0;

		for (unsigned w = 0; w < PXT_THREADX_WORDS; w++) {
			if (!pxt_threadx_field(row->words, w, &field))
				continue;
			ck_assert_uint_eq(strspn(field.name,
				"abcdefghijklmnopqrstuvwxyz0123456789_"),
				strlen(field.name));
			len += strlen(field.name) +
			       (field.kind == PXT_THREADX_NUMBER ? 0 : 2);
			words = w + 1;
		}
		for (const char *c = row->words; *c; c++) {
			if (*c == '-')
				len++;
			else if (*c == ' ')
				len++;
		}
		ck_assert_uint_eq(len, strlen(row->words));
		ck_assert(!pxt_threadx_field(row->words, words, &field));
	}
}
END_TEST

START_TEST(unused_ids_have_no_event)
{
	static const uint32_t ids[] = {
		0, 7, 130, 199, 200, 299, 599, 600, 1034, 4096,
		65535, 0x10045, UINT32_MAX,
	};

	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++)
		ck_assert_ptr_null(pxt_threadx_event(ids[i]));
}
END_TEST

START_TEST(words_say_how_they_are_shown)
{
	const struct pxt_threadx_event *send = pxt_threadx_event(69);
	struct pxt_threadx_field field;

	ck_assert_str_eq(send->name, "tx_queue_send");
	ck_assert(pxt_threadx_field(send->words, 0, &field));
	ck_assert_str_eq(field.name, "queue_ptr");
	ck_assert_int_eq(field.kind, PXT_THREADX_POINTER);
	ck_assert(pxt_threadx_field(send->words, 2, &field));
	ck_assert_str_eq(field.name, "wait_option");
	ck_assert_int_eq(field.kind, PXT_THREADX_WAIT);
	ck_assert(pxt_threadx_field(send->words, 3, &field));
	ck_assert_str_eq(field.name, "enqueued");
	ck_assert_int_eq(field.kind, PXT_THREADX_NUMBER);
	ck_assert(!pxt_threadx_field(send->words, 4, &field));

	/* The second word of this event is unused. */
	const struct pxt_threadx_event *close = pxt_threadx_event(243);

	ck_assert(!pxt_threadx_field(close->words, 1, &field));
	ck_assert(pxt_threadx_field(close->words, 2, &field));
	ck_assert_str_eq(field.name, "file_size");
}
END_TEST

START_TEST(words_are_shown_by_their_kind)
{
	static const struct {
		enum pxt_threadx_kind kind;
		uint64_t word;
		const char *text;
	} cases[] = {
		{ PXT_THREADX_NUMBER, 42, "42" },
		{ PXT_THREADX_HEX, 0xffffffff, "0xFFFFFFFF" },
		{ PXT_THREADX_POINTER, 0x6cf4, "0x6CF4" },
		{ PXT_THREADX_ADDRESS, 0x01020304, "1.2.3.4" },
		{ PXT_THREADX_WAIT, 0, "0" },
		{ PXT_THREADX_WAIT, UINT32_MAX, "forever" },
		{ PXT_THREADX_WAIT, UINT64_MAX, "forever" },
		{ PXT_THREADX_STATE, 5, "queue" },
		{ PXT_THREADX_STATE, 15, "15" },
	};
	char buf[32];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		pxt_threadx_show(buf, sizeof(buf), cases[i].kind,
				 cases[i].word);
		ck_assert_str_eq(buf, cases[i].text);
	}
	pxt_threadx_show(buf, 4, PXT_THREADX_NUMBER, 123456);
	ck_assert_str_eq(buf, "123");
}
END_TEST

START_TEST(objects_have_kinds_and_parameters)
{
	struct pxt_threadx_field field;

	ck_assert_ptr_null(pxt_threadx_object(0));
	ck_assert_ptr_null(pxt_threadx_object(15));
	ck_assert_ptr_null(pxt_threadx_object(255));
	ck_assert_str_eq(pxt_threadx_object(1)->name, "thread");
	ck_assert(pxt_threadx_field(pxt_threadx_object(1)->parameters, 1,
				    &field));
	ck_assert_str_eq(field.name, "stack_size");
	ck_assert_str_eq(pxt_threadx_object(28)->name, "USBX device class");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("threadx");
	TCase *tc = support_case(suite, "tables");

	tcase_add_loop_test(tc, every_row_is_found_by_its_id, 0, N_TABLES);
	tcase_add_test(tc, names_are_names_of_event_types_and_differ);
	tcase_add_loop_test(tc, every_word_has_a_name_that_fits, 0, N_TABLES);
	tcase_add_test(tc, unused_ids_have_no_event);
	tcase_add_test(tc, words_say_how_they_are_shown);
	tcase_add_test(tc, words_are_shown_by_their_kind);
	tcase_add_test(tc, objects_have_kinds_and_parameters);
	return support_run(suite);
}
