/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Names of threads; see names.h. */
#include "query/names.h"

#include <string.h>

#include "query/result.h"
#include "trace/thread-name.h"

const struct name *names_find(struct names *names, trace_id_t trid, pid_t pid,
			      pid_t tid)
{
	const size_t n = sizeof(names->entry) / sizeof(names->entry[0]);
	struct name *name = &names->entry[((size_t)tid + (size_t)pid) % n];
	struct thread_name room;
	const char *found;

	if (!name->is_asked || name->trid != trid || name->pid != pid ||
	    name->tid != tid) {
		found = thread_name_find(&room, trid, pid, tid);
		*name = (struct name){
			.trid = trid, .pid = pid, .tid = tid,
			.is_asked = true, .is_known = found,
		};
		if (found)
			name->len = (size_t)(escape_utf8(name->utf8, found,
					strlen(found)) - name->utf8);
	}
	return name->is_known ? name : NULL;
}

/* An event of ThreadX has the name with it. */
static void dumped_result(struct names *names, const struct scan *scan,
			  sqlite3_context *context)
{
	struct posixtrace_context dumped;

	if (scan_row(scan) != SCAN_MADE &&
	    posixtrace_get_context(scan->reader.log.trid, &dumped) == 0 &&
	    *dumped.name)
		result_bytes(context, names->dumped, dumped.name,
			     strlen(dumped.name));
}

void names_result(struct names *names, struct scan *scan,
		  sqlite3_context *context)
{
	const struct name *name;
	size_t i = scan_row(scan);

	if (scan->reader.log.is_dump) {
		dumped_result(names, scan, context);
		return;
	}
	name = names_find(names, scan->reader.log.trid, scan->pid[i],
			  scan->tid[i]);
	if (name)
		sqlite3_result_text(context, name->utf8, (int)name->len,
				    SQLITE_TRANSIENT);
}
