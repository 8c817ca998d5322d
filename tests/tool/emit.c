/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Makes a log with the events that the command line names, for the tests of
 * reports.
 *
 * usage: emit LOG MAX-DATA-SIZE [EVENT[=HEX]|EVENT@ARGUMENT=VALUE,...]...
 *
 * An event is recorded with the data that the hexadecimal digits say, or with
 * arguments: u32, u64 if that is too small, i64 with a sign, f64 with a point,
 * else a string; those called posixtrace_... are system events.
 * A name may begin with an @, and have an = if digits are given.
 */
#include <ctype.h>
#include <fcntl.h>
#include <posixtrace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DATA_MOST = 65536, LAST_SYSTEM_EVENT = 63, ARGUMENTS_MOST = 16 };

static void check(const char *what, int err)
{
	if (err == 0)
		return;
	fprintf(stderr, "emit: %s: %s\n", what, strerror(err));
	exit(1);
}

static unsigned digit(char c)
{
	if (!isxdigit((unsigned char)c)) {
		fprintf(stderr, "emit: '%c' is no hexadecimal digit\n", c);
		exit(2);
	}
	return (unsigned)(isdigit((unsigned char)c) ? c - '0'
			  : tolower((unsigned char)c) - 'a' + 10);
}

static size_t read_hex(unsigned char *data, const char *hex)
{
	size_t len = 0;

	for (; *hex && len < DATA_MOST; hex += 2)
		data[len++] = (unsigned char)(digit(hex[0]) << 4 |
					      digit(hex[1]));
	return len;
}

/* The id of a system event of the library; 0: it is none. */
static trace_event_id_t system_event(trace_id_t trid, const char *name)
{
	char found[TRACE_EVENT_NAME_MAX + 1];

	for (trace_event_id_t id = POSIXTRACE_THREAD_CREATE;
	     id <= LAST_SYSTEM_EVENT; id++) {
		if (posix_trace_eventid_get_name(trid, id, found) == 0 &&
		    strcmp(found, name) == 0)
			return id;
	}
	return 0;
}

/* "ARGUMENT=VALUE". */
static void read_argument(struct posixtrace_arg *arg, char *word)
{
	char *value = strchr(word, '='), *end;
	double real;

	if (value)
		*value++ = '\0';
	else
		value = word + strlen(word);
	*arg = (struct posixtrace_arg){ .name = word };
	arg->value = strtoull(value, &end, 10);
	arg->kind = *value == '-' ? POSIXTRACE_KIND_I64 :
		    arg->value > UINT32_MAX ? POSIXTRACE_KIND_U64 :
					      POSIXTRACE_KIND_U32;
	arg->size = arg->kind & 15;
	if (*end == '\0')
		return;
	arg->kind = POSIXTRACE_KIND_F64;
	arg->size = sizeof(real);
	real = strtod(value, &end);
	memcpy(&arg->value, &real, sizeof(real));
	if (*end == '\0')
		return;
	arg->kind = POSIXTRACE_KIND_STRING;
	arg->size = (uint32_t)strlen(value) + 1;
	arg->value = (uintptr_t)value;
}

/* "EVENT@ARGUMENT=VALUE,...", split at the @. */
static void emit_arguments(const char *event, char *arguments)
{
	struct posixtrace_point point = { .name = event };
	struct posixtrace_arg args[ARGUMENTS_MOST];
	size_t n = 0;

	for (char *word; n < ARGUMENTS_MOST &&
	     (word = strsep(&arguments, ",")) != NULL;)
		read_argument(&args[n++], word);
	posixtrace_record(&point, args, n);
}

static void emit(trace_id_t trid, char *word)
{
	static unsigned char data[DATA_MOST];
	char *hex = strrchr(word, '=');
	char *argument = strchr(word + (*word == '@'), '@');
	trace_event_id_t id;
	size_t len = 0;

	if (argument) {
		*argument = '\0';
		emit_arguments(word, argument + 1);
		return;
	}
	if (hex) {
		*hex = '\0';
		len = read_hex(data, hex + 1);
	}
	id = system_event(trid, word);
	if (id) {
		posixtrace_system_event(id, data, len, NULL);
		return;
	}
	check(word, posix_trace_eventid_open(word, &id));
	posix_trace_event(id, data, len);
}

int main(int argc, char **argv)
{
	trace_attr_t attr;
	trace_id_t trid;
	int fd;

	if (argc < 3) {
		fprintf(stderr, "usage: emit LOG MAX-DATA-SIZE [EVENT[=HEX]...]\n");
		return 2;
	}
	fd = open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0666);
	if (fd < 0) {
		perror(argv[1]);
		return 1;
	}
	check("attr", posix_trace_attr_init(&attr));
	check("name", posix_trace_attr_setname(&attr, "emit"));
	check("size", posix_trace_attr_setmaxdatasize(&attr,
			(size_t)strtoul(argv[2], NULL, 10)));
	check("create", posix_trace_create_withlog(0, &attr, fd, &trid));
	check("start", posix_trace_start(trid));
	for (int i = 3; i < argc; i++)
		emit(trid, argv[i]);
	check("stop", posix_trace_stop(trid));
	check("shutdown", posix_trace_shutdown(trid));
	posix_trace_attr_destroy(&attr);
	return close(fd) != 0;
}
