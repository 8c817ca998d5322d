/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Streams used in every way.  What only uses the buffer has no event; what fills or
 * empties it has one, with the bytes that libc has read or written.  It runs in a
 * writable directory.
 *
 * Records 12 x OPEN, 15 x WRITE, 17 x READ and 9 x CLOSE.
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

/* Hidden from the compiler, so that the fortified functions are called. */
static volatile int eighty = 80;
static volatile size_t one = 1;

/* With a buffer of 4096 bytes on every file system. */
static FILE *open_file(const char *mode)
{
	static char buffer[4096];
	FILE *file = fopen("a", mode);

	CHECK(file != NULL && setvbuf(file, buffer, _IOFBF, 4096) == 0);
	return file;
}

static int by_list(FILE *stream, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vfprintf(stream, format, args);
	va_end(args);
	return n;
}

static int by_list_fd(int fd, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vdprintf(fd, format, args);
	va_end(args);
	return n;
}

/* OPEN, 4 x WRITE, CLOSE; the file has 10037 bytes. */
static void writes(void)
{
	static char large[10000];
	FILE *file = open_file("w");

	memset(large, 'x', sizeof(large));
	large[sizeof(large) - 1] = '\n';
	errno = ERANGE;
	CHECK(fprintf(file, "%d %s\n", eighty, "lines") == 9);
	CHECK(by_list(file, "%d\n", eighty) == 3);
	CHECK(fputs("text\n", file) >= 0 && fputs_unlocked("more\n", file) >= 0);
	CHECK(putc('a', file) == 'a' && fputc('b', file) == 'b');
	CHECK(putc_unlocked('\n', file) == '\n');
	CHECK(fflush(file) == 0);			/* WRITE 25 */
	CHECK(fflush(file) == 0);
	CHECK(fwrite(large, 1, sizeof(large), file) == sizeof(large));
	CHECK(fflush_unlocked(file) == 0);		/* both: WRITE */
	CHECK(fwrite("end", 3, one, file) == 1);
	CHECK(fwrite_unlocked(" of file\n", 9, one, file) == 1);
	CHECK(fwrite(large, 0, 5, file) == 0);
	CHECK(fclose(file) == 0);			/* WRITE 12 */
	CHECK(errno == ERANGE);
	printf("writes\n");
}

/* OPEN, 8 x WRITE, CLOSE. */
static void unbuffered(void)
{
	FILE *file = fopen64("b", "we");

	CHECK(file != NULL && setvbuf(file, NULL, _IONBF, 0) == 0);
	CHECK(putc('a', file) == 'a' && fputc('b', file) == 'b');
	CHECK(putc_unlocked('c', file) == 'c');
	CHECK(fputs("defg", file) >= 0 && fprintf(file, "%d", eighty) == 2);
	CHECK(fwrite("xyz", 1, 3, file) == 3);
	CHECK(dprintf(fileno(file), "%d", eighty) == 2);
	CHECK(by_list_fd(fileno(file), "%d", eighty) == 2);
	CHECK(fclose(file) == 0);
	printf("unbuffered\n");
}

/* 4 x OPEN, 15 x READ, 4 x CLOSE. */
static void reads(void)
{
	char line[80], *text = NULL;
	size_t size = 0, n = 0;
	FILE *file = open_file("r");
	int c;

	CHECK(getline(&text, &size, file) == 9);	/* READ 4096 */
	CHECK(fgets(line, eighty, file) != NULL && strcmp(line, "80\n") == 0);
	CHECK(getc(file) == 't' && fgetc(file) == 'e');
	CHECK(getc_unlocked(file) == 'x' && ungetc('X', file) == 'X');
	CHECK(getc(file) == 'X');
	CHECK(getdelim(&text, &size, '\n', file) == 2);
	CHECK(fgets_unlocked(line, eighty, file) != NULL);
	CHECK(fread(line, one, 3, file) == 3 && memcmp(line, "ab\n", 3) == 0);
	CHECK(getline(&text, &size, file) == 10000);	/* READ 5941: one event */
	CHECK(getline(&text, &size, file) == 12);
	CHECK(getline(&text, &size, file) == -1);	/* READ 0 */
	CHECK(feof(file) && fclose(file) == 0);

	file = open_file("r");
	while ((c = getc(file)) != EOF)			/* 3 x READ, READ 0 */
		n++;
	CHECK(n == 10037 && fclose(file) == 0);

	file = open_file("r");
	for (n = 0; (c = getc_unlocked(file)) != EOF; n++)	/* the same */
		continue;
	CHECK(n == 10037 && fclose(file) == 0);

	file = open_file("r");
	for (n = 0; fgets(line, eighty, file) != NULL; n++)	/* the same */
		continue;
	CHECK(n == 10000 / 79 + 1 + 6 && fclose(file) == 0);
	free(text);
	printf("reads\n");
}

/* 4 x OPEN, 2 x CLOSE; a WRITE and a READ that fail. */
static void errors(void)
{
	char byte;
	FILE *file;

	CHECK(fopen("missing", "r") == NULL && errno == ENOENT);
	CHECK(fopen("a", "wx") == NULL && errno == EEXIST);
	file = fopen("/dev/full", "w");
	if (file != NULL) {
		CHECK(fputs("text", file) >= 0);
		CHECK(fflush(file) == EOF && errno == ENOSPC);
		CHECK(ferror(file));
		printf("%d\n", fclose(file));
	}
	file = fopen(".", "r");
	CHECK(file != NULL && fread(&byte, 1, one, file) == 0);
	CHECK(errno == EISDIR && ferror(file) && fclose(file) == 0);
	printf("errors\n");
}

/* 2 x OPEN, READ, WRITE, CLOSE. */
static void both(void)
{
	char text[8] = "";
	FILE *file = fopen("c", "w+");

	CHECK(fputs("abcdef", file) >= 0);
	CHECK(fseek(file, 0, SEEK_SET) == 0);		/* not seen */
	CHECK(fread(text, 1, 3, file) == 3);		/* READ 6 */
	CHECK(memcmp(text, "abc", 3) == 0);
	CHECK(freopen("c", "a", file) == file);
	CHECK(fputs("gh", file) >= 0 && fclose(file) == 0);	/* WRITE 2 */
	printf("both\n");
}

/* Streams without a descriptor have no event. */
static void memory(void)
{
	char text[16] = "in memory", *made = NULL;
	FILE *file = fmemopen(text, 9, "r");
	size_t size = 0;

	CHECK(getc(file) == 'i' && fclose(file) == 0);
	file = open_memstream(&made, &size);
	CHECK(fprintf(file, "%d", eighty) == 2 && fclose(file) == 0);
	CHECK(strcmp(made, "80") == 0);
	free(made);
	CHECK(asprintf(&made, "%d", eighty) == 2);
	free(made);
	printf("memory\n");
}

int main(void)
{
	writes();
	unbuffered();
	reads();
	errors();
	both();
	memory();
	CHECK(puts("puts") >= 0 && putchar('c') == 'c' && putchar('\n') == '\n');
	CHECK(fflush(stdout) == 0);		/* WRITE, if it is a file */
	CHECK(fflush(NULL) == 0);			/* not seen */
	unlink("a");
	unlink("b");
	unlink("c");
	return 0;
}
