/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* RKH records of every kind, in all sizes: what a target sends is received. */
#include "stream.h"

#include <stdlib.h>
#include <string.h>

#include "maker.h"
#include "support.h"

enum { RECORDS = 3000 };

/* The sink compares with these records, in order. */
struct expected {
	struct maker_record *records;
	size_t n;
	size_t at;
};

static bool is_value_same(const struct rkh_value *got,
			  const struct maker_value *made)
{
	if (got->bytes)
		return got->len == strlen(made->text) &&
		       memcmp(got->bytes, made->text, got->len) == 0;
	/* An internal transition; a pool counted from 0. */
	if (got->type == RKH_TARGET && made->number == 0)
		return true;
	if (got->type == RKH_POOL_INDEX)
		return got->number == ((made->number + 1) & 0xff);
	if (got->type == RKH_INT)
		return got->number << (64 - 8 * got->size) ==
		       made->number << (64 - 8 * got->size);
	return got->number == made->number;
}

static void compare(void *context, const struct rkh_event *event)
{
	struct expected *expected = context;
	const struct maker_record *record = &expected->records[expected->at];
	size_t n = event->n_values;

	if (event->kind == RKH_FWK_TCFG)
		return;
	/* Values computed for posts and gets are appended. */
	if (event->kind == RKH_SMA_FIFO || event->kind == RKH_SMA_LIFO)
		n -= 1;
	if (event->kind == RKH_SMA_GET)
		n -= 2;
	if (expected->at == expected->n || event->class != RKH_REC ||
	    event->kind != record->kind || event->missing != 0 ||
	    n != record->n_values ||
	    (event->has_seq && event->seq != record->seq) ||
	    (event->has_stamp && event->stamp != record->stamp))
		ck_abort_msg("record %zu is not as sent", expected->at);
	for (size_t i = 0; i < n; i++) {
		if (!is_value_same(&event->values[i], &record->values[i]))
			ck_abort_msg("record %zu (%s): value %zu",
				     expected->at, event->name, i);
	}
	if (event->kind == RKH_USR)
		ck_assert_uint_eq(event->user, record->user);
	expected->at++;
}

static void random_text(uint64_t *random, char text[MAKER_TEXT])
{
	size_t len = support_random_below(random, MAKER_TEXT);

	for (size_t i = 0; i < len; i++)
		text[i] = (char)(1 + support_random_below(random, 255));
	text[len] = '\0';
	/* These are removed. */
	if (text[0] == '&')
		text[0] = '*';
}

static uint64_t random_number(uint64_t *random, unsigned size)
{
	uint64_t number = support_random(random);

	return size == 8 ? number : number & ((UINT64_C(1) << 8 * size) - 1);
}

static void random_user_record(const struct maker *maker, uint64_t *random,
			       struct maker_record *record)
{
	static const uint8_t sizes[MAKER_USER_TYPES] = {
		1, 1, 2, 2, 4, 4, 4,
	};

	record->user = (unsigned)support_random_below(random, 32);
	record->n_values = (unsigned)support_random_below(random,
							  MAKER_VALUES);
	for (unsigned i = 0; i < record->n_values; i++) {
		uint8_t type = (uint8_t)support_random_below(random,
							     MAKER_USER_TYPES);
		unsigned size = type < 7 ? sizes[type] :
				type == 11 ? maker->config.signal :
					     maker->config.pointer;

		record->types[i] = type;
		if (type < 7)
			record->types[i] |= (uint8_t)(support_random(random)
						      & 0xf0);
		if (type == 7 || type == 8)
			random_text(random, record->values[i].text);
		else
			record->values[i].number = random_number(random, size);
	}
}

/* A record of a random kind. */
static void random_record(const struct maker *maker, uint64_t *random,
			  struct maker_record *record)
{
	uint8_t id;

	*record = (struct maker_record){ 0 };
	do {
		id = (uint8_t)support_random_below(random, 256);
		record->kind = maker->map->kinds[id];
		if (id >= maker->map->first_user &&
		    id - maker->map->first_user < maker->map->n_users)
			record->kind = RKH_USR;
	} while (record->kind == RKH_KIND_NONE ||
		 record->kind == RKH_FWK_TCFG ||
		 record->kind == RKH_UT_EXPECT);
	if (record->kind == RKH_USR) {
		random_user_record(maker, random, record);
		return;
	}
	record->n_values = maker_count(maker, record->kind);
	for (unsigned i = 0; i < record->n_values; i++) {
		if (maker_is_text(maker, record->kind, i))
			random_text(random, record->values[i].text);
		else
			record->values[i].number = random_number(random,
				maker_size(maker, record->kind, i));
	}
}

/* A configuration with sizes taken from the bits of a random number. */
static struct rkh_config random_config(uint64_t *random)
{
	static const uint8_t sizes[] = { 1, 2, 4 };
	struct rkh_config config;

	rkh_config_init(&config);
	config.version = 0x3400;
	config.switches = (uint32_t)support_random(random) & 0x3ffff;
	config.id = sizes[support_random_below(random, 3)];
	config.signal = sizes[support_random_below(random, 3)];
	config.stamp = sizes[support_random_below(random, 3)];
	config.pointer = sizes[1 + support_random_below(random, 2)];
	config.function = config.pointer;
	config.ticks = sizes[support_random_below(random, 3)];
	config.nblock = sizes[support_random_below(random, 3)];
	config.nelem = sizes[support_random_below(random, 3)];
	config.esize = sizes[support_random_below(random, 3)];
	config.bsize = sizes[support_random_below(random, 3)];
	return config;
}

static uint32_t stamp_mask(const struct rkh_config *config)
{
	return config->stamp == 4 ? UINT32_MAX :
				    (1u << 8 * config->stamp) - 1;
}

/*
 * Random records with a random configuration, which the stream knows only from
 * the configuration record; _i is the seed.
 */
START_TEST(what_a_target_sends_comes_back)
{
	uint64_t random = 1000 + (uint64_t)_i;
	struct rkh_config config = random_config(&random);
	struct expected expected = {
		.records = calloc(RECORDS, sizeof(struct maker_record)),
		.n = RECORDS,
	};
	struct rkh_options options = { .map = NULL };
	struct rkh_stream *stream;
	struct maker maker;

	rkh_config_init(&options.config);
	stream = rkh_stream_new(&options, compare, &expected);
	maker_init(&maker, &config, rkh_maps[0]);
	maker_add_config(&maker);
	for (size_t i = 0; i < RECORDS; i++) {
		maker.stamp += (uint32_t)support_random_below(&random, 1000);
		maker.stamp &= stamp_mask(&config);
		random_record(&maker, &random, &expected.records[i]);
		maker_add(&maker, &expected.records[i]);
	}
	for (size_t at = 0; at < maker.len;) {
		size_t n = 1 + support_random_below(&random, 4000);

		if (n > maker.len - at)
			n = maker.len - at;
		rkh_stream_feed(stream, maker.bytes + at, n);
		at += n;
	}
	rkh_stream_end(stream);
	ck_assert_uint_eq(expected.at, RECORDS);
	ck_assert_uint_eq(rkh_stream_counts(stream)->records, RECORDS + 1);
	ck_assert_uint_eq(rkh_stream_counts(stream)->unended, 0);
	rkh_stream_free(stream);
	maker_fini(&maker);
	free(expected.records);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("rkh-records");
	TCase *tcase = support_case(suite, "records");

	tcase_add_loop_test(tcase, what_a_target_sends_comes_back, 0, 24);
	return support_run(suite);
}
