/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The rate at which templates format events, in events per second on one core: a
 * template of five codes, and some larger ones.
 *
 * usage: bench-trcfmt [EVENTS]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "trcfmt.h"

static const struct {
	const char *name;
	const char *text;
} templates[] = {
	{ "five codes",
	  "010 1.0 L=APPL \"READ\" W1 \"fd=\" D4 \"flags=\" X4 \"pos=\" U8 "
	  "\"rc=\" E4 A16.16" },
	{ "five macros",
	  "010 1.0 L=APPL \"READ\" $D1 $D2%D4 $D3%X8 $D4%UW $D5%E4" },
	{ "switch and flags",
	  "010 1.0 L=APPL \"READ\" W1 {{ $fd = U4 }} $fd%U4, 0 \"stdin\", "
	  "1 \"stdout\", \\* \"other\" BITFLAGS X4, 01 \"r\" \"-\" 02 \"w\" "
	  "\"-\" \" at \" U8" },
	{ "loop of 40 bytes", "010 1.0 L=APPL \"DATA\" W1 LOOP $HL {X0}" },
};

static void complain(void *arg, const struct trcfmt_diag *diag)
{
	(void)arg;
	fprintf(stderr, "%s:%u:%u: %s\n", diag->file, diag->line,
		diag->column, diag->text);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Returns 0 on success; *rate: events per second. */
static int measure(const char *name, const char *text, unsigned long n,
		   double *rate)
{
	static const unsigned char payload[40] = {
		7, 0, 0, 0, 1, 0x80, 0, 0, 0x39, 0x30, 0, 0, 0, 0, 0, 0,
		2, 0, 0, 0, '/', 'e', 't', 'c', '/', 'p', 'a', 's', 's',
		'w', 'd', 0, 0, 0, 0, 0, 9, 8, 7, 6,
	};
	const struct trcfmt_hookword word = { .hook = 0x0100, .env = 64 };
	unsigned char entry[TRCFMT_HOOKWORD_MAX + sizeof(payload)];
	struct trcfmt_event event = {
		.hook = 0x0100,
		.env = 64,
		.entry = entry,
		.size = trcfmt_entry_build(entry, &word, payload,
					   sizeof(payload)),
	};
	struct trcfmt_run *run = NULL;
	struct trcfmt *set = NULL;
	struct trcfmt_result result;
	size_t length = 0;
	int err;

	err = trcfmt_new(&set, complain, NULL);
	if (!err)
		err = trcfmt_load_text(set, name, text, strlen(text));
	if (!err)
		err = trcfmt_run_new(&run, set, NULL);
	if (!err)
		err = trcfmt_eval(run, &event, &result);
	if (!err)
		printf("%s\n", result.text);

	double start = now();
	for (unsigned long i = 0; i < n && !err; i++) {
		entry[trcfmt_word_size(64)] = (unsigned char)i;
		err = trcfmt_eval(run, &event, &result);
		length += result.size;
	}
	*rate = (double)n / (now() - start);
	trcfmt_run_free(run);
	trcfmt_free(set);
	if (!err)
		printf("%-18s %8.3f M events/s  %6.1f ns an event, "
		       "%.1f bytes\n\n", name, *rate * 1e-6, 1e9 / *rate,
		       (double)length / (double)n);
	return err;
}

int main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 0) : 3000000;
	int status = 0;

	for (size_t i = 0; i < sizeof(templates) / sizeof(templates[0]); i++) {
		double rate = 0;

		if (measure(templates[i].name, templates[i].text, n, &rate))
			return 1;
		/* The target applies to the first template. */
		if (i == 0 && rate < 1e6)
			status = 1;
	}
	return status;
}
