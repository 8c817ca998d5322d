/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Names of threads; see who.h. */
#include "stat/who.h"

#include <stdio.h>
#include <string.h>

static const char *name_now(struct thread_name *room, pid_t pid, pid_t tid)
{
	char path[64];
	FILE *file;
	bool fine;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/comm", (int)pid,
		 (int)tid);
	file = fopen(path, "re");
	fine = file && fgets(room->text, sizeof(room->text), file);
	if (file)
		fclose(file);
	room->text[fine ? strcspn(room->text, "\n") : 0] = '\0';
	return fine ? room->text : NULL;
}

const char *who_is(const struct who *who, int64_t pid, int64_t tid,
		   struct thread_name *room)
{
	const char *name = thread_name_find(room, who->trid, (pid_t)pid,
					    (pid_t)tid);

	return name || !who->is_live ? name :
	       name_now(room, (pid_t)pid, (pid_t)tid);
}

void who_put(struct sheet *sheet, const struct who *who, int64_t pid, int64_t tid)
{
	struct thread_name room;
	const char *name = who_is(who, pid, tid, &room);

	if (name)
		sheet_cell_text(sheet, "%s", name);
	else
		sheet_cell_none(sheet);
}
