/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * From hexadecimal forms to bytes; see unhex.h.  Checksums and lengths are
 * checked.  Where a record says it belongs is compared with where the one
 * before it ended, and not believed: a buffer is dumped in one piece, and a
 * wrong address must not make a file of gigabytes.
 */
#include "common/unhex.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	LINE_BYTES = 300,		/* a record has at most 260 */
	BUFFER = 64 * 1024,
};

struct work {
	int in, out;
	unsigned char text[BUFFER];	/* read ahead ... */
	size_t text_n, text_at;
	unsigned char bytes[BUFFER];	/* ... and not yet written */
	size_t n;
	uint64_t line;
	uint64_t upper;			/* Intel: bits above the record's 16 */
	uint64_t next;			/* address the next record goes on at */
	bool has_next;
	bool ended;			/* a record said so */
	struct unhex_result *result;
	struct unhex_fault *fault;
};

static int complain(struct work *work, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static int complain(struct work *work, const char *format, ...)
{
	va_list args;

	work->fault->line = work->line;
	va_start(args, format);
	vsnprintf(work->fault->text, sizeof(work->fault->text), format, args);
	va_end(args);
	return EBADMSG;
}

static int flush(struct work *work)
{
	size_t done = 0;

	while (done < work->n) {
		ssize_t n = write(work->out, work->bytes + done,
				  work->n - done);

		if (n >= 0)
			done += (size_t)n;
		else if (errno != EINTR)
			return errno;
	}
	work->n = 0;
	return 0;
}

static int put(struct work *work, unsigned char byte)
{
	work->bytes[work->n++] = byte;
	work->result->n_bytes++;
	return work->n == BUFFER ? flush(work) : 0;
}

/* The next character, or -1 at the end; *err is set if that is an error. */
static int get(struct work *work, int *err)
{
	ssize_t n;

	if (work->text_at < work->text_n)
		return work->text[work->text_at++];
	do
		n = read(work->in, work->text, sizeof(work->text));
	while (n < 0 && errno == EINTR);
	if (n <= 0) {
		*err = n < 0 ? errno : 0;
		return -1;
	}
	work->text_n = (size_t)n;
	work->text_at = 1;
	return work->text[0];
}

static int digit(int c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* A record: what is on the line after its mark, as bytes. */
struct record {
	char type;			/* S-record: the digit */
	unsigned char bytes[LINE_BYTES];
	size_t n;
	bool has_newline;		/* that ended it; else the file did */
};

/* The digits up to the end of the line. */
static int take_digits(struct work *work, struct record *record, int *err)
{
	int c, high = -1;

	record->n = 0;
	while ((c = get(work, err)) >= 0 && c != '\n' && c != '\r') {
		int value = digit(c);

		if (value < 0 && (c == ' ' || c == '\t'))
			continue;
		if (value < 0)
			return complain(work, "'%c' is no hexadecimal digit",
					isprint(c) ? c : '?');
		if (high < 0) {
			high = value;
			continue;
		}
		if (record->n == sizeof(record->bytes))
			return complain(work, "the line is too long for a "
					"record");
		record->bytes[record->n++] = (unsigned char)(high << 4 | value);
		high = -1;
	}
	if (*err)
		return *err;
	record->has_newline = c == '\n';
	return high < 0 ? 0 : complain(work, "an odd number of digits");
}

/* Skip to the mark of the next record; -1 at the end. */
static int next_mark(struct work *work, int *err)
{
	int c;

	while ((c = get(work, err)) >= 0 && isspace(c))
		work->line += c == '\n';
	return c;
}

static uint64_t number(const unsigned char *bytes, size_t n)
{
	uint64_t value = 0;

	for (size_t i = 0; i < n; i++)
		value = value << 8 | bytes[i];
	return value;
}

/* Data of a record that belongs at `address`. */
static int take_data(struct work *work, uint64_t address,
		     const unsigned char *bytes, size_t n)
{
	int err = 0;

	if (!work->has_next)
		work->result->base = address;
	else if (address != work->next && !work->result->jump_line)
		work->result->jump_line = work->line;
	work->has_next = true;
	work->next = address + n;
	for (size_t i = 0; i < n && !err; i++)
		err = put(work, bytes[i]);
	return err;
}

static int intel_record(struct work *work, const struct record *record)
{
	const unsigned char *b = record->bytes;
	unsigned char sum = 0;
	size_t n;

	for (size_t i = 0; i < record->n; i++)
		sum += b[i];
	n = record->n < 5 ? 0 : b[0];
	if (record->n != n + 5)
		return complain(work, "the record has %zu bytes instead of %zu",
				record->n, n + 5);
	if (sum)
		return complain(work, "the checksum is 0x%02X, not 0x%02X",
				b[record->n - 1],
				(unsigned char)(b[record->n - 1] - sum));
	switch (b[3]) {
	case 0:
		return take_data(work, work->upper + number(b + 1, 2), b + 4, n);
	case 1:
		work->ended = true;
		return 0;
	case 2:
	case 4:
		if (n != 2)
			return complain(work, "an address record has %zu bytes,"
					" not 2", n);
		work->upper = number(b + 4, 2) << (b[3] == 2 ? 4 : 16);
		return 0;
	case 3:
	case 5:
		return 0;
	default:
		return complain(work, "unknown record type %u", b[3]);
	}
}

static int srecord(struct work *work, const struct record *record)
{
	static const unsigned char address_size[] = {
		2, 2, 3, 4, 0, 2, 3, 4, 3, 2,
	};
	const unsigned char *b = record->bytes;
	unsigned type = (unsigned)(record->type - '0');
	size_t size = address_size[type];
	unsigned char sum = 0;

	for (size_t i = 0; i < record->n; i++)
		sum += b[i];
	if (record->n < 1 || record->n != b[0] + 1u || b[0] < size + 1)
		return complain(work, "the record has %zu bytes instead of %u",
				record->n, record->n ? b[0] + 1u : 0);
	if (sum != 0xff)
		return complain(work, "the checksum is 0x%02X, not 0x%02X",
				b[record->n - 1],
				(unsigned char)(b[record->n - 1] - sum - 1));
	if (type >= 1 && type <= 3)
		return take_data(work, number(b + 1, size), b + 1 + size,
				 record->n - size - 2);
	work->ended = type >= 7;
	return 0;
}

static int take_record(struct work *work, enum unhex_form form, int mark)
{
	struct record record;
	int err = 0, wrong;

	if (form == UNHEX_INTEL ? mark != ':' : mark != 'S')
		return complain(work, "the line does not begin with '%c'",
				form == UNHEX_INTEL ? ':' : 'S');
	if (form == UNHEX_SRECORD) {
		int type = get(work, &err);

		if (err)
			return err;
		if (type < '0' || type > '9' || type == '4')
			return complain(work, "no S-record has that type");
		record.type = (char)type;
	}
	wrong = take_digits(work, &record, &err);
	if (wrong)
		return wrong;
	wrong = form == UNHEX_INTEL ? intel_record(work, &record) :
		srecord(work, &record);
	work->line += record.has_newline;
	return wrong;
}

static int take_records(struct work *work, enum unhex_form form)
{
	int err = 0, mark;

	while (!work->ended && (mark = next_mark(work, &err)) >= 0) {
		err = take_record(work, form, mark);
		if (err)
			return err;
	}
	return err;
}

static int take_all_digits(struct work *work)
{
	int c, err = 0, high = -1;

	while ((c = get(work, &err)) >= 0) {
		int value = digit(c);

		if (isspace(c)) {
			work->line += c == '\n';
		} else if (value < 0) {
			return complain(work, "'%c' is no hexadecimal digit",
					isprint(c) ? c : '?');
		} else if (high < 0) {
			high = value;
		} else {
			int failed = put(work, (unsigned char)
					 (high << 4 | value));

			if (failed)
				return failed;
			high = -1;
		}
	}
	if (err)
		return err;
	return high < 0 ? 0 : complain(work, "an odd number of digits");
}

enum unhex_form unhex_detect(const void *bytes, size_t len)
{
	const unsigned char *text = bytes;
	size_t at = 0, n = 0;

	while (at < len && isspace(text[at]))
		at++;
	if (at + 2 < len && text[at] == ':' && digit(text[at + 1]) >= 0 &&
	    digit(text[at + 2]) >= 0)
		return UNHEX_INTEL;
	if (at + 2 < len && text[at] == 'S' && isdigit(text[at + 1]) &&
	    digit(text[at + 2]) >= 0)
		return UNHEX_SRECORD;
	for (; at < len; at++) {
		if (isspace(text[at]))
			continue;
		if (digit(text[at]) < 0)
			return UNHEX_NONE;
		n++;
	}
	return n >= 8 ? UNHEX_DIGITS : UNHEX_NONE;
}

const char *unhex_name(enum unhex_form form)
{
	static const char *const names[] = {
		"binary", "Intel HEX", "S-records", "hexadecimal digits",
	};

	return names[form];
}

int unhex(enum unhex_form form, int in, int out, struct unhex_result *result,
	  struct unhex_fault *fault)
{
	struct work *work = calloc(1, sizeof(*work));
	int err, failed;

	*result = (struct unhex_result){ 0 };
	*fault = (struct unhex_fault){ 0 };
	if (!work)
		return ENOMEM;
	work->in = in;
	work->out = out;
	work->line = 1;
	work->result = result;
	work->fault = fault;
	err = form == UNHEX_DIGITS ? take_all_digits(work) :
	      take_records(work, form);
	failed = flush(work);
	free(work);
	return err ? err : failed;
}
