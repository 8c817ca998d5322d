/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Encoding and decoding the records of a live stream; see wire.h. */
#include "live/wire.h"

#include <string.h>

#include "base/crc32c.h"

/* Format bytes of RKH's user records. */
enum {
	FORMAT_U32 = 5,
	FORMAT_X32 = 6,
	FORMAT_STRING = 7,
	FORMAT_MEMORY = 8,
};

const struct rkh_layout wire_layout = {
	.id_size = 1,
	.stamp_size = 4,
	.has_seq = true,
	.has_sum = true,
};

uint32_t wire_crc(uint8_t id, uint8_t seq, uint32_t stamp, const void *args,
		  size_t n)
{
	const uint8_t head[WIRE_HEAD] = {
		id, seq, (uint8_t)stamp, (uint8_t)(stamp >> 8),
		(uint8_t)(stamp >> 16), (uint8_t)(stamp >> 24),
	};

	return pxt_crc32c(pxt_crc32c(0, head, sizeof(head)), args, n);
}

static uint8_t *put_u32(uint8_t *p, uint32_t value, uint8_t format)
{
	*p++ = format;
	for (int i = 0; i < 4; i++)
		*p++ = (uint8_t)(value >> 8 * i);
	return p;
}

static uint8_t *put_u64(uint8_t *p, uint64_t value, uint8_t format)
{
	p = put_u32(p, (uint32_t)value, format);
	return put_u32(p, (uint32_t)(value >> 32), format);
}

static uint8_t *put_string(uint8_t *p, const char *string)
{
	size_t size = strlen(string) + 1;

	*p++ = FORMAT_STRING;
	memcpy(p, string, size);
	return p + size;
}

static uint8_t *put_memory(uint8_t *p, const void *bytes, size_t len)
{
	const uint8_t *from = bytes;

	while (len) {
		size_t n = len < 255 ? len : 255;

		*p++ = FORMAT_MEMORY;
		*p++ = (uint8_t)n;
		memcpy(p, from, n);
		p += n;
		from += n;
		len -= n;
	}
	return p;
}

/* The remaining arguments; `is_bad` if one was missing. */
struct reader {
	const uint8_t *p;
	const uint8_t *end;
	bool is_bad;
};

static uint32_t get_u32(struct reader *r)
{
	uint32_t value;

	if (r->end - r->p < 5 || (*r->p != FORMAT_U32 && *r->p != FORMAT_X32)) {
		r->is_bad = true;
		return 0;
	}
	value = (uint32_t)rkh_get_uint(r->p + 1, 4);
	r->p += 5;
	return value;
}

static uint64_t get_u64(struct reader *r)
{
	uint64_t low = get_u32(r);

	return low | (uint64_t)get_u32(r) << 32;
}

static void get_string(struct reader *r, char *string, size_t size)
{
	size_t left = (size_t)(r->end - r->p), len;

	if (left == 0 || *r->p != FORMAT_STRING) {
		r->is_bad = true;
		return;
	}
	len = strnlen((const char *)r->p + 1, left - 1);
	if (len == left - 1 || len >= size) {
		r->is_bad = true;
		return;
	}
	memcpy(string, r->p + 1, len + 1);
	r->p += len + 2;
}

/* All pieces of memory that follow; at most `size` bytes. */
static size_t get_memory(struct reader *r, uint8_t *to, size_t size)
{
	size_t len = 0;

	while (r->end - r->p >= 2 && *r->p == FORMAT_MEMORY) {
		size_t n = r->p[1];

		if ((size_t)(r->end - r->p) < n + 2 || len + n > size) {
			r->is_bad = true;
			return 0;
		}
		memcpy(to + len, r->p + 2, n);
		len += n;
		r->p += n + 2;
	}
	return len;
}

/* All arguments were present, and nothing else. */
static bool is_done(const struct reader *r)
{
	return !r->is_bad && r->p == r->end;
}

size_t wire_put_config(uint8_t *args, const struct wire_config *config)
{
	uint8_t *p = put_u32(args, config->version, FORMAT_U32);

	p = put_u32(p, config->session, FORMAT_X32);
	p = put_u32(p, config->big_endian, FORMAT_U32);
	p = put_u32(p, config->pointer_size, FORMAT_U32);
	p = put_u32(p, config->target, FORMAT_U32);
	p = put_u64(p, config->created, FORMAT_U32);
	p = put_u64(p, config->data_max, FORMAT_U32);
	p = put_string(p, config->name);
	p = put_string(p, config->host);
	return (size_t)(p - args);
}

bool wire_get_config(const uint8_t *args, size_t n,
		     struct wire_config *config)
{
	struct reader r = { args, args + n, false };

	memset(config, 0, sizeof(*config));
	config->version = get_u32(&r);
	config->session = get_u32(&r);
	config->big_endian = get_u32(&r);
	config->pointer_size = get_u32(&r);
	config->target = get_u32(&r);
	config->created = get_u64(&r);
	config->data_max = get_u64(&r);
	get_string(&r, config->name, sizeof(config->name));
	get_string(&r, config->host, sizeof(config->host));
	return is_done(&r);
}

size_t wire_put_event(uint8_t *args, const struct wire_event *event)
{
	uint8_t *p = put_u32(args, event->number, FORMAT_U32);

	p = put_u64(p, event->time, FORMAT_U32);
	p = put_u32(p, event->id, FORMAT_U32);
	p = put_u32(p, event->pid, FORMAT_U32);
	p = put_u32(p, event->tid, FORMAT_U32);
	p = put_u64(p, event->thread, FORMAT_X32);
	p = put_u64(p, event->address, FORMAT_X32);
	p = put_u32(p, event->truncated, FORMAT_U32);
	p = put_memory(p, event->data, event->len);
	return (size_t)(p - args);
}

bool wire_get_event(const uint8_t *args, size_t n, uint8_t *scratch,
		    struct wire_event *event)
{
	struct reader r = { args, args + n, false };

	event->number = get_u32(&r);
	event->time = get_u64(&r);
	event->id = get_u32(&r);
	event->pid = get_u32(&r);
	event->tid = get_u32(&r);
	event->thread = get_u64(&r);
	event->address = get_u64(&r);
	event->truncated = get_u32(&r);
	event->len = get_memory(&r, scratch, WIRE_DATA_MAX);
	event->data = scratch;
	return is_done(&r);
}

size_t wire_put_type(uint8_t *args, const struct wire_type *type)
{
	uint8_t *p = put_u32(args, type->id, FORMAT_U32);

	p = put_string(p, type->name);
	p = put_string(p, type->arguments);
	return (size_t)(p - args);
}

bool wire_get_type(const uint8_t *args, size_t n, struct wire_type *type)
{
	struct reader r = { args, args + n, false };

	type->id = get_u32(&r);
	get_string(&r, type->name, sizeof(type->name));
	get_string(&r, type->arguments, sizeof(type->arguments));
	return is_done(&r);
}

size_t wire_put_loss(uint8_t *args, const struct wire_loss *loss)
{
	uint8_t *p = put_u32(args, loss->number, FORMAT_U32);

	p = put_u64(p, loss->events, FORMAT_U32);
	p = put_u64(p, loss->first, FORMAT_U32);
	p = put_u64(p, loss->resume, FORMAT_U32);
	return (size_t)(p - args);
}

bool wire_get_loss(const uint8_t *args, size_t n, struct wire_loss *loss)
{
	struct reader r = { args, args + n, false };

	loss->number = get_u32(&r);
	loss->events = get_u64(&r);
	loss->first = get_u64(&r);
	loss->resume = get_u64(&r);
	return is_done(&r);
}

size_t wire_put_end(uint8_t *args, const struct wire_end *end)
{
	uint8_t *p = put_u32(args, end->number, FORMAT_U32);

	p = put_u64(p, end->lost, FORMAT_U32);
	return (size_t)(p - args);
}

bool wire_get_end(const uint8_t *args, size_t n, struct wire_end *end)
{
	struct reader r = { args, args + n, false };

	end->number = get_u32(&r);
	end->lost = get_u64(&r);
	return is_done(&r);
}

size_t wire_put_check(uint8_t *args, const struct wire_check *check)
{
	uint8_t crcs[4 * WIRE_GROUP];
	uint8_t *p = put_u32(args, check->group, FORMAT_U32);

	p = put_u32(p, check->first_seq, FORMAT_U32);
	for (uint32_t i = 0; i < check->n; i++)
		for (unsigned k = 0; k < 4; k++)
			crcs[4 * i + k] = (uint8_t)(check->crc[i] >> 8 * k);
	p = put_memory(p, crcs, 4 * (size_t)check->n);
	/* It has no CHECK of its own. */
	p = put_u32(p, pxt_crc32c(0, args, (size_t)(p - args)), FORMAT_X32);
	return (size_t)(p - args);
}

bool wire_get_check(const uint8_t *args, size_t n, struct wire_check *check)
{
	struct reader r = { args, args + n, false };
	uint8_t crcs[4 * WIRE_GROUP];
	uint32_t crc;
	size_t len;

	check->group = get_u32(&r);
	check->first_seq = get_u32(&r);
	len = get_memory(&r, crcs, sizeof(crcs));
	crc = pxt_crc32c(0, args, (size_t)(r.p - args));
	if (get_u32(&r) != crc || !is_done(&r) || len == 0 || len % 4 ||
	    check->first_seq > UINT8_MAX)
		return false;
	check->n = (uint32_t)(len / 4);
	for (uint32_t i = 0; i < check->n; i++)
		check->crc[i] = (uint32_t)rkh_get_uint(crcs + 4 * i, 4);
	return true;
}
