/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-7: a second posix_trace_close() fails with EINVAL, as the description
 * says, or need not, as the list of errors says.
 *
 * Source: XSH posix_trace_close() DESCRIPTION, XSH posix_trace_close() ERRORS;
 * TRL; disputed.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 1);

	SETUP(posix_trace_close(trid));
	ADVISORY("a second posix_trace_close() gives %s",
			ct_error(posix_trace_close(trid)));
}
