/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The runtime directories whose streams the caller may see. */
#ifndef PXT_DIRECTORY_PLACES_H
#define PXT_DIRECTORY_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The directory of a user, open. */
struct pxt_place {
	uid_t uid;
	int dirfd;
	char path[128];
};

/* False: there is none, or none that can be opened.  The caller closes `dirfd`. */
bool pxt_place_open(uid_t uid, struct pxt_place *place);

/* The path of a slot's segment; empty if it is longer than `size`. */
void pxt_place_segment(const struct pxt_place *place, unsigned slot, char *path,
		       size_t size);

/*
 * Call `visitor` for the caller's own directory, and for root, whose streams may be
 * in the directory of the traced process's user, for those of all users; until it
 * returns false.
 */
typedef bool pxt_place_visitor(void *context, const struct pxt_place *place);
void pxt_places_visit(pxt_place_visitor *visitor, void *context);

#endif
