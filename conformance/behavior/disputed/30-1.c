/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-30: the type for names beyond the limit is
 * POSIX_TRACE_UNNAMED_USER_EVENT, as the header says, or
 * POSIX_TRACE_UNNAMED_USEREVENT, as the pages say.
 *
 * Source: XBD <trace.h> DESCRIPTION, XSH 2.11.2 User Trace Event Type
 * Definitions; TRC; disputed.
 */
#include "conftest.h"

static void test(void)
{
#if defined(POSIX_TRACE_UNNAMED_USER_EVENT) && \
	defined(POSIX_TRACE_UNNAMED_USEREVENT)
	ADVISORY("both spellings of POSIX_TRACE_UNNAMED_USEREVENT are macros");
#elif defined(POSIX_TRACE_UNNAMED_USER_EVENT)
	ADVISORY("only POSIX_TRACE_UNNAMED_USER_EVENT is a macro");
#elif defined(POSIX_TRACE_UNNAMED_USEREVENT)
	ADVISORY("only POSIX_TRACE_UNNAMED_USEREVENT is a macro");
#else
	ADVISORY("neither spelling of POSIX_TRACE_UNNAMED_USEREVENT is a macro");
#endif
}
