/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Prints an RKH stream for the tests of the command:
 *
 *     make-stream kinds      a record of every kind, with names
 *     make-stream damage     plain records with losses and damage
 *     make-stream flat       records of 2.0, without a configuration
 *     make-stream bare       without sequence, stamp and checksum
 *     make-stream reset      a target that begins twice, and names
 *     make-stream many N     N records
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "maker.h"

static struct maker maker;

static struct rkh_config usual(void)
{
	struct rkh_config config;

	rkh_config_init(&config);
	config.version = 0x3400;
	config.hz = 1000;
	config.switches |= RKH_HAS_SENDER | RKH_HAS_QUEUE_MIN |
			   RKH_HAS_POOL_MIN | RKH_HAS_SM;
	return config;
}

static void add(struct maker_record record)
{
	maker.stamp += 10;
	maker_add(&maker, &record);
}

static void add_two(enum rkh_kind_id kind, uint64_t first, uint64_t second)
{
	add((struct maker_record){
		.kind = kind,
		.n_values = 2,
		.values = { { .number = first }, { .number = second } },
	});
}

static void add_name(enum rkh_kind_id kind, uint64_t key, const char *name)
{
	struct maker_record record = {
		.kind = kind, .n_values = 2, .values = { { .number = key } },
	};

	snprintf(record.values[1].text, MAKER_TEXT, "%s", name);
	add(record);
}

/* A typical value for every type. */
static uint64_t number_of(const struct rkh_field *field)
{
	switch (field->type) {
	case RKH_ACTIVE:
		return 0x1000;
	case RKH_STATE:
		return 0x2000;
	case RKH_TARGET:
		return 0x2004;
	case RKH_TIMER:
		return 0x3000;
	case RKH_QUEUE:
		return 0x4000;
	case RKH_FUNCTION:
		return 0x5000;
	case RKH_OBJECT:
	case RKH_SENDER:
		return 0x6000;
	case RKH_SIGNAL:
		return 3;
	case RKH_ADDRESS:
	case RKH_FUNCTION_ADDRESS:
		return 0x7000;
	case RKH_POOL:
	case RKH_POOL_INDEX:
	case RKH_ACTION:
		return 1;
	case RKH_EVENT_ID:
		return 0x63;
	default:
		return 40;
	}
}

static void add_kind(enum rkh_kind_id kind)
{
	struct maker_record record = { .kind = kind };
	const struct rkh_field *field = rkh_kinds[kind].fields;

	record.n_values = maker_count(&maker, kind);
	for (unsigned i = 0; i < record.n_values; i++, field++) {
		if (maker_is_text(&maker, kind, i))
			snprintf(record.values[i].text, MAKER_TEXT, "&text");
		else
			record.values[i].number = number_of(field);
	}
	add(record);
}

static void add_names(void)
{
	add_name(RKH_FWK_AO, 0x1000, "&blinky");
	add_name(RKH_FWK_OBJ, 0x2000, "on");
	add_name(RKH_FWK_OBJ, 0x2004, "off");
	add_name(RKH_FWK_TIMER, 0x3000, "&timer");
	add_name(RKH_FWK_QUEUE, 0x4000, "&queue");
	add_name(RKH_FWK_FUN, 0x5000, "toggle");
	add_name(RKH_FWK_ACTOR, 0x6000, "isr");
	add_name(RKH_FWK_SIG, 3, "TICK");
	add_name(RKH_FWK_TUSR, 0, "LEVEL");
	add_name(RKH_FWK_EPOOL, 0, "small");
}

static void add_user(void)
{
	struct maker_record record = {
		.kind = RKH_USR,
		.n_values = MAKER_USER_TYPES,
		.types = { 0x40, 0x01, 0x52, 0x03, 0x04, 0x65, 0x46, 7, 8, 9,
			   10, 11 },
		.values = {
			{ .number = 0xff }, { .number = 200 },
			{ .number = 0xff85 }, { .number = 65535 },
			{ .number = 0x80000000 }, { .number = 42 },
			{ .number = 0xbeef }, { .text = "100 %" },
			{ .text = "dump" }, { .number = 0x6000 },
			{ .number = 0x5000 }, { .number = 3 },
		},
	};

	add(record);
	record.user = 9;
	record.n_values = 1;
	add(record);
	/* EXPECT: the event, and the expected values. */
	maker_add_raw(&maker, 0xe4, "\7\0\0\0\x83\0\x30\0\0\3\0\x10\0\0", 14);
}

static void make_kinds(void)
{
	maker_add_config(&maker);
	add_names();
	for (unsigned kind = 1; kind < RKH_USR; kind++) {
		unsigned id = 0;

		while (id < 256 && maker.map->kinds[id] != kind)
			id++;
		if (id < 256 && kind != RKH_FWK_TCFG)
			add_kind(kind);
	}
	/* An internal transition. */
	add((struct maker_record){
		.kind = RKH_SM_TRN, .n_values = 3,
		.values = { { .number = 0x1000 }, { .number = 0x2000 } },
	});
	add_user();
	add_kind(RKH_UT_INIT);
	add_kind(RKH_UT_IGNORE_ARG);
	add_kind(RKH_UT_FAIL);
}

static void make_damage(void)
{
	static const uint8_t noise[] = "noise";

	/* The reader joins after 5 frames. */
	maker.len = 0;
	maker_add_bytes(&maker, noise, 5);
	maker_add_bytes(&maker, "\x7e", 1);
	maker.encoder.seq = 5;
	add_two(RKH_SM_STATE, 0x1000, 0x2000);
	add_two(RKH_SM_STATE, 0x1000, 0x2004);
	maker.bytes[maker.last + 6] ^= 1;
	/* A lost flag: two frames in one. */
	add_two(RKH_SM_STATE, 0x1000, 0x2000);
	maker.len--;
	add_two(RKH_SM_STATE, 0x1000, 0x2004);
	add_two(RKH_SM_STATE, 0x1000, 0x2000);
	/* An incomplete frame, a short one, and one with an unknown id. */
	maker_add_bytes(&maker, "\x63\x7d\x7e", 3);
	maker_add_raw(&maker, 0x63, "ab", 2);
	maker_add_raw(&maker, 0x1f, "", 0);
	maker.encoder.seq += 20;
	add_two(RKH_SM_STATE, 0x1000, 0x2000);
	add_two(RKH_SM_STATE, 0x1000, 0x2000);
	maker.len -= 4;
}

static void make_flat(void)
{
	add_name(RKH_FWK_OBJ, 0x1000, "&blinky");
	add_name(RKH_FWK_SIG, 3, "TICK");
	add_two(RKH_SMA_FIFO, 0x1000, 3);
	add_two(RKH_SMA_GET, 0x1000, 3);
	add_two(RKH_SM_CSTATE, 0x1000, 0x2000);
	add_two(RKH_TIM_INIT, 0x3000, 3);
}

static void make_reset(void)
{
	for (unsigned i = 0; i < 2; i++) {
		maker.encoder.seq = 0;
		maker.stamp = 100;
		maker_add_config(&maker);
		add_names();
		add_two(RKH_SM_STATE, 0x1000, 0x2000);
	}
}

static void make_many(unsigned long n)
{
	maker_add_config(&maker);
	add_names();
	for (; n > 0; n--)
		add_two(RKH_SM_STATE, 0x1000, n % 2 ? 0x2000 : 0x2004);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	struct rkh_config config = usual();
	const struct rkh_map *map = rkh_maps[0];

	if (strcmp(what, "bare") == 0)
		config.switches = RKH_HAS_FWK;
	if (strcmp(what, "flat") == 0) {
		config.switches = RKH_HAS_SEQ | RKH_HAS_STAMP | RKH_HAS_SUM;
		map = rkh_map_named("2.0");
	}
	maker_init(&maker, &config, map);
	if (strcmp(what, "kinds") == 0)
		make_kinds();
	else if (strcmp(what, "damage") == 0)
		make_damage();
	else if (strcmp(what, "flat") == 0)
		make_flat();
	else if (strcmp(what, "bare") == 0 || strcmp(what, "many") == 0)
		make_many(argc > 2 ? strtoul(argv[2], NULL, 10) : 2);
	else if (strcmp(what, "reset") == 0)
		make_reset();
	else
		return 2;
	fwrite(maker.bytes, 1, maker.len, stdout);
	maker_fini(&maker);
	return fflush(stdout) ? 1 : 0;
}
