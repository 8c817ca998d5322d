/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Formatting values for the report.
 */
#include "machine.h"

#include <stdio.h>
#include <time.h>

#include "errname.h"

static const char hex_digits[] = "0123456789ABCDEF";

static void put_hex(struct tf_sink *sink, tf_uvalue value, unsigned digits)
{
	while (digits)
		tf_sink_char(sink, hex_digits[value >> (--digits * 4) & 0xf]);
}

static void put_octal(struct tf_sink *sink, uint64_t value)
{
	char digits[22];
	unsigned n = sizeof(digits);

	do {
		digits[--n] = (char)('0' + value % 8);
		value /= 8;
	} while (value);
	tf_sink_put(sink, digits + n, sizeof(digits) - n);
}

static void put_float(struct tf_sink *sink, unsigned size, tf_uvalue raw)
{
	union {
		uint32_t bits;
		float value;
	} f = { .bits = (uint32_t)raw };
	union {
		uint64_t bits;
		double value;
	} d = { .bits = (uint64_t)raw };
	char text[40];

	if (size == 4)
		snprintf(text, sizeof(text), "%0.4E", (double)f.value);
	else
		snprintf(text, sizeof(text), "%0.8E", d.value);
	tf_sink_string(sink, text);
}

/* The format of ctime(), but in GMT and in English. */
static void put_date(struct tf_sink *sink, uint32_t seconds)
{
	static const char days[] = "SunMonTueWedThuFriSat";
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	time_t t = (time_t)seconds;
	struct tm tm;
	char text[64];

	if (!gmtime_r(&t, &tm))
		return;
	snprintf(text, sizeof(text), "%.3s %.3s %2d %02d:%02d:%02d %d",
		 days + 3 * tm.tm_wday, months + 3 * tm.tm_mon, tm.tm_mday,
		 tm.tm_hour, tm.tm_min, tm.tm_sec, 1900 + tm.tm_year);
	tf_sink_string(sink, text);
}

static void put_errno(struct tf_sink *sink, tf_value value)
{
	const char *name = value > 0 ? tf_errno_name((uint64_t)value) : NULL;

	if (name)
		tf_sink_string(sink, name);
	else
		tf_sink_signed(sink, (long long)value);
}

static void put_path(struct trcfmt_run *run, int64_t pid)
{
	char room[TF_MACRO_TEXT_ROOM];
	const char *path = tf_exec_path(run, pid, room);

	tf_sink_name(&run->sink, path, strlen(path));
}

/* A number of `size` bytes, the others of raw are 0. */
static void put_number(struct trcfmt_run *run, uint8_t code, unsigned size,
		       tf_uvalue raw)
{
	struct tf_sink *sink = &run->sink;
	tf_value value = tf_convert(code, size, raw);

	switch (code) {
	case 'D':
		tf_sink_signed(sink, (long long)value);
		break;
	case 'U':
		tf_sink_unsigned(sink, (uint64_t)raw);
		break;
	case 'o':
		put_octal(sink, (uint64_t)raw);
		break;
	case 'F':
		put_float(sink, size, raw);
		break;
	case 'T':
		put_date(sink, (uint32_t)raw);
		break;
	case 'E':
		put_errno(sink, value);
		break;
	case 'P':
		put_path(run, (int64_t)value);
		break;
	default:
		put_hex(sink, raw, size * 2);
		break;
	}
}

/* For incomplete data. */
static void put_missing(struct trcfmt_run *run)
{
	tf_sink_put(&run->sink, "??", 2);
}

/* A0 and X0 are one byte without a blank. */
static bool has_blank(const struct tf_insn *format)
{
	return format->c || (format->a != 'A' && format->a != 'X');
}

/* Left-justified in n columns, if there is an n. */
static void put_text(struct trcfmt_run *run, const struct tf_insn *format,
		     const char *text, size_t size)
{
	struct tf_sink *sink = &run->sink;

	if (format->a == 'A' && format->b != TF_NO_N) {
		if (size > format->b)
			size = format->b;
		tf_sink_data(sink, text, size);
		tf_sink_blanks(sink, format->b - size);
	} else {
		tf_sink_data(sink, text, size);
	}
}

static void print_text(struct trcfmt_run *run, const struct tf_insn *format)
{
	const char *text;
	size_t size;

	if (tf_take_text(run, format, &text, &size))
		put_text(run, format, text, size);
	else
		put_missing(run);
}

static void print_bits(struct trcfmt_run *run, const struct tf_insn *format)
{
	uint64_t n = format->c * 8u + format->b;
	uint64_t first;
	tf_value value;

	if (!tf_take_bits(run, n, &first, &value)) {
		put_missing(run);
		return;
	}
	for (uint64_t i = 0; i < n && !run->sink.full; i++)
		tf_sink_char(&run->sink, tf_bit(run, first + i) ? '1' : '0');
}

void tf_print(struct trcfmt_run *run, const struct tf_insn *format)
{
	tf_uvalue raw;

	if (format->a == 'A' || format->a == 'S') {
		print_text(run, format);
	} else if (format->a == 'B') {
		print_bits(run, format);
	} else {
		unsigned size = tf_number_size(run, format->a, format->c);

		if (tf_take_raw(run, size, &raw))
			put_number(run, format->a, size, raw);
		else
			put_missing(run);
	}
	if (has_blank(format))
		tf_print_blank(run);
}

static void print_value_bits(struct trcfmt_run *run, uint64_t value,
			     uint64_t n)
{
	for (; n && !run->sink.full; n--)
		tf_sink_char(&run->sink, n <= 64 && value >> (n - 1) & 1 ?
			     '1' : '0');
}

static void print_cast_text(struct trcfmt_run *run, tf_value value,
			    const struct tf_insn *format)
{
	const char *text;
	size_t size;

	if (tf_cast_text(run, value, format, &text, &size))
		put_text(run, format, text, size);
	else
		put_missing(run);
}

void tf_print_cast(struct trcfmt_run *run, tf_value value,
		   const struct tf_insn *format)
{
	switch (format->a) {
	case 'A':
	case 'S':
		print_cast_text(run, value, format);
		break;
	case 'B':
		print_value_bits(run, (uint64_t)value,
				 format->c * 8u + format->b);
		break;
	case TF_CODE_BITS:
		tf_print_hex(run, tf_cast(run, value, format));
		return;
	default: {
		unsigned size = tf_number_size(run, format->a, format->c);
		tf_uvalue raw = (uint64_t)value;

		if (size < 8)
			raw &= ((tf_uvalue)1 << (size * 8)) - 1;
		put_number(run, format->a, size, raw);
		break;
	}
	}
	if (has_blank(format))
		tf_print_blank(run);
}

void tf_print_macro_text(struct trcfmt_run *run, const struct tf_insn *insn)
{
	char room[TF_MACRO_TEXT_ROOM];
	const char *text = tf_macro_text(run, (enum tf_macro)insn->d, room);
	size_t size = strlen(text);

	if (insn->a == 'A') {
		size_t m = insn->c || insn->b != TF_NO_N ? insn->c : 1;

		put_text(run, insn, text, size < m ? size : m);
		if (!has_blank(insn))
			return;
	} else {
		tf_sink_name(&run->sink, text, size);
	}
	tf_print_blank(run);
}

void tf_print_hex(struct trcfmt_run *run, tf_value value)
{
	uint64_t v = (uint64_t)value;
	unsigned digits = 4;

	while (digits < 16 && v >> (digits * 4))
		digits++;
	put_hex(&run->sink, v, digits);
	tf_print_blank(run);
}

void tf_print_decimal(struct trcfmt_run *run, tf_value value)
{
	if (value < 0)
		tf_sink_signed(&run->sink, (long long)value);
	else
		tf_sink_unsigned(&run->sink, (uint64_t)value);
	tf_print_blank(run);
}

void tf_print_cpu(struct trcfmt_run *run, tf_value value)
{
	if (value > 0) {
		tf_print_decimal(run, value);
		return;
	}
	tf_sink_char(&run->sink, '-');
	tf_print_blank(run);
}

void tf_print_timer(struct trcfmt_run *run, tf_value a, tf_value b)
{
	struct tf_sink *sink = &run->sink;
	int64_t start;

	if (!tf_timers_find(&run->timers, (uint64_t)a, (uint64_t)b, &start))
		return;

	tf_value ns = (tf_value)run->event->time_ns - start;
	tf_sink_char(sink, '[');
	tf_sink_signed(sink, (long long)(ns / 1000));
	tf_sink_string(sink, " usec]");
	tf_print_blank(run);
}

void tf_print_error(struct trcfmt_run *run)
{
	struct tf_sink *sink = &run->sink;
	const char *log = run->trace.log_file ? run->trace.log_file : "-";
	char hook[5];

	trcfmt_hook_format(hook, run->event->hook);
	tf_sink_newline(sink);
	tf_sink_string(sink, "ERROR: log file ");
	tf_sink_name(sink, log, strlen(log));
	tf_sink_string(sink, ", offset ");
	tf_sink_unsigned(sink, run->event->log_offset);
	tf_sink_string(sink, ", trace id ");
	tf_sink_string(sink, hook);
	tf_sink_newline(sink);
}

static void dump_line(struct trcfmt_run *run, uint64_t at, uint64_t end)
{
	struct tf_sink *sink = &run->sink;
	unsigned n = end - at < 16 ? (unsigned)(end - at) : 16;

	put_hex(sink, at - run->word, 4);
	tf_sink_blanks(sink, 1);
	for (unsigned i = 0; i < 16; i++) {
		tf_sink_blanks(sink, i == 8 ? 2 : 1);
		if (i < n)
			put_hex(sink, run->data[at + i], 2);
		else
			tf_sink_blanks(sink, 2);
	}
	tf_sink_blanks(sink, 2);
	tf_sink_data(sink, (const char *)run->data + at, n);
}

void tf_print_dump(struct trcfmt_run *run)
{
	for (uint64_t at = run->word; at < run->size && !run->sink.full;
	     at += 16) {
		if (at > run->word)
			tf_sink_newline(&run->sink);
		dump_line(run, at, run->size);
	}
}
