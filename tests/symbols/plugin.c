/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A library for the program, of which there are some that differ in the name of a
 * function only, so that one gets the address that another had. */
#include <trace.h>

void NAME(trace_event_id_t id);
__attribute__((noinline)) void NAME(trace_event_id_t id)
{
	posix_trace_event(id, TEXT, sizeof(TEXT) - 1);
}

__attribute__((visibility("default"))) void of_library(trace_event_id_t id);
void of_library(trace_event_id_t id)
{
	NAME(id);
}

/* When it is loaded, and unloaded. */
static trace_event_id_t own;

__attribute__((constructor)) static void begin(void)
{
	if (posix_trace_eventid_open("program:place", &own) == 0)
		NAME(own);
}

__attribute__((destructor)) static void finish(void)
{
	NAME(own);
}
