/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* `posixtrace query` and `convert --to sqlite` in a build without SQLite. */
#include "common/tool.h"
#include "convert/convert.h"

int tool_query(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	tool_error("this posixtrace was built without SQLite; install "
		   "libsqlite3-dev and build posixtrace again, or use 'posixtrace "
		   "report --json'");
	return TOOL_FAILURE;
}

static int absent_run(const struct convert *convert)
{
	tool_error("%s: --to sqlite is not in this build; install "
		   "libsqlite3-dev and build posixtrace again", convert->output);
	return TOOL_FAILURE;
}

const struct convert_target convert_sqlite = {
	.name = "sqlite",
	.summary = "a database of SQLite; not in this build",
	.run = absent_run,
};
