/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TraceX's custom event definitions: ASCII lines between "Start" and "End",
 * each of 13 fields with commas between, so a name cannot have one:
 *
 *   4160, name, AB, (r,g,b), (r,g,b), label, label, label, label
 *
 * The two letters are those of the event's icon, white on the two colours: the
 * upper and the lower half of what is after them.  The labels are those of the
 * event's four words.
 */
#include "convert/tracex-names.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <bsd/string.h>
#include <trace.h>

#include "common/logfile.h"
#include "common/tool.h"
#include "log/txtb.h"

/* Colours with enough contrast to white letters; fixed for each id. */
static const char *const backgrounds[] = {
	"(0,90,160)", "(160,60,0)", "(0,110,70)", "(120,40,120)",
	"(150,0,40)", "(70,80,0)", "(60,60,170)", "(90,60,40)",
};

enum { N_BACKGROUNDS = sizeof(backgrounds) / sizeof(backgrounds[0]) };

/* "checksum:file_begin" is FB: the beginnings of the last two words. */
static void abbreviate(char out[3], const char *name)
{
	char last[2] = { '?', '?' };
	bool in_word = false;

	for (const char *c = name; *c; c++) {
		bool is_alnum = isalnum((unsigned char)*c);

		if (is_alnum && !in_word) {
			last[0] = last[1];
			last[1] = (char)toupper((unsigned char)*c);
		}
		in_word = is_alnum;
	}
	if (last[0] == '?')
		last[0] = last[1];
	memcpy(out, last, 2);
	out[2] = '\0';
}

static void write_definition(FILE *file,
			     const struct tracex_definition *definition)
{
	const char *background =
		backgrounds[definition->id % N_BACKGROUNDS];
	char name[TRACE_EVENT_NAME_MAX + 1];
	char letters[3];

	strlcpy(name, *definition->name ? definition->name : "?",
		sizeof(name));
	for (char *c = name; *c; c++)
		*c = *c == ',' ? ';' : pxt_txtb_character(*c);
	abbreviate(letters, name);
	fprintf(file, "%" PRIu32 ", %s, %s, %s, %s, word 1, word 2, word 3, "
		"word 4\n", definition->id, name, letters, background,
		background);
}

bool tracex_names_write(const char *path,
			const struct tracex_definition *definitions, size_t n)
{
	struct logfile log;
	bool is_fine;
	FILE *file;

	if (!logfile_create_whole(&log, path))
		return false;
	file = fdopen(dup(log.fd), "w");
	if (!file) {
		tool_error("%s: %s", path, strerror(errno));
		logfile_fini(&log);
		return false;
	}
	fputs("Start\n", file);
	for (size_t i = 0; i < n; i++)
		write_definition(file, &definitions[i]);
	fputs("End\n", file);
	is_fine = !ferror(file);
	is_fine &= fclose(file) == 0;
	if (!is_fine)
		tool_error("%s: %s; name a file with more room with --names",
			   path, strerror(errno));
	else
		is_fine = logfile_keep(&log);
	logfile_fini(&log);
	return is_fine;
}
