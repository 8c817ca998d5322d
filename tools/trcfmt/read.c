/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Reading an entry: every access to its bytes goes through here.
 *
 * The pointer is a count of bits without sign.  It may be set to anywhere,
 * within limits that keep the arithmetic exact; only reading looks whether
 * it is inside.
 */
#include "machine.h"

#include <math.h>

/* Bytes; $DATAPOINTER and $BASEPOINTER stop here. */
static const int64_t POINTER_MAX = (int64_t)1 << 40;

static int64_t clamp(tf_value bytes)
{
	if (bytes < 0)
		return 0;
	return bytes > POINTER_MAX ? POINTER_MAX : (int64_t)bytes;
}

void tf_set_pointer(struct trcfmt_run *run, tf_value bytes)
{
	run->pointer = clamp(bytes) * 8;
}

void tf_set_base(struct trcfmt_run *run, tf_value bytes)
{
	run->base = clamp(bytes) * 8;
}

static void align(struct trcfmt_run *run)
{
	run->pointer = (run->pointer + 7) / 8 * 8;
}

/* From the start of the entry. */
static uint64_t position(const struct trcfmt_run *run)
{
	return (uint64_t)(run->pointer + run->base);
}

static void go_to_end(struct trcfmt_run *run)
{
	int64_t end = (int64_t)run->size * 8 - run->base;

	run->pointer = end > 0 ? end : 0;
}

bool tf_at_end(const struct trcfmt_run *run)
{
	return position(run) >= run->size * 8;
}

void tf_move(struct trcfmt_run *run, const struct tf_insn *format)
{
	int64_t m = (int64_t)format->c * 8;

	switch (format->a) {
	case 'G':
		run->pointer = m + format->b;
		break;
	case 'O':
		run->pointer += m + format->b;
		if (run->pointer > POINTER_MAX * 8)
			run->pointer = POINTER_MAX * 8;
		break;
	case 'R':
		align(run);
		run->pointer = run->pointer > m ? run->pointer - m : 0;
		break;
	default:
		run->pointer = m * run->word;
		break;
	}
}

const unsigned char *tf_take(struct trcfmt_run *run, uint64_t n)
{
	align(run);

	uint64_t at = position(run) / 8;
	if (at > run->size || n > run->size - at) {
		go_to_end(run);
		return NULL;
	}
	run->pointer += (int64_t)n * 8;
	return run->data + at;
}

uint64_t tf_integer(const struct trcfmt_run *run, const unsigned char *p,
		    unsigned n)
{
	uint64_t value = 0;

	if (run->event->big_endian) {
		for (unsigned i = 0; i < n; i++)
			value = value << 8 | p[i];
	} else {
		while (n)
			value = value << 8 | p[--n];
	}
	return value;
}

unsigned tf_hook_field(const struct trcfmt_run *run, unsigned offset)
{
	return (unsigned)tf_integer(run, run->data + offset, 2);
}

unsigned tf_number_size(const struct trcfmt_run *run, uint8_t code,
			unsigned m)
{
	if (m == TF_WORD)
		return run->word;
	return m || code != 'X' ? m : 1;
}

bool tf_take_raw(struct trcfmt_run *run, unsigned size, tf_uvalue *raw)
{
	const unsigned char *p = tf_take(run, size);

	*raw = 0;
	if (!p)
		return false;
	if (size <= 8) {
		*raw = tf_integer(run, p, size);
		return true;
	}
	/* No machine has integers of this size: in the order of memory. */
	for (unsigned i = 0; i < size; i++)
		*raw = *raw << 8 | p[i];
	return true;
}

static tf_value from_float(double value)
{
	if (!isfinite(value) || fabs(value) >= 0x1p63)
		return 0;
	return (tf_value)(int64_t)value;
}

tf_value tf_convert(uint8_t code, unsigned size, tf_uvalue raw)
{
	union {
		uint32_t bits;
		float value;
	} f = { .bits = (uint32_t)raw };
	union {
		uint64_t bits;
		double value;
	} d = { .bits = (uint64_t)raw };
	bool is_signed = false;

	switch (code) {
	case 'D':
	case 'P':
		is_signed = true;
		break;
	case 'E':
		/* An int or a long; a shorter one was shortened
		 * intentionally. */
		is_signed = size >= 4;
		break;
	case 'T':
		return (uint32_t)raw;
	case 'F':
		return from_float(size == 4 ? (double)f.value : d.value);
	default:
		break;
	}
	if (is_signed && size && size < sizeof(raw) && raw >> (size * 8 - 1) & 1)
		raw -= (tf_uvalue)1 << (size * 8);
	return (tf_value)raw;
}

bool tf_bit(const struct trcfmt_run *run, uint64_t bit)
{
	return run->data[bit / 8] >> (7 - bit % 8) & 1;
}

bool tf_take_bits(struct trcfmt_run *run, uint64_t n, uint64_t *first,
		  tf_value *value)
{
	uint64_t at = position(run);
	uint64_t bits = 0;

	*value = 0;
	if (at > run->size * 8 || n > run->size * 8 - at) {
		go_to_end(run);
		return false;
	}
	for (uint64_t i = n > 64 ? n - 64 : 0; i < n; i++)
		bits = bits << 1 | tf_bit(run, at + i);
	run->pointer += (int64_t)n;
	*first = at;
	*value = bits;
	return true;
}

tf_value tf_read(struct trcfmt_run *run, const struct tf_insn *format)
{
	tf_uvalue raw;
	tf_value value;
	uint64_t first;

	if (format->a == 'B') {
		tf_take_bits(run, format->c * 8u + format->b, &first, &value);
		return value;
	}

	unsigned size = tf_number_size(run, format->a, format->c);
	if (!tf_take_raw(run, size, &raw))
		return 0;
	return tf_convert(format->a, size, raw);
}

static tf_uvalue low_bits(tf_uvalue value, uint64_t n)
{
	return n < 8 * sizeof(value) ? value & (((tf_uvalue)1 << n) - 1) : value;
}

tf_value tf_cast(const struct trcfmt_run *run, tf_value value,
		 const struct tf_insn *format)
{
	/* Values are taken modulo 2^64 wherever they leave the expression. */
	tf_uvalue raw = (uint64_t)value;

	if (format->a == TF_CODE_BITS)
		return (tf_value)low_bits(raw >> format->c,
					  format->b - format->c + 1u);
	if (format->a == 'B')
		return (tf_value)low_bits(raw, format->c * 8u + format->b);

	unsigned size = tf_number_size(run, format->a, format->c);
	return tf_convert(format->a, size, low_bits(raw, size * 8u));
}

/* Up to a NUL. */
static size_t text_length(const char *text, size_t size)
{
	const char *nul = memchr(text, 0, size);

	return nul ? (size_t)(nul - text) : size;
}

static bool take_counted(struct trcfmt_run *run, uint64_t n,
			 const char **text, size_t *size)
{
	const unsigned char *p = tf_take(run, n);

	*text = p ? (const char *)p : "";
	*size = p ? (size_t)n : 0;
	return p;
}

bool tf_take_text(struct trcfmt_run *run, const struct tf_insn *format,
		  const char **text, size_t *size)
{
	unsigned m = format->c;
	tf_uvalue length;

	*text = "";
	*size = 0;
	if (format->a == 'S') {
		return tf_take_raw(run, tf_number_size(run, 'S', m),
				   &length) &&
			take_counted(run, (uint64_t)length, text, size);
	}
	if (!m && format->b == TF_NO_N)
		m = 1;
	if (!take_counted(run, m, text, size))
		return false;
	*size = text_length(*text, *size);
	return true;
}

bool tf_cast_text(struct trcfmt_run *run, tf_value value,
		  const struct tf_insn *format, const char **text,
		  size_t *size)
{
	unsigned m = format->c;

	if (format->a == 'S') {
		m = tf_number_size(run, 'S', m);
		return take_counted(run, (uint64_t)
				    low_bits((uint64_t)value, m * 8u),
				    text, size);
	}
	if (!m && format->b == TF_NO_N)
		m = 1;
	if (m > sizeof(run->text_room))
		m = sizeof(run->text_room);

	/* The bytes as they would lie in the memory of the traced machine. */
	tf_uvalue raw = (uint64_t)value;
	for (unsigned i = 0; i < m; i++) {
		unsigned place = run->event->big_endian ? m - 1 - i : i;

		run->text_room[place] = (char)(unsigned char)raw;
		raw >>= 8;
	}
	*text = run->text_room;
	*size = text_length(run->text_room, m);
	return true;
}
