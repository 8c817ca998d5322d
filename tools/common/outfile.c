/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* An output file; see outfile.h. */
#include "common/outfile.h"

#include <string.h>
#include <unistd.h>

#include "common/tool.h"

bool outfile_create(struct outfile *file, const char *path)
{
	file->is_stdout = strcmp(path, "-") == 0;
	file->name = file->is_stdout ? "standard output" : path;
	if (file->is_stdout)
		file->file.fd = STDOUT_FILENO;
	else if (!logfile_create_whole(&file->file, path))
		return false;
	if (out_init(&file->out, file->file.fd) != 0) {
		tool_error("%s: out of memory", file->name);
		if (!file->is_stdout)
			logfile_fini(&file->file);
		return false;
	}
	return true;
}

bool outfile_is_fine(const struct outfile *file)
{
	if (!file->out.error)
		return true;
	if (outfile_has_lost_reader(file))
		return false;
	if (file->is_stdout)
		tool_incomplete(file->name, file->out.error, "output");
	else
		tool_error("%s: %s; %s", file->name, strerror(file->out.error),
			   tool_advice(file->out.error,
				       "name a file with more room with -o"));
	return false;
}

bool outfile_keep(struct outfile *file)
{
	out_flush(&file->out);
	return outfile_is_fine(file) &&
	       (file->is_stdout || logfile_keep(&file->file));
}

void outfile_fini(struct outfile *file)
{
	out_fini(&file->out);
	if (!file->is_stdout)
		logfile_fini(&file->file);
}
