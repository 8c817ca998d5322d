/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Makes one page of what it is written in, for the build.
 *
 * usage: embed script MODULE...
 *
 * Prints the modules of the page, one after the other in the order in which
 * they are named, as one script: without the lines by which they import and
 * export from each other.
 *
 * usage: embed page PAGE STYLE SCRIPT STYLE-SUM SCRIPT-SUM
 *
 * Prints a C source with the page before its data and after it.  In
 * PAGE, @STYLE@ and @SCRIPT@ stand for these files, @STYLE_SUM@ and
 * @SCRIPT_SUM@ for the SHA-256 sums of them, which sha256sum(1) has written to
 * the other two files, as a Content-Security-Policy wants them, and @DATA@ for
 * the data.
 */
#include <resolv.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUM_SIZE = 32, FILE_MOST = 1 << 20, PER_LINE = 20 };

static void die(const char *what, const char *why)
{
	fprintf(stderr, "embed: %s: %s\n", what, why);
	exit(1);
}

/* A text file, with a NUL after it. */
static char *read_file(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = calloc(1, FILE_MOST + 1);

	if (!file || !text)
		die(path, "cannot be read");
	if (fread(text, 1, FILE_MOST, file) == FILE_MOST || ferror(file))
		die(path, "cannot be read, or is too large");
	fclose(file);
	return text;
}

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

/* An import may take several lines, and ends with a semicolon. */
static void print_module(const char *path)
{
	char *text = read_file(path);
	bool in_import = false;

	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		in_import |= begins(line, "import ");
		if (!in_import)
			puts(begins(line, "export ") ? line + 7 : line);
		if (strchr(line, ';'))
			in_import = false;
	}
	if (in_import)
		die(path, "an import does not end");
	free(text);
}

/* Of the hexadecimal digits that a file begins with, in Base64. */
static char *read_sum(const char *path)
{
	char *text = read_file(path);
	char *base64 = calloc(2, SUM_SIZE);
	unsigned char sum[SUM_SIZE];

	if (!base64)
		die(path, "out of memory");

	for (size_t i = 0; i < SUM_SIZE; i++) {
		unsigned byte;

		if (sscanf(text + 2 * i, "%2x", &byte) != 1)
			die(path, "is no sum");
		sum[i] = (unsigned char)byte;
	}
	if (b64_ntop(sum, SUM_SIZE, base64, (size_t)2 * SUM_SIZE) < 0)
		die(path, "does not fit");
	free(text);
	return base64;
}

static size_t print_bytes(const char *bytes, size_t len, size_t column)
{
	for (size_t i = 0; i < len; i++)
		printf("%d,%s", (unsigned char)bytes[i],
		       column++ % PER_LINE == PER_LINE - 1 ? "\n" : "");
	return column;
}

struct part {
	const char *mark;
	char *text;
};

/* It must not contain the end tag of its element. */
static void check(const char *path, const char *text)
{
	if (strstr(text, "</s") || strstr(text, "<!--"))
		die(path, "has something in it that would end its element");
}

static void print_page(char **argv)
{
	char *page = read_file(argv[0]);
	const struct part parts[] = {
		{ "@STYLE@", read_file(argv[1]) },
		{ "@SCRIPT@", read_file(argv[2]) },
		{ "@STYLE_SUM@", read_sum(argv[3]) },
		{ "@SCRIPT_SUM@", read_sum(argv[4]) },
	};
	static const char data[] = "@DATA@\n";
	const char *p = page;
	size_t column = 0;

	check(argv[1], parts[0].text);
	check(argv[2], parts[1].text);
	if (!strstr(page, data))
		die(argv[0], "has no place for the data");
	puts("/* Made by tools/view/embed.c. */\n"
	     "#include \"view/view.h\"\n\n"
	     "const char page_head[] = {");
	while (*p) {
		size_t i, n = sizeof(parts) / sizeof(parts[0]);

		if (begins(p, data)) {
			puts("};\nconst size_t page_head_size = "
			     "sizeof(page_head);\n\nconst char page_tail[] = {");
			p += strlen(data);
			continue;
		}
		for (i = 0; i < n && !begins(p, parts[i].mark); i++)
			;
		if (i < n) {
			column = print_bytes(parts[i].text,
					     strlen(parts[i].text), column);
			p += strlen(parts[i].mark);
		} else {
			column = print_bytes(p++, 1, column);
		}
	}
	puts("};\nconst size_t page_tail_size = sizeof(page_tail);");
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		free(parts[i].text);
	free(page);
}

int main(int argc, char **argv)
{
	if (argc > 2 && strcmp(argv[1], "script") == 0) {
		for (int i = 2; i < argc; i++)
			print_module(argv[i]);
	} else if (argc == 7 && strcmp(argv[1], "page") == 0) {
		print_page(argv + 2);
	} else {
		fputs("usage: embed script MODULE...\n"
		      "       embed page PAGE STYLE SCRIPT STYLE-SUM SCRIPT-SUM\n",
		      stderr);
		return 2;
	}
	return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
