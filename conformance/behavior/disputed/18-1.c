/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-18: a stream whose UNTIL_FULL log is full is suspended, as the STOP at
 * the end of the log says, or goes on running.
 *
 * Source: XSH posix_trace_attr_setlogfullpolicy() DESCRIPTION, XSH 2.11.1
 * posix_trace_status_info Structure; TRL; disputed.
 */
#define NEEDS (CT_LOG)
#include "conffull.h"

static void test(void)
{
	trace_id_t trid = ct_full_log(ct_type("conformance a"));

	ADVISORY("a stream whose log is full %s",
			ct_status(trid).posix_stream_status ==
			POSIX_TRACE_RUNNING ? "goes on running" : "is suspended");
}
