/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Prints the default attributes of a trace stream.
 *
 * This program creates a stream that traces the program itself, with a null
 * pointer instead of attributes, reads the attributes of the stream, and prints
 * them.  No event is recorded.  The program shows the shortest life of a stream:
 * create, query, shut down.
 *
 *	cc -std=c99 -D_POSIX_C_SOURCE=200809L attributes.c -lposixtrace
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <trace.h>

/* The functions of <trace.h> return the error; they do not set errno. */
static void check(int error, const char *what)
{
	if (error != 0) {
		fprintf(stderr, "attributes: %s: %s\n", what, strerror(error));
		exit(EXIT_FAILURE);
	}
}

static const char *policy_name(int policy)
{
	switch (policy) {
	case POSIX_TRACE_LOOP:
		return "POSIX_TRACE_LOOP";
	case POSIX_TRACE_UNTIL_FULL:
		return "POSIX_TRACE_UNTIL_FULL";
	case POSIX_TRACE_FLUSH:
		return "POSIX_TRACE_FLUSH";
	case POSIX_TRACE_APPEND:
		return "POSIX_TRACE_APPEND";
	default:
		return "a policy unknown to this program";
	}
}

/* Who made the trace, its name, and its creation time. */
static void print_origin(const trace_attr_t *attr)
{
	char text[TRACE_NAME_MAX + 1];
	char date[sizeof("2026-12-31 23:59:59")] = "?";
	struct timespec time;
	struct tm local;

	check(posix_trace_attr_getgenversion(attr, text), "generation version");
	printf("generation version         %s\n", text);

	check(posix_trace_attr_getname(attr, text), "stream name");
	printf("stream name                \"%s\"\n", text);

	check(posix_trace_attr_getcreatetime(attr, &time), "creation time");
	if (localtime_r(&time.tv_sec, &local) != NULL)
		strftime(date, sizeof(date), "%Y-%m-%d %H:%M:%S", &local);
	printf("creation time              %s.%09ld\n", date, time.tv_nsec);

	check(posix_trace_attr_getclockres(attr, &time), "clock resolution");
	printf("clock resolution           %ld.%09ld s\n", (long)time.tv_sec,
	       time.tv_nsec);
}

/* The policies for a full stream and a full log. */
static void print_policies(const trace_attr_t *attr)
{
	int policy;

	check(posix_trace_attr_getstreamfullpolicy(attr, &policy),
	      "stream policy");
	printf("stream policy              %s\n", policy_name(policy));

	check(posix_trace_attr_getlogfullpolicy(attr, &policy), "log policy");
	printf("log policy                 %s\n", policy_name(policy));
}

/*
 * The sizes.  The size of an event includes what the system stores about it, so
 * it is larger than its data.  With the two maximum event sizes a program can
 * compute how large a stream must be to hold a given number of events.
 */
static void print_sizes(const trace_attr_t *attr)
{
	size_t data_size, size;

	check(posix_trace_attr_getmaxdatasize(attr, &data_size),
	      "maximum data size");
	printf("maximum data size          %zu bytes\n", data_size);

	check(posix_trace_attr_getmaxusereventsize(attr, data_size, &size),
	      "maximum user event size");
	printf("maximum user event size    %zu bytes\n", size);

	check(posix_trace_attr_getmaxsystemeventsize(attr, &size),
	      "maximum system event size");
	printf("maximum system event size  %zu bytes\n", size);

	check(posix_trace_attr_getstreamsize(attr, &size), "stream size");
	printf("stream size                %zu bytes\n", size);
}

int main(void)
{
	trace_id_t trid;
	trace_attr_t attr;

	/* 0: trace this process.  NULL: default attributes. */
	check(posix_trace_create(0, NULL, &trid), "posix_trace_create");

	/* This initialises attr; posix_trace_attr_init() is not needed. */
	check(posix_trace_get_attr(trid, &attr), "posix_trace_get_attr");

	print_origin(&attr);
	print_policies(&attr);
	print_sizes(&attr);

	check(posix_trace_attr_destroy(&attr), "posix_trace_attr_destroy");
	check(posix_trace_shutdown(trid), "posix_trace_shutdown");
	return EXIT_SUCCESS;
}
