/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Choices that the standard leaves to the implementation, selected by the words
 * in REFTRACE, and what depends only on them: limits, options, the clock of
 * events, and which functions are cancellation points.
 */
#include "reference.h"

#include <dlfcn.h>
#include <stdio.h>

struct choices choose;
struct limits limits = {
	.event_name = 63, .name = 31, .streams = STREAMS, .user_events = 64
};

static const struct {
	const char *word;
	bool *choice;
} words[] = {
	{ "async", &choose.async },
	{ "cancelall", &choose.cancelall },
	{ "coarse", &choose.coarse },
	{ "eager", &choose.eager },
	{ "early", &choose.early },
	{ "extra", &choose.extra },
	{ "fat", &choose.fat },
	{ "half", &choose.half },
	{ "keepfilter", &choose.keepfilter },
	{ "lax", &choose.lax },
	{ "minima", &choose.minima },
	{ "monotonic", &choose.monotonic },
	{ "newmap", &choose.newmap },
	{ "nocancel", &choose.nocancel },
	{ "onlytrace", &choose.onlytrace },
	{ "other", &choose.other },
	{ "renumber", &choose.renumber },
	{ "reorder", &choose.reorder },
	{ "reuse", &choose.reuse },
	{ "round", &choose.round },
	{ "tiny", &choose.tiny },
	{ "unmarked", &choose.unmarked },
	{ "wopid", &choose.wopid },
};

static void read_word(const char *word, size_t length)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strlen(words[i].word) == length &&
				strncmp(word, words[i].word, length) == 0) {
			*words[i].choice = true;
			return;
		}
	fprintf(stderr, "reference: REFTRACE has no choice %.*s\n",
			(int)length, word);
	abort();
}

/* Returns the choices; exits if a word is unknown. */
const char *choices_read(void)
{
	const char *all = getenv("REFTRACE");
	const char *word = all ? all : "";

	while (*word != '\0') {
		size_t length = strcspn(word, ",");

		read_word(word, length);
		word += length + (word[length] == ',');
	}
	if (choose.minima)
		limits = (struct limits){
			.event_name = _POSIX_TRACE_EVENT_NAME_MAX,
			.name = _POSIX_TRACE_NAME_MAX,
			.streams = _POSIX_TRACE_SYS_MAX,
			.user_events = _POSIX_TRACE_USER_EVENT_MAX,
		};
	return all ? all : "";
}

/* Replaces the system's sysconf(), which does not know tracing. */
long sysconf(int name)
{
	static const long version = 200809L;
	long (*of_system)(int);

	switch (name) {
	case _SC_TRACE:
		return version;
	case _SC_TRACE_EVENT_FILTER:
	case _SC_TRACE_INHERIT:
	case _SC_TRACE_LOG:
		return choose.onlytrace ? -1 : version;
	case _SC_TRACE_EVENT_NAME_MAX:
		return limits.event_name;
	case _SC_TRACE_NAME_MAX:
		return limits.name;
	case _SC_TRACE_SYS_MAX:
		return limits.streams;
	case _SC_TRACE_USER_EVENT_MAX:
		return limits.user_events;
	}
	*(void **)&of_system = dlsym(RTLD_NEXT, "sysconf");
	return of_system(name);
}

static clockid_t event_clock(void)
{
	return choose.monotonic ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

struct timespec event_time(void)
{
	struct timespec now;

	clock_gettime(event_clock(), &now);
	if (choose.coarse)
		now.tv_nsec = 0;
	return now;
}

struct timespec event_time_resolution(void)
{
	struct timespec resolution = { 1, 0 };

	if (!choose.coarse)
		clock_getres(event_clock(), &resolution);
	return resolution;
}

/* Called by the 16 functions that may be cancellation points (XSH 2.9.5). */
void may_cancel(void)
{
	if (choose.cancelall)
		pthread_testcancel();
}
