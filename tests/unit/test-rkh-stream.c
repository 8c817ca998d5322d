/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* RKH streams: names, losses, damage, resets, and versions. */
#include "stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "maker.h"
#include "support.h"

static struct rkh_config usual(void)
{
	struct rkh_config config;

	rkh_config_init(&config);
	config.version = 0x3400;
	config.hz = 1000;
	config.switches |= RKH_HAS_SENDER | RKH_HAS_QUEUE_MIN |
			   RKH_HAS_POOL_MIN;
	return config;
}

/* One line for each frame: class, offset, sequence, what is missing, name. */
static void describe(void *context, const struct rkh_event *event)
{
	static const char *const classes[] = {
		[RKH_REC] = "rec", [RKH_BADCHK] = "bad",
		[RKH_SHORT_REC] = "short", [RKH_UNKNOWN] = "unknown",
	};
	FILE *out = context;

	if (event->kind == RKH_FWK_EN && !event->missing && !event->reason)
		return;
	fprintf(out, "%s", classes[event->class]);
	if (event->has_seq)
		fprintf(out, " %u", event->seq);
	if (event->missing)
		fprintf(out, " missing %u", event->missing);
	if (event->is_restart)
		fprintf(out, " restart");
	if (event->n_left)
		fprintf(out, " left %zu", event->n_left);
	if (event->name)
		fprintf(out, " %s", event->name);
	for (size_t i = 0; i < event->n_values; i++)
		fprintf(out, "%c%s", i ? ',' : ' ',
			event->values[i].name ? event->values[i].name : "-");
	fprintf(out, "\n");
}

struct scene {
	struct maker maker;
	struct rkh_options options;
	struct rkh_counts counts;
};

static void scene_init(struct scene *scene, const struct rkh_map *map)
{
	struct rkh_config config = usual();

	*scene = (struct scene){ .options = { .config = config } };
	maker_init(&scene->maker, &config, map);
}

/* Later frames, unless a line for them follows. */
static void add_plain(struct scene *scene, unsigned n)
{
	while (n-- > 0) {
		struct maker_record record = { .kind = RKH_FWK_EN };

		scene->maker.stamp += 10;
		maker_add(&scene->maker, &record);
	}
}

static void add_name(struct scene *scene, enum rkh_kind_id kind,
		     uint64_t number, const char *name)
{
	struct maker_record record = {
		.kind = kind,
		.n_values = 2,
		.values = { { .number = number } },
	};

	snprintf(record.values[1].text, MAKER_TEXT, "%s", name);
	maker_add(&scene->maker, &record);
}

static void add_state(struct scene *scene, uint64_t object, uint64_t state)
{
	struct maker_record record = {
		.kind = RKH_SM_STATE,
		.n_values = 2,
		.values = { { .number = object }, { .number = state } },
	};

	maker_add(&scene->maker, &record);
}

static void expect(struct scene *scene, const char *lines)
{
	struct rkh_stream *stream;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	ck_assert_ptr_nonnull(out);
	stream = rkh_stream_new(&scene->options, describe, out);
	rkh_stream_feed(stream, scene->maker.bytes, scene->maker.len);
	rkh_stream_end(stream);
	scene->counts = *rkh_stream_counts(stream);
	fclose(out);
	ck_assert_str_eq(text, lines);
	free(text);
	rkh_stream_free(stream);
	maker_fini(&scene->maker);
}

START_TEST(names_are_found)
{
	struct scene scene;

	scene_init(&scene, rkh_maps[0]);
	maker_add_config(&scene.maker);
	add_name(&scene, RKH_FWK_AO, 0x100, "&blinky");
	add_state(&scene, 0x100, 0x200);
	add_name(&scene, RKH_FWK_OBJ, 0x200, "on");
	add_state(&scene, 0x100, 0x200);
	/* Another object with the same address gets the name, too. */
	add_name(&scene, RKH_FWK_AO, 0x101, "&blinky");
	add_state(&scene, 0x100, 0);
	add_state(&scene, 0x101, 0x200);
	expect(&scene, "rec restart TCFG\n"
		       "rec 0 AO -,-\n"
		       "rec 1 STATE blinky,-\n"
		       "rec 2 OBJ -,-\n"
		       "rec 3 STATE blinky,on\n"
		       "rec 4 AO -,-\n"
		       "rec 5 STATE blinky,?\n"
		       "rec 6 STATE blinky,on\n");
}
END_TEST

/* The record is shown with the name that it removes. */
START_TEST(record_may_rename_its_own_object)
{
	struct maker_record state = {
		.kind = RKH_FWK_STATE,
		.n_values = 3,
		.values = { { .number = 0x100 }, { .number = 0x100 },
			    { .text = "new" } },
	};
	struct scene scene;

	scene_init(&scene, rkh_maps[0]);
	add_name(&scene, RKH_FWK_OBJ, 0x100, "old");
	maker_add(&scene.maker, &state);
	add_state(&scene, 0x100, 0x100);
	expect(&scene, "rec 0 OBJ -,-\n"
		       "rec 1 STATE old,-,-\n"
		       "rec 2 STATE new,new\n");
}
END_TEST

START_TEST(reset_forgets_what_the_next_record_names)
{
	struct scene scene;

	scene_init(&scene, rkh_maps[0]);
	maker_add_config(&scene.maker);
	add_name(&scene, RKH_FWK_AO, 0x100, "ao");
	add_plain(&scene, 3);
	maker_add_config(&scene.maker);
	scene.maker.encoder.seq = 0;
	add_state(&scene, 0x100, 0x200);
	expect(&scene, "rec restart TCFG\n"
		       "rec 0 AO -,-\n"
		       "rec TCFG\n"
		       "rec 0 restart STATE -,-\n");
}
END_TEST

START_TEST(trazer_moves_a_name_that_comes_again)
{
	struct scene scene;

	scene_init(&scene, rkh_maps[0]);
	scene.options.like_trazer = true;
	add_name(&scene, RKH_FWK_AO, 0x100, "ao");
	add_name(&scene, RKH_FWK_AO, 0x101, "ao");
	add_state(&scene, 0x100, 0x101);
	expect(&scene, "rec 0 AO -,-\n"
		       "rec 1 AO -,-\n"
		       "rec 2 STATE -,ao\n");
}
END_TEST

START_TEST(damaged_frame_is_one_missing)
{
	struct scene scene;

	scene_init(&scene, rkh_maps[0]);
	maker_add_config(&scene.maker);
	add_plain(&scene, 3);
	scene.maker.bytes[scene.maker.last + 3] ^= 4;
	add_plain(&scene, 3);
	expect(&scene, "rec restart TCFG\n"
		       "bad\n"
		       "rec 3 missing 1 EN\n");
	ck_assert_uint_eq(scene.counts.bad_sum, 1);
	ck_assert_uint_eq(scene.counts.records, 6);
}
END_TEST

START_TEST(lost_flag_is_noticed_by_the_length)
{
	struct scene scene;

	scene_init(&scene, rkh_maps[0]);
	add_plain(&scene, 3);
	add_state(&scene, 0x100, 0x200);
	scene.maker.len--;
	add_state(&scene, 0x100, 0x200);
	add_plain(&scene, 2);
	/* Remaining: a checksum, and the second frame without its own. */
	expect(&scene, "rec 3 left 15 STATE -,-\n"
		       "rec 5 missing 1 EN\n");
	ck_assert_uint_eq(scene.counts.left_over, 1);
}
END_TEST

START_TEST(configuration_without_its_flag_still_counts)
{
	struct scene scene;

	scene_init(&scene, rkh_maps[0]);
	scene.maker.config.signal = 2;
	maker_add_config(&scene.maker);
	scene.maker.len--;
	add_plain(&scene, 1);
	add_name(&scene, RKH_FWK_SIG, 0x1234, "SIG");
	expect(&scene, "rec restart left 7 TCFG\n"
		       "rec 1 missing 1 SIG -,-\n");
}
END_TEST

/* The checksum is right by chance; the sequence number must not be used. */
START_TEST(fragment_does_not_disturb_the_sequence)
{
	struct scene scene;

	scene_init(&scene, rkh_maps[0]);
	add_plain(&scene, 5);
	/* SM.STATE with sequence number 0x63, too short, then too long. */
	maker_add_bytes(&scene.maker, "\x63\x63\1\2\3\4\x30\x7e", 8);
	maker_add_bytes(&scene.maker, "\xa0\x60\1\2\3\4\5\xf1\x7e", 9);
	add_plain(&scene, 1);
	expect(&scene, "short 99 STATE\n"
		       "bad 96 EN\n");
	ck_assert_uint_eq(scene.counts.missing, 0);
}
END_TEST

START_TEST(unknown_id_counts_in_the_sequence)
{
	struct scene scene;

	scene_init(&scene, rkh_maps[0]);
	add_plain(&scene, 1);
	maker_add_raw(&scene.maker, 0x05, "", 0);
	maker_add_raw(&scene.maker, 0xbf, "abc", 3);
	maker_add_raw(&scene.maker, 0xe8, "", 0);
	add_plain(&scene, 1);
	expect(&scene, "unknown 1\n"
		       "unknown 2\n"
		       "unknown 3\n");
}
END_TEST

START_TEST(reset_of_the_target_is_no_loss)
{
	struct scene scene;
	size_t len;
	uint8_t *copy;

	scene_init(&scene, rkh_maps[0]);
	maker_add_config(&scene.maker);
	add_name(&scene, RKH_FWK_AO, 0x100, "ao");
	add_plain(&scene, 3);
	len = scene.maker.len;
	copy = malloc(len);
	memcpy(copy, scene.maker.bytes, len);
	maker_add_bytes(&scene.maker, copy, len);
	expect(&scene, "rec restart TCFG\n"
		       "rec 0 AO -,-\n"
		       "rec TCFG\n"
		       "rec 0 restart AO -,-\n");
	ck_assert_uint_eq(scene.counts.restarts, 1);
	free(copy);
}
END_TEST

START_TEST(repeated_configuration_changes_nothing)
{
	struct scene scene;

	scene_init(&scene, rkh_maps[0]);
	maker_add_config(&scene.maker);
	add_name(&scene, RKH_FWK_AO, 0x100, "ao");
	add_plain(&scene, 300);
	maker_add_config(&scene.maker);
	add_state(&scene, 0x100, 0x200);
	expect(&scene, "rec restart TCFG\n"
		       "rec 0 AO -,-\n"
		       "rec TCFG\n"
		       "rec 45 STATE ao,-\n");
	ck_assert_uint_eq(scene.counts.missing, 0);
	ck_assert_uint_eq(scene.counts.restarts, 0);
}
END_TEST

START_TEST(what_comes_before_the_first_flag_is_believed_if_it_fits)
{
	struct scene scene;

	scene_init(&scene, rkh_maps[0]);
	add_state(&scene, 0x100, 0x200);
	add_plain(&scene, 1);
	/* Without the flag in front. */
	memmove(scene.maker.bytes, scene.maker.bytes + 1,
		--scene.maker.len);
	expect(&scene, "rec 0 STATE -,-\n");
	ck_assert_uint_eq(scene.counts.skipped, 0);

	scene_init(&scene, rkh_maps[0]);
	scene.maker.len = 0;
	maker_add_bytes(&scene.maker, "noise\x7e", 6);
	add_plain(&scene, 1);
	expect(&scene, "");
	ck_assert_uint_eq(scene.counts.skipped, 5);
}
END_TEST

START_TEST(end_within_a_frame_is_reported)
{
	struct scene scene;

	scene_init(&scene, rkh_maps[0]);
	add_plain(&scene, 2);
	scene.maker.len -= 3;
	expect(&scene, "short\n");
	ck_assert_uint_eq(scene.counts.unended, 1);
}
END_TEST

/* ---- Other versions ---- */

/* The id of a configuration record of version 2.4.5 shows which ids are
 * used. */
START_TEST(map_is_known_by_the_configuration)
{
	struct scene scene;
	struct maker_record dch = {
		.kind = RKH_SMA_DCH,
		.n_values = 3,
	};

	scene_init(&scene, rkh_map_named("2.4.5"));
	scene.maker.config.version = 0x2405;
	maker_add_config(&scene.maker);
	add_name(&scene, RKH_FWK_AO, 0x100, "ao");
	maker_add(&scene.maker, &dch);
	expect(&scene, "rec restart TCFG\n"
		       "rec 0 AO -,-\n"
		       "rec 1 DCH ?,-,?\n");
}
END_TEST

/* In version 2.3 it is an ordinary frame of 5 bytes. */
START_TEST(configuration_may_be_an_ordinary_frame)
{
	struct scene scene;

	scene_init(&scene, rkh_map_named("2.3"));
	/* Signals of 2 bytes; other sizes as usual. */
	maker_add_raw(&scene.maker, 0xad, "\x24\x42\x11\x21\x11", 5);
	scene.maker.config.signal = 2;
	add_name(&scene, RKH_FWK_SIG, 0x1234, "SIG");
	expect(&scene, "rec 0 restart TCFG\n"
		       "rec 1 SIG -,-\n");
	ck_assert_uint_eq(scene.counts.missing, 0);
}
END_TEST

START_TEST(flat_ids_are_read_if_configured)
{
	struct scene scene;

	scene_init(&scene, rkh_map_named("2.0"));
	scene.options.map = rkh_map_named("2.0");
	scene.options.config.switches = scene.maker.config.switches =
		RKH_HAS_SEQ | RKH_HAS_STAMP | RKH_HAS_SUM;
	maker_add_raw(&scene.maker, 0x2b, "\1\2\3\4&pool", 10);
	maker_add_raw(&scene.maker, 0x02, "\1\2\3\4\7", 5);
	maker_add_raw(&scene.maker, 0x28, "\3", 1);
	/* One byte more than that version has. */
	maker_add_raw(&scene.maker, 0x28, "\3\1", 2);
	expect(&scene, "rec 0 OBJ -,-\n"
		       "rec 1 PUT pool,-\n"
		       "rec 2 GCR -\n"
		       "rec 3 left 1 GCR -\n");
}
END_TEST

START_TEST(target_without_checksums_is_recognised)
{
	struct scene scene;
	struct rkh_config config = usual();

	scene_init(&scene, rkh_maps[0]);
	maker_fini(&scene.maker);
	config.switches = RKH_HAS_FWK;
	maker_init(&scene.maker, &config, rkh_maps[0]);
	maker_add_config(&scene.maker);
	add_state(&scene, 0x100, 0x200);
	add_plain(&scene, 2);
	expect(&scene, "rec restart TCFG\n"
		       "rec STATE -,-\n");
	ck_assert_uint_eq(scene.counts.records, 4);
}
END_TEST

/* ---- Response times ---- */

static void respond(void *context, const struct rkh_event *event)
{
	FILE *out = context;
	size_t n = event->n_values;

	if (event->kind == RKH_SMA_GET)
		fprintf(out, "got %lld %llu\n",
			(long long)event->values[n - 2].number,
			(unsigned long long)event->values[n - 1].number);
	else if (event->kind != RKH_FWK_EN)
		fprintf(out, "post %llu\n",
			(unsigned long long)event->values[n - 1].number);
}

static void add_event(struct scene *scene, enum rkh_kind_id kind,
		      uint64_t object, uint64_t signal)
{
	struct maker_record record = {
		.kind = kind,
		.n_values = maker_count(&scene->maker, kind),
		.values = { { .number = object }, { .number = signal } },
	};

	scene->maker.stamp += 10;
	maker_add(&scene->maker, &record);
}

START_TEST(response_times_are_by_object_and_signal)
{
	struct scene scene;
	struct rkh_stream *stream;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	scene_init(&scene, rkh_maps[0]);
	add_event(&scene, RKH_SMA_FIFO, 1, 5);
	add_event(&scene, RKH_SMA_FIFO, 2, 5);
	add_event(&scene, RKH_SMA_LIFO, 1, 6);
	add_event(&scene, RKH_SMA_GET, 1, 6);
	add_event(&scene, RKH_SMA_GET, 1, 5);
	add_event(&scene, RKH_SMA_GET, 1, 5);
	add_event(&scene, RKH_SMA_FIFO, 1, 7);
	/* What was posted before a loss may have been received in it. */
	add_plain(&scene, 1);
	scene.maker.len = scene.maker.last;
	add_event(&scene, RKH_SMA_GET, 1, 7);
	add_event(&scene, RKH_SMA_FIFO, 1, 7);
	add_event(&scene, RKH_SMA_GET, 1, 7);
	stream = rkh_stream_new(&scene.options, respond, out);
	rkh_stream_feed(stream, scene.maker.bytes, scene.maker.len);
	rkh_stream_end(stream);
	fclose(out);
	ck_assert_str_eq(text, "post 1\npost 1\npost 2\n"
			       "got 10 2\ngot 40 1\ngot -1 0\npost 3\n"
			       "got -1 0\npost 4\ngot 10 4\n");
	free(text);
	rkh_stream_free(stream);
	maker_fini(&scene.maker);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("rkh-stream");
	TCase *tcase = support_case(suite, "stream");

	tcase_add_test(tcase, names_are_found);
	tcase_add_test(tcase, record_may_rename_its_own_object);
	tcase_add_test(tcase, reset_forgets_what_the_next_record_names);
	tcase_add_test(tcase, trazer_moves_a_name_that_comes_again);
	tcase_add_test(tcase, damaged_frame_is_one_missing);
	tcase_add_test(tcase, lost_flag_is_noticed_by_the_length);
	tcase_add_test(tcase, configuration_without_its_flag_still_counts);
	tcase_add_test(tcase, fragment_does_not_disturb_the_sequence);
	tcase_add_test(tcase, unknown_id_counts_in_the_sequence);
	tcase_add_test(tcase, reset_of_the_target_is_no_loss);
	tcase_add_test(tcase, repeated_configuration_changes_nothing);
	tcase_add_test(tcase,
		       what_comes_before_the_first_flag_is_believed_if_it_fits);
	tcase_add_test(tcase, end_within_a_frame_is_reported);
	tcase_add_test(tcase, map_is_known_by_the_configuration);
	tcase_add_test(tcase, configuration_may_be_an_ordinary_frame);
	tcase_add_test(tcase, flat_ids_are_read_if_configured);
	tcase_add_test(tcase, target_without_checksums_is_recognised);
	tcase_add_test(tcase, response_times_are_by_object_and_signal);
	return support_run(suite);
}
