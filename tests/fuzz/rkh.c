/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Any bytes as an RKH stream: decoded, and written in every output format.  The
 * first byte selects the map, the second the sizes of the pieces in which the
 * others are received.
 *
 * LLVMFuzzerTestOneInput() is for libFuzzer.  Without it, the main() of rkh.c
 * damages valid streams at random: "fuzz-rkh ROUNDS [SEED]" runs random rounds,
 * "fuzz-rkh FILE..." these inputs.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "maker.h"
#include "sink.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct rkh_output *const outputs[] = {
	&rkh_output_text, &rkh_output_trazer, &rkh_output_json,
	&rkh_output_msc,
};

enum { N_OUTPUTS = sizeof(outputs) / sizeof(outputs[0]) };

struct forms {
	struct out out;
	void *states[N_OUTPUTS];
	uint64_t n_frames;
	uint64_t offset;	/* the end of the last frame */
};

static void take(void *context, const struct rkh_event *event)
{
	struct forms *forms = context;
	const struct trace_event given = { .data = event, .len = sizeof(*event) };

	/* Frames must come in order and not overlap. */
	if (event->offset < forms->offset || event->end < event->offset)
		abort();
	forms->offset = event->end;
	forms->n_frames++;
	for (unsigned i = 0; i < N_OUTPUTS; i++)
		outputs[i]->sink.event(forms->states[i], &given);
}

/* Every byte must be in a frame or be reported as skipped. */
static void check(const struct forms *forms, const struct rkh_counts *counts,
		  size_t size)
{
	uint64_t told = counts->records + counts->bad_sum + counts->aborted +
			counts->overlong + counts->short_recs +
			counts->left_over + counts->unknown + counts->unended;

	if (told != forms->n_frames || counts->bytes != size ||
	    counts->skipped > size)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct rkh_options options = { .map = NULL };
	struct rkh_output_options output = { .hz = 0 };
	struct forms forms = { .offset = 0 };
	struct rkh_stream *stream;
	size_t piece;

	if (size < 2)
		return 0;
	rkh_config_init(&options.config);
	if (data[0] % 8 < rkh_n_maps)
		options.map = rkh_maps[data[0] % 8];
	options.like_trazer = data[0] >> 3 & 1;
	output.hz = data[0] >> 4 & 1 ? 1000 : 0;
	output.config = options.config;
	output.out = &forms.out;
	piece = 1 + data[1];
	data += 2;
	size -= 2;

	if (out_init(&forms.out, open("/dev/null", O_WRONLY)) != 0)
		abort();
	for (unsigned i = 0; i < N_OUTPUTS; i++)
		forms.states[i] = outputs[i]->create(&output);
	stream = rkh_stream_new(&options, take, &forms);
	for (size_t at = 0; at < size; at += piece)
		rkh_stream_feed(stream, data + at,
				size - at < piece ? size - at : piece);
	rkh_stream_end(stream);
	check(&forms, rkh_stream_counts(stream), size);
	rkh_stream_free(stream);
	for (unsigned i = 0; i < N_OUTPUTS; i++)
		outputs[i]->sink.destroy(forms.states[i]);
	out_fini(&forms.out);
	close(forms.out.fd);
	return 0;
}

#ifndef FUZZ_WITHOUT_MAIN

static uint64_t state;

static uint64_t below(uint64_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % n;
}

/* A valid stream of some records, with any configuration. */
static void make_stream(struct maker *maker)
{
	static const uint8_t sizes[] = { 1, 2, 4 };
	struct rkh_config config;

	rkh_config_init(&config);
	config.version = 0x3400;
	config.switches = (uint32_t)below(1 << 18);
	if (below(2))
		config.switches |= RKH_HAS_SEQ | RKH_HAS_STAMP | RKH_HAS_SUM;
	config.id = sizes[below(3)];
	config.stamp = sizes[below(3)];
	config.signal = sizes[below(3)];
	maker_init(maker, &config, rkh_maps[below(3)]);
	if (below(4))
		maker_add_config(maker);
	for (unsigned n = (unsigned)below(40); n > 0; n--) {
		struct maker_record record = { .user = (unsigned)below(32) };
		uint8_t id = (uint8_t)below(256);

		record.kind = maker->map->kinds[id];
		if (id % 8 == 0)
			record.kind = RKH_USR;
		if (record.kind == RKH_KIND_NONE)
			continue;
		record.n_values = record.kind == RKH_USR ?
			(unsigned)below(MAKER_VALUES) :
			maker_count(maker, record.kind);
		for (unsigned i = 0; i < record.n_values; i++) {
			record.values[i].number = below(8);
			record.types[i] = (uint8_t)below(256);
			memset(record.values[i].text, 'a' + (int)below(30),
			       below(MAKER_TEXT));
		}
		maker_add(maker, &record);
	}
}

/* Change, drop or double a few bytes, or make them flags and escapes. */
static void hurt(struct maker *maker)
{
	for (unsigned n = (unsigned)below(8); n > 0 && maker->len > 1; n--) {
		uint8_t *byte = maker->bytes + below(maker->len);
		size_t behind = (size_t)(maker->bytes + maker->len - byte);

		switch (below(5)) {
		case 0:
			*byte = (uint8_t)below(256);
			break;
		case 1:
			*byte = (uint8_t)(0x7d + below(2));
			break;
		case 2:
			memmove(byte, byte + 1, behind - 1);
			maker->len--;
			break;
		case 3:
			maker->len -= below(behind);
			break;
		default:
			maker_add_bytes(maker, "\x7e\xac\x7d\x5e\x00", 5);
		}
	}
}

static void play(unsigned long rounds)
{
	for (; rounds > 0; rounds--) {
		struct maker maker;
		uint8_t *input;

		make_stream(&maker);
		hurt(&maker);
		/* In a block of its own, so that reading beyond it is
		 * detected. */
		input = malloc(maker.len + 2);
		if (!input)
			exit(1);
		input[0] = (uint8_t)below(256);
		input[1] = (uint8_t)below(256);
		memcpy(input + 2, maker.bytes, maker.len);
		LLVMFuzzerTestOneInput(input, maker.len + 2);
		free(input);
		maker_fini(&maker);
	}
}

static int play_file(const char *path)
{
	static uint8_t input[1 << 20];
	FILE *file = fopen(path, "rb");
	size_t n;

	if (!file) {
		perror(path);
		return 1;
	}
	n = fread(input, 1, sizeof(input), file);
	fclose(file);
	return LLVMFuzzerTestOneInput(input, n);
}

int main(int argc, char **argv)
{
	char *end = NULL;
	unsigned long rounds = argc > 1 ? strtoul(argv[1], &end, 10) : 1000;
	int status = 0;

	if (end && *end) {
		for (int i = 1; i < argc; i++)
			status |= play_file(argv[i]);
		return status;
	}
	state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	state |= 1;
	play(rounds);
	printf("%lu rounds\n", rounds);
	return 0;
}

#endif
