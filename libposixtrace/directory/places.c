/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Runtime directories; see places.h. */
#include "directory/places.h"

#include <bsd/string.h>
#include <dirent.h>
#include <unistd.h>

#include "base/rundir.h"
#include "directory/directory.h"

bool pxt_place_open(uid_t uid, struct pxt_place *place)
{
	place->uid = uid;
	if (pxt_rundir_open(uid, false, &place->dirfd) != 0)
		return false;
	pxt_rundir_path(place->dirfd, place->path, sizeof(place->path));
	return true;
}

void pxt_place_segment(const struct pxt_place *place, unsigned slot, char *path,
		       size_t size)
{
	char name[PXT_FILE_NAME_SIZE];

	pxt_slot_name(slot, "", name);
	strlcpy(path, place->path, size);
	strlcat(path, "/", size);
	if (strlcat(path, name, size) >= size)
		*path = '\0';
}

/* False: stop. */
static bool visit(pxt_place_visitor *visitor, void *context, uid_t uid)
{
	struct pxt_place place;
	bool more;

	if (!pxt_place_open(uid, &place))
		return true;
	more = visitor(context, &place);
	close(place.dirfd);
	return more;
}

void pxt_places_visit(pxt_place_visitor *visitor, void *context)
{
	struct dirent *entry;
	DIR *dir;
	uid_t uid;

	if (!visit(visitor, context, geteuid()) || geteuid() != 0)
		return;
	dir = opendir(PXT_RUNDIR_BASE);
	while (dir && (entry = readdir(dir)))
		if (pxt_rundir_user(entry->d_name, &uid) && uid != 0 &&
		    !visit(visitor, context, uid))
			break;
	if (dir)
		closedir(dir);
}
