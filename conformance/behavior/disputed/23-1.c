/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-23: posix_trace_open() of a descriptor that is not open gives EINVAL,
 * the only error of its list for that, or EBADF.
 *
 * Source: XSH posix_trace_open() ERRORS, XSH 2.3 Error Numbers; TRL; disputed.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid;

	ADVISORY("posix_trace_open() of descriptor -1 gives %s",
			ct_error(posix_trace_open(-1, &trid)));
}
