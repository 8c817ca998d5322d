/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Names of threads; see names.h. */
#include "query/names.h"

#include <string.h>

#include "common/escape.h"
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
