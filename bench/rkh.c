/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The rate of decoding an RKH stream: frames alone, records with names, and
 * records as text; in MB of the stream per second of processor time.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "maker.h"
#include "sink.h"

enum {
	RECORDS = 1000000,
	ROUNDS = 5,
	PIECE = 64 << 10,
};

/* Processor time, so that other programs do not count. */
static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Typical traffic of a busy target: posts, gets, transitions, a user's
 * event. */
static void make_stream(struct maker *maker)
{
	static const enum rkh_kind_id kinds[] = {
		RKH_SMA_FIFO, RKH_RQ_FIFO, RKH_SMA_GET, RKH_SM_DCH,
		RKH_SM_TRN, RKH_SM_STATE, RKH_USR, RKH_TIM_TOUT,
	};
	struct rkh_config config;
	struct maker_record name = {
		.kind = RKH_FWK_OBJ, .n_values = 2,
		.values = { { 0 }, { .text = "object" } },
	};

	rkh_config_init(&config);
	config.version = 0x3400;
	config.switches |= RKH_HAS_SENDER | RKH_HAS_QUEUE_MIN;
	maker_init(maker, &config, rkh_maps[0]);
	maker_add_config(maker);
	for (unsigned i = 1; i < 100; i++) {
		name.values[0].number = 0x08050000 + 16 * i;
		maker_add(maker, &name);
	}
	for (unsigned i = 0; i < RECORDS; i++) {
		struct maker_record record = { .kind = kinds[i % 8] };

		maker->stamp += 7;
		record.n_values = record.kind == RKH_USR ? 3 :
			maker_count(maker, record.kind);
		for (unsigned j = 0; j < record.n_values; j++) {
			record.types[j] = 5;
			record.values[j].number =
				0x08050000 + 16 * ((i + j) % 120);
		}
		maker_add(maker, &record);
	}
}

static void feed(struct rkh_stream *stream, const struct maker *maker)
{
	for (size_t at = 0; at < maker->len; at += PIECE)
		rkh_stream_feed(stream, maker->bytes + at,
				maker->len - at < PIECE ? maker->len - at :
							  PIECE);
	rkh_stream_end(stream);
}

static void print(const char *what, double best, const struct maker *maker)
{
	printf("%-28s %8.1f MB/s  %6.1f ns a record\n", what,
	       (double)maker->len / best / 1e6, best * 1e9 / RECORDS);
}

static void measure_frames(const struct maker *maker)
{
	const struct rkh_layout layout = rkh_config_layout(&maker->config);
	uint8_t buffer[RKH_FRAME_MAX];
	double best = 1e9;

	for (unsigned round = 0; round < ROUNDS; round++) {
		double start = now();
		struct rkh_deframer deframer;
		struct rkh_body body;
		struct rkh_frame frame;
		unsigned n = 0;

		rkh_deframer_init(&deframer, buffer, sizeof(buffer));
		for (size_t at = 0; at < maker->len;) {
			at += rkh_deframe(&deframer, maker->bytes + at,
					  maker->len - at, &body);
			n += body.cut == RKH_CUT_FLAG &&
			     rkh_split(&layout, false, &body, &frame) ==
			     RKH_GOOD;
		}
		if (n < RECORDS)
			abort();
		if (now() - start < best)
			best = now() - start;
	}
	print("frames", best, maker);
}

struct printing {
	const struct rkh_output *output;
	void *state;
};

static void take(void *context, const struct rkh_event *event)
{
	struct printing *printing = context;
	const struct trace_event given = { .data = event, .len = sizeof(*event) };

	printing->output->sink.event(printing->state, &given);
}

static void measure(const char *what, const struct maker *maker,
		    const struct rkh_output *output)
{
	struct rkh_options options = { .config = maker->config };
	struct out out;
	struct rkh_output_options to = { .out = &out };
	double best = 1e9;

	if (out_init(&out, open("/dev/null", O_WRONLY)) != 0)
		abort();
	for (unsigned round = 0; round < ROUNDS; round++) {
		struct printing printing = {
			output, output ? output->create(&to) : NULL,
		};
		struct rkh_stream *stream = rkh_stream_new(&options,
				output ? take : NULL, &printing);
		double start = now();

		feed(stream, maker);
		if (now() - start < best)
			best = now() - start;
		if (rkh_stream_counts(stream)->records < RECORDS)
			abort();
		rkh_stream_free(stream);
		if (output)
			output->sink.destroy(printing.state);
	}
	out_fini(&out);
	close(out.fd);
	print(what, best, maker);
}

int main(void)
{
	struct maker maker;

	make_stream(&maker);
	printf("%u records, %zu bytes\n", RECORDS, maker.len);
	measure_frames(&maker);
	measure("records", &maker, NULL);
	measure("records as text", &maker, &rkh_output_text);
	measure("records as Trazer's text", &maker, &rkh_output_trazer);
	measure("records as JSON", &maker, &rkh_output_json);
	maker_fini(&maker);
	return 0;
}
