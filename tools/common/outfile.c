/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A file that a trace is converted to; see outfile.h. */
#include "common/outfile.h"

#include <string.h>

#include "common/tool.h"

bool outfile_create(struct outfile *file, const char *path)
{
	file->path = path;
	if (!logfile_create(&file->file, path))
		return false;
	if (out_init(&file->out, file->file.fd) != 0) {
		tool_error("%s: out of memory", path);
		logfile_fini(&file->file);
		return false;
	}
	logfile_go_when_ended(&file->file);
	return true;
}

bool outfile_is_fine(const struct outfile *file)
{
	if (!file->out.error)
		return true;
	tool_error("%s: %s; name a file with more room with -o", file->path,
		   strerror(file->out.error));
	return false;
}

bool outfile_keep(struct outfile *file)
{
	out_flush(&file->out);
	return outfile_is_fine(file) && logfile_keep(&file->file);
}

void outfile_fini(struct outfile *file)
{
	out_fini(&file->out);
	logfile_fini(&file->file);
}
