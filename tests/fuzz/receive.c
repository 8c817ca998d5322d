/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Any bytes received from a line result in a readable log or in none.
 *
 * The first byte says how the others are sent: unchanged, or as frames with
 * right checksums, each confirmed by a CHECK or not.  Such a frame is given as
 * id, stamp (4 bytes), length (2 bytes) and arguments.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "live/receiver.h"
#include "live/sender.h"
#include "log/check.h"
#include "read-trace.h"

enum { HOW_RAW = 1, HOW_CHECKED = 2, HEAD = 7 };

static void found(void *context, uint64_t offset, bool is_fault,
		  const char *text)
{
	size_t *n_faults = context;

	/* An incomplete log is no fault, because a line may break. */
	if (!is_fault || strstr(text, "was not completed"))
		return;
	fprintf(stderr, "broken: offset %" PRIu64 ": %s\n", offset, text);
	++*n_faults;
}

static bool send_frame(struct receiver *receiver, struct rkh_encoder *encoder,
		       uint8_t id, uint32_t stamp, const uint8_t *args,
		       size_t n)
{
	const size_t room = RKH_FRAME_ROOM(n);
	uint8_t *bytes = malloc(room);
	bool goes_on;

	if (!bytes)
		abort();
	rkh_begin(encoder, bytes, room, id, stamp);
	rkh_put_bytes(encoder, args, n);
	goes_on = receiver_feed(receiver, bytes, rkh_end(encoder));
	free(bytes);
	return goes_on;
}

static void send_frames(struct receiver *receiver, const uint8_t *data,
			size_t size, bool checked)
{
	struct wire_check check = { .n = 1 };
	struct rkh_encoder encoder;
	uint8_t args[64];
	bool goes_on;

	rkh_encoder_init(&encoder, &wire_layout);
	goes_on = receiver_feed(receiver, (const uint8_t *)"~", 1);
	while (goes_on && size >= HEAD) {
		const uint32_t stamp = (uint32_t)rkh_get_uint(data + 1, 4);
		size_t n = rkh_get_uint(data + 5, 2);

		if (n > size - HEAD)
			n = size - HEAD;
		check.first_seq = encoder.seq;
		check.crc[0] = wire_crc(data[0], encoder.seq, stamp,
					data + HEAD, n);
		goes_on = send_frame(receiver, &encoder, data[0], stamp,
				     data + HEAD, n);
		if (goes_on && checked)
			goes_on = send_frame(receiver, &encoder, WIRE_CHECK,
					     stamp, args,
					     wire_put_check(args, &check));
		check.group++;
		data += HEAD + n;
		size -= HEAD + n;
	}
}

/* The log is valid, however little was received. */
static void check_log(int fd)
{
	size_t n_faults = 0;
	struct pxt_finder finder = { .found = found, .context = &n_faults };

	if (read_trace(fd) != 0)
		abort();
	if (pxt_log_check(fd, &finder) != 0 || n_faults > 0)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct receiver_counts counts;
	struct receiver *receiver;
	int fd = fuzz_file(NULL, 0);

	receiver = receiver_create(fd, "line");
	if (fd < 0 || !receiver || size < 1)
		goto close_file;
	if (data[0] & HOW_RAW)
		receiver_feed(receiver, data + 1, size - 1);
	else
		send_frames(receiver, data + 1, size - 1,
			    data[0] & HOW_CHECKED);
	receiver_finish(receiver);
	receiver_count(receiver, &counts);
	if (!counts.has_begun || receiver_error(receiver) != 0)
		goto close_file;
	check_log(fd);
	receiver_destroy(receiver);
	close(fd);
	return 0;

close_file:
	receiver_destroy(receiver);
	if (fd >= 0)
		close(fd);
	return -1;
}

static uint8_t *put_frame(uint8_t *p, uint8_t id, uint32_t stamp,
			  const uint8_t *args, size_t n)
{
	*p++ = id;
	for (unsigned i = 0; i < 4; i++)
		*p++ = (uint8_t)(stamp >> 8 * i);
	*p++ = (uint8_t)n;
	*p++ = (uint8_t)(n >> 8);
	memcpy(p, args, n);
	return p + n;
}

static struct wire_config config = {
	.version = WIRE_VERSION,
	.session = 5,
	.pointer_size = 8,
	.target = 77,
	.created = 1000,
	.data_max = 4096,
	.name = "seed",
	.host = "here",
};

static const struct wire_type type = {
	.id = 70, .name = "some:type", .arguments = "n:u32",
};

static struct wire_event nth_event(uint32_t i)
{
	return (struct wire_event){
		.number = i, .time = 2000 + 3000 * (uint64_t)i,
		.id = i % 4 == 3 ? POSIX_TRACE_START : 70,
		.pid = 77, .tid = 77 + i % 3, .thread = i % 3,
		.data = (const uint8_t *)"data of an event that is long",
		.len = i * 3,
	};
}

static size_t make_frames(uint8_t *bytes, uint8_t how)
{
	const struct wire_loss loss = {
		.number = 8, .events = 3, .first = 9000, .resume = 9500,
	};
	const struct wire_end end = { .number = 8, .lost = 3 };
	uint8_t args[1000];
	uint8_t *p = bytes;

	*p++ = how;
	p = put_frame(p, WIRE_CONFIG, 0, args, wire_put_config(args, &config));
	p = put_frame(p, WIRE_TYPE, 0, args, wire_put_type(args, &type));
	for (uint32_t i = 0; i < 8; i++) {
		struct wire_event event = nth_event(i);

		p = put_frame(p, WIRE_EVENT, (uint32_t)(event.time / 1000),
			      args, wire_put_event(args, &event));
	}
	p = put_frame(p, WIRE_LOSS, 0, args, wire_put_loss(args, &loss));
	p = put_frame(p, WIRE_END, 0, args, wire_put_end(args, &end));
	return (size_t)(p - bytes);
}

/* The output of a sender. */
static size_t make_line(uint8_t *bytes, size_t room)
{
	struct sender *sender = sender_create(&config);
	size_t n;

	if (!sender)
		abort();
	sender_type(sender, &type);
	for (uint32_t i = 0; i < 10; i++) {
		struct wire_event event = nth_event(i);

		sender_event(sender, &event);
	}
	sender_end(sender, 0);
	n = sender->n < room - 1 ? sender->n : room - 1;
	bytes[0] = HOW_RAW;
	memcpy(bytes + 1, sender->bytes, n);
	sender_destroy(sender);
	return n + 1;
}

uint8_t *fuzz_seed(unsigned n, size_t *size)
{
	enum { ROOM = 16 << 10 };
	uint8_t *bytes = n < 6 ? malloc(ROOM) : NULL;

	if (!bytes)
		return NULL;
	/* From a machine of either byte order. */
	config.big_endian = n / 3;
	n %= 3;
	*size = n == 2 ? make_line(bytes, ROOM) :
			 make_frames(bytes, n ? HOW_CHECKED : 0);
	return bytes;
}

/* Checksums are right, or are what is tested. */
void fuzz_repair(uint8_t *data, size_t size, uint64_t random)
{
	(void)data;
	(void)size;
	(void)random;
}
