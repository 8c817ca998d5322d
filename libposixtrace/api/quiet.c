/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A program in a sandbox. */
#include <posixtrace.h>

#include "base/quiet.h"
#include "process/quiet.h"

int posixtrace_quiet(int quiet)
{
	const int was = pxt_is_quiet();

	if (quiet)
		pxt_quiet_begin();
	else
		pxt_quiet_end();
	return was;
}
