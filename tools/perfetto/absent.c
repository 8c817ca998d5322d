/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* posixtrace convert --to perfetto, in a build without protobuf-c. */
#include "common/tool.h"
#include "convert/convert.h"

static void *absent_create(const struct convert *convert,
			   const struct open_log *log, struct out *out)
{
	(void)log;
	(void)out;
	tool_error("%s: this build is without --to perfetto; install "
		   "libprotobuf-c and protoc-c, and configure with "
		   "-Dperfetto=enabled", convert->output);
	return NULL;
}

const struct convert_target convert_perfetto = {
	.name = "perfetto",
	.summary = "trace of Perfetto; not in this build",
	.takes = CONVERT_SYMBOLS,
	.create = absent_create,
};
