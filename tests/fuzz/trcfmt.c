/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Random templates for the compiler, and random events for the interpreter.
 * Both are in buffers of exactly their size, so that a sanitizer detects reads
 * outside of them.
 *
 * An input is the text of a template file, a zero byte, a byte of flags (1:
 * 64 bits, 2: generic, 4: big endian, 8: truncated), and a payload.
 *
 * usage: fuzz-trcfmt ITERATIONS [SEED]		reproducible inputs
 *
 * LLVMFuzzerTestOneInput() is for libFuzzer, to be compiled with -DPXT_NO_MAIN.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "trcfmt.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* How far the inputs got, to check the coverage of the test. */
static unsigned long compiled, evaluated;

static void complain(void *arg, const struct trcfmt_diag *diag)
{
	size_t *length = arg;

	*length += strlen(diag->text);
}

static const char *exec_path(void *arg, int64_t pid)
{
	return pid % 2 ? arg : NULL;
}

/* Lines must not end with blanks, and the text must not exceed its maximum. */
static void check_text(const struct trcfmt_result *result)
{
	static const char marks[] = " [cut] [truncated]";
	const char *text = result->text;

	if (result->size > TRCFMT_TEXT_MAX + sizeof(marks) ||
	    text[result->size])
		abort();
	for (size_t i = 1; i <= result->size; i++)
		if (text[i - 1] == ' ' && (text[i] == '\n' || !text[i]))
			abort();
}

static void evaluate(struct trcfmt_run *run, uint16_t hook, unsigned flags,
		     const uint8_t *payload, size_t size)
{
	struct trcfmt_hookword word = {
		.hook = hook,
		.hd = (uint16_t)(flags * 257),
		.env = flags & 1 ? 64 : 32,
		.generic = flags & 2,
		.big_endian = flags & 4,
	};
	size_t entry_size = trcfmt_word_size(word.env) + size;
	unsigned char *entry = malloc(entry_size);
	struct trcfmt_result result;

	if (!entry)
		return;
	if (trcfmt_entry_build(entry, &word, payload, size) != entry_size)
		abort();

	struct trcfmt_event event = {
		.hook = hook,
		.env = word.env,
		.generic = word.generic,
		.big_endian = word.big_endian,
		.entry = entry,
		.size = entry_size,
		.time_ns = (int64_t)flags * 123456789,
		.truncated = flags >> 3 & 1,
		.pid = (int64_t)size,
		.name = "event",
	};
	if (trcfmt_eval(run, &event, &result))
		abort();
	check_text(&result);
	evaluated++;
	free(entry);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *end = memchr(data, 0, size);
	size_t text_size = end ? (size_t)(end - data) : size;
	unsigned flags = end && text_size + 1 < size ? end[1] : 5;
	size_t skip = text_size + 2 < size ? text_size + 2 : size;
	struct trcfmt_trace trace = {
		.env = 64,
		.exec_path = exec_path,
		.exec_arg = (void *)"program",
	};
	struct trcfmt_run *run;
	struct trcfmt *set;
	size_t length = 0;

	if (trcfmt_new(&set, complain, &length))
		return 0;
	char *text = malloc(text_size);
	if (text && text_size) {
		memcpy(text, data, text_size);
		if (!trcfmt_load_text(set, "fuzz", text, text_size))
			compiled++;
	}
	free(text);
	trcfmt_check(set);
	if (trcfmt_run_new(&run, set, &trace) == 0) {
		const struct trcfmt_stanza *stanza;

		for (size_t i = 0; i < 8 && (stanza = trcfmt_stanza(set, i));
		     i++)
			evaluate(run, stanza->hook, flags, data + skip,
				 size - skip);
		evaluate(run, 0xfff0, flags, data + skip, size - skip);
		trcfmt_run_free(run);
	}
	trcfmt_free(set);
	return 0;
}

#ifndef PXT_NO_MAIN

/* Parts of templates, which are combined at random. */
static const char *const pieces[] = {
	"\n010 1.0 L=APPL \"label\" ", "\n90F 2.1 \"@x\" ", "\n007 1.0 \"\" ",
	"\nF5F1 1.0 L=INT word ", "\n008 1.0 \"\" ", "\\\n", "\\\n# note\n",
	"#%map 010:2 \"n\" generic env=64\n", "#%matchbase 10\n",
	"A8 ", "A8.16 ", "A0 ", "A0.9 ", "B0.5 ", "B2.3 ", "B1.0 ", "DW ",
	"D1 ", "D8 ", "E4 ", "E1 ", "F4 ", "F8 ", "G8 ", "G4.5 ", "G32767 ",
	"HB ", "HT ", "O2.0 ", "O1.3 ", "P4 ", "R4 ", "R0 ", "S1 ", "SW ",
	"T4 ", "TW ", "U4 ", "U8 ", "UW ", "W0 ", "W1 ", "W4 ", "X0 ", "X4 ",
	"X16 ", "X13 ", "XW ", "o4 ", "oW ", "\\n ", "\\t ", "\"text\" ",
	"\"a\\\"b\\\\\" ", "`x $D1 X2 $y%U4 z` ", "word ", "word", "$D1 ",
	"$D5%E4 ", "$L2%U8 ", "$HD, ", "$HL ", "$x ", "$y%S1 ", "$y%Sx ",
	"$x%W3.9 ", "$x%B0.8 ", "$x%A4 ", "$x%X16 ", "$x%F8 ", "$x%T4 ",
	"$x%P4 ", "$x%o8 ", "$x%D2 ", "$x%Q ", "$EVNAME ", "$EVNAME, ",
	"$EVNAME%A2.4 ", "$PID ", "$CPUID ", "$EXECPATH ", "$SEC%U4 ",
	"$DATAPOINTER ", "$BASEPOINTER ", "$ERROR ", "$STOP ", "$BREAK ",
	"$SKIP ", "$DEFAULT ", "$90F ", "$010 ", "$F5F1 ", "$p ", "$p, ",
	"{{ $x = ", "{{ $y = X4 * 3 - $x }} ", "{{ $x = X1 }} ",
	"{{ $x = 1 / 0 }} ", "{{ $z }} ", "{{ setdelim() }} ",
	"{{ f(p) $p, 1 \"one\", \\* { $p%X1 } }} ",
	"{{ g(p,q) f($p) f($q) f($p+$q) }} ", "f($x) ", "g(X1,2) ", "g(",
	"{{ h() g(1,2) g(3,4) }} ", "h() ", "{{ $DATAPOINTER = ",
	"{{ $BASEPOINTER = 4 }} ", "{{ $DATAPOINTER = 0 - 9 }} ",
	"{{ $x = $x * $x + U8 }} ", "{{ $x = -(1 - (2 ^ 3 | 4 & 5)) }} ",
	"endtimer(1,$x) ", "starttimer(1,$x) ", "fdtofilename(3) ",
	"LOOP X1 { ", "LOOP $HL {X0} ", "LOOP $x { ", "LOOP U4 { \"x\" } ",
	"BITFLAGS X1, 01 \"a\" \"b\" ", "BITFLAGS $x%o4, 0400 \"r\" \"-\" ",
	"& 0F 01 \"m\" ", "02 \"two\", ", "X1, ", "X1, 01 \"a\" ",
	"HT & 0x07, 01 \"t\" ", "01 ", "0A { ", "\\* ", "\\* { ", ", ", "} ",
	"}", "}} ", "{ ", "{", "= ", "+ ", "- ", "* ", "/ ", "( ", ") ", "& ",
	"0x10 ", "18446744073709551615 ", "1 ", "A4, \"ab\" \"y\" ", "\"", "`",
	"$", "%", "S2, x { X1 }, \\* \"n\" ", "\r", "\t", "\x80\xff",
};

static uint64_t state;

static uint32_t draw(uint32_t below)
{
	/* xorshift64* */
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return (uint32_t)(state * 0x2545f4914f6cdd1du >> 32) % below;
}

enum { INPUT_MAX = 4096 };

/* Add a part, and keep track of open braces. */
static size_t put_piece(char *out, size_t size, unsigned *open)
{
	size_t n_pieces = sizeof(pieces) / sizeof(pieces[0]);
	const char *piece = pieces[draw((uint32_t)n_pieces)];
	size_t length = strlen(piece);
	char last = length > 1 ? piece[length - 2] : ' ';
	const char *tail = "";

	for (const char *p = piece; *p; p++)
		*open += (*p == '{') - (*p == '}' && *open);
	if (last == '=')
		tail = draw(2) ? "X1 + 1 }} " : "$x - 2 * $D1 }} ";
	else if (last == ',' && *piece != ',')
		tail = draw(2) ? "1 \"a\", \\* { X2 } " : "0 { $x } ";
	else if (piece[length - 1] == '(')
		tail = "$x,3) ";
	if (last == '=')
		*open = *open > 1 ? *open - 2 : 0;
	memcpy(out + size, piece, length);
	strcpy(out + size + length, tail);
	return size + length + strlen(tail);
}

static size_t make_text(char *out)
{
	unsigned open = 0;
	size_t size = 0;

	size += (size_t)snprintf(out, INPUT_MAX,
				 "%s{{ f(p) $p \"f\" }} {{ g(p,q) $q X1 }} "
				 "{{ h() \"h\" }} {{ $x = 3 }} {{ $y }} ",
				 pieces[0] + 1);
	for (uint32_t n = draw(30) + 1; n; n--) {
		unsigned before = open;
		size_t start = size;

		size = put_piece(out, size, &open);
		/* Nearly always, close all braces at the end of a line. */
		for (; out[start] == '\n' && before && draw(8); before--) {
			memmove(out + start + 2, out + start, size - start);
			memcpy(out + start, "} ", 2);
			size += 2;
			open--;
		}
	}
	for (; open && draw(20); open--) {
		memcpy(out + size, "} ", 2);
		size += 2;
	}
	/* Most templates are not damaged, or none would compile. */
	for (uint32_t n = draw(3) ? 0 : draw(4); n && size; n--) {
		size_t at = draw((uint32_t)size);

		switch (draw(3)) {
		case 0:
			out[at] = (char)draw(256);
			break;
		case 1:
			memmove(out + at, out + at + 1, size - at - 1);
			size--;
			break;
		default:
			size = at + 1;
			break;
		}
	}
	return size;
}

/* Short files with few parts usually compile; long ones find unexpected
 * combinations. */
static size_t make_input(char *out)
{
	size_t size = make_text(out);

	out[size++] = 0;
	out[size++] = (char)draw(16);
	for (uint32_t n = draw(4) ? draw(40) : 0; n; n--)
		out[size++] = draw(3) ? (char)draw(256) : (char)draw(4);
	return size;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 0) : 2000;
	static char text[INPUT_MAX * 2];
	double slowest = 0;

	state = argc > 2 ? strtoull(argv[2], NULL, 0) | 1 : 1;
	for (unsigned long i = 0; i < n; i++) {
		size_t size = make_input(text);
		uint8_t *input = malloc(size);
		double start = now();

		if (!input)
			return 1;
		memcpy(input, text, size);
		LLVMFuzzerTestOneInput(input, size);
		free(input);
		double took = now() - start;
		if (took <= slowest)
			continue;
		slowest = took;
		if (slowest < 10)
			continue;
		fprintf(stderr, "input %lu takes %.1f s of CPU\n", i, took);
		return 1;
	}
	printf("%lu inputs, %lu compiled, %lu events, "
	       "the slowest took %.6f s of CPU\n", n, compiled, evaluated,
	       slowest);
	return 0;
}

#endif
