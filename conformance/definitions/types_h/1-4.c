/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TYPE-1: <sys/types.h> defines the types of tracing.
 *
 * Source: XBD <sys/types.h> DESCRIPTION; TRC; shall.
 *
 * The header is read alone, with the flags that the implementation asks for;
 * a program without the type does not compile.
 */
#include <sys/types.h>

static trace_event_set_t object;
static const size_t size = sizeof(object);

#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	if (size == 0 || sizeof(trace_event_set_t) != size)
		FAIL("trace_event_set_t has %zu bytes in <sys/types.h> and "
				"%zu in <trace.h>",
				size, sizeof(trace_event_set_t));
	memset(&object, 0, sizeof(object));
	PASS("<sys/types.h> defines trace_event_set_t, of %zu bytes", size);
}
