/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A library for the program, with a name that is mangled. */
#include <trace.h>

namespace shapes {

struct circle {
	__attribute__((noinline)) void draw(trace_event_id_t id, int)
	{
		posix_trace_event(id, "l", 1);	/* library */
	}
};

}

extern "C" void of_library(trace_event_id_t id)
{
	shapes::circle().draw(id, 1);
}
