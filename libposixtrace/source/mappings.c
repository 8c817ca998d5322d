/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What was at an address, and when; see mappings.h. */
#include "source/mappings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool pxt_mappings_add(struct pxt_mappings *mappings, uint64_t image, int64_t ns,
		      int64_t seen_ns, const struct pxt_mapping_view *view)
{
	const struct pxt_mapping *mapping = &view->mapping;
	char *bytes;

	if (mappings->n == mappings->room) {
		size_t room = mappings->room ? 2 * mappings->room : 16;
		void *grown = reallocarray(mappings->known, room,
					   sizeof(*mappings->known));

		if (!grown)
			return false;
		mappings->known = grown;
		mappings->room = room;
	}
	bytes = malloc((size_t)mapping->path_size + 1 + mapping->id_size);
	if (!bytes)
		return false;
	memcpy(bytes, view->path, mapping->path_size);
	bytes[mapping->path_size] = '\0';
	memcpy(bytes + mapping->path_size + 1, view->id, mapping->id_size);
	mappings->known[mappings->n++] = (struct pxt_known_mapping){
		.mapping = *mapping,
		.id = (unsigned char *)bytes + mapping->path_size + 1,
		.path = bytes,
		.image = image,
		.ns = ns,
		.seen_ns = mapping->flags & PXT_MAPPING_GONE ? seen_ns :
			   INT64_MAX,
		.gone_ns = INT64_MAX,
	};
	return true;
}

static void discard(struct pxt_known_mapping *known)
{
	if (!known->is_inherited)
		free((char *)known->path);
}

void pxt_mappings_fini(struct pxt_mappings *mappings)
{
	for (size_t i = 0; i < mappings->n; i++)
		discard(&mappings->known[i]);
	free(mappings->known);
}

/* What has gone is behind what came in its place, by one look. */
static int by_place(const void *a, const void *b)
{
	const struct pxt_known_mapping *x = a, *y = b;
	const uint32_t gone = PXT_MAPPING_GONE;

	if (x->image != y->image)
		return x->image < y->image ? -1 : 1;
	if (x->mapping.start != y->mapping.start)
		return x->mapping.start < y->mapping.start ? -1 : 1;
	if (x->ns != y->ns)
		return x->ns < y->ns ? -1 : 1;
	return (int)(x->mapping.flags & gone) - (int)(y->mapping.flags & gone);
}

static bool are_same(const struct pxt_known_mapping *a,
		     const struct pxt_known_mapping *b)
{
	return a->mapping.start == b->mapping.start &&
	       a->mapping.end == b->mapping.end &&
	       a->mapping.offset == b->mapping.offset &&
	       a->mapping.inode == b->mapping.inode &&
	       a->mapping.device == b->mapping.device &&
	       strcmp(a->path, b->path) == 0 &&
	       (a->mapping.id_size == 0 || b->mapping.id_size == 0 ||
		(a->mapping.id_size == b->mapping.id_size &&
		 memcmp(a->id, b->id, a->mapping.id_size) == 0));
}

/* Told without its file, as a record can only (process/images.h), and later with
 * that? */
static bool is_without_file_of(const struct pxt_known_mapping *a,
			       const struct pxt_known_mapping *b)
{
	return a->mapping.start == b->mapping.start &&
	       a->mapping.end == b->mapping.end &&
	       a->mapping.offset == b->mapping.offset &&
	       a->mapping.inode == 0 && b->mapping.inode != 0 &&
	       a->mapping.id_size != 0 &&
	       a->mapping.id_size == b->mapping.id_size &&
	       memcmp(a->id, b->id, a->mapping.id_size) == 0;
}

static bool is_there(const struct pxt_known_mapping *known)
{
	return known->gone_ns == INT64_MAX;
}

/* At one address only few are not known to have gone. */
enum { BACK = 16 };

/* What was told again has more than what was told: the build id, or the file. */
static void learn(struct pxt_known_mapping *known,
		  const struct pxt_known_mapping *told)
{
	const uint32_t doubt = PXT_MAPPING_DOUBTFUL & known->mapping.flags &
			       told->mapping.flags;
	struct pxt_known_mapping other = *told;

	if (is_without_file_of(known, told) ||
	    (known->mapping.id_size == 0 && told->mapping.id_size)) {
		other = *known;
		known->mapping = told->mapping;
		known->id = told->id;
		known->path = told->path;
	}
	known->mapping.flags &= ~(uint32_t)PXT_MAPPING_DOUBTFUL;
	known->mapping.flags |= doubt;
	discard(&other);
}

static void take(struct pxt_mappings *mappings, size_t group,
		 const struct pxt_known_mapping *told)
{
	const bool replaces = told->mapping.flags & PXT_MAPPING_REPLACES;
	size_t least = mappings->n > group + BACK ? mappings->n - BACK : group;

	for (size_t i = mappings->n; i-- > least && !replaces;) {
		struct pxt_known_mapping *known = &mappings->known[i];

		if (is_there(known) && (are_same(known, told) ||
					is_without_file_of(known, told))) {
			learn(known, told);
			return;
		}
	}
	mappings->known[mappings->n++] = *told;
}

static bool is_meant(const struct pxt_known_mapping *known,
		     const struct pxt_known_mapping *gone)
{
	return known->mapping.start == gone->mapping.start &&
	       known->mapping.end == gone->mapping.end &&
	       known->mapping.inode == gone->mapping.inode;
}

static void end(struct pxt_known_mapping *known,
		const struct pxt_known_mapping *gone)
{
	known->seen_ns = gone->seen_ns;
	known->gone_ns = gone->ns;
	known->gone_flags = gone->mapping.flags;
	if (gone->mapping.flags & PXT_MAPPING_UNDOUBTED)
		known->mapping.flags &= ~(uint32_t)PXT_MAPPING_DOUBTFUL;
}

/* The first of its group: it was there before all others. */
static void take_inherited(struct pxt_mappings *mappings, size_t group,
			   const struct pxt_known_mapping *parents,
			   const struct pxt_known_mapping *gone)
{
	struct pxt_known_mapping known = *parents;

	known.image = gone->image;
	known.ns = INT64_MIN;
	known.is_inherited = true;
	end(&known, gone);
	memmove(&mappings->known[group + 1], &mappings->known[group],
		(mappings->n - group) * sizeof(known));
	mappings->known[group] = known;
	mappings->n++;
}

static void take_gone(struct pxt_mappings *mappings, size_t group,
		      struct pxt_known_mapping *gone,
		      pxt_mappings_of_parent *of_parent, const void *arg)
{
	size_t least = mappings->n > group + BACK ? mappings->n - BACK : group;
	const struct pxt_known_mapping *parents;

	discard(gone);
	for (size_t i = mappings->n; i-- > least;) {
		struct pxt_known_mapping *known = &mappings->known[i];

		if (is_there(known) && is_meant(known, gone)) {
			end(known, gone);
			return;
		}
	}
	if (group < mappings->n && mappings->known[group].is_inherited)
		return;
	parents = of_parent(arg, gone->image, gone->mapping.start);
	if (parents && is_meant(parents, gone))
		take_inherited(mappings, group, parents, gone);
}

/* All of an image from `first` on are there. */
static void finish(struct pxt_mappings *mappings, size_t first)
{
	uint64_t reach = 0;

	for (size_t i = first; i < mappings->n; i++) {
		struct pxt_known_mapping *known = &mappings->known[i];

		if (known->mapping.end > reach)
			reach = known->mapping.end;
		known->reach = reach;
		known->number = i;
	}
}

void pxt_mappings_join(struct pxt_mappings *mappings,
		       pxt_mappings_of_parent *of_parent, const void *arg)
{
	struct pxt_known_mapping *known = mappings->known;
	const size_t n = mappings->n;
	uint64_t image = 0, start = 0;
	size_t first = 0, group = 0;

	if (n)
		qsort(known, n, sizeof(*known), by_place);
	mappings->n = 0;
	for (size_t i = 0; i < n; i++) {
		struct pxt_known_mapping told = known[i];

		if (told.image != image) {
			finish(mappings, first);
			first = mappings->n;
		}
		if (told.image != image || told.mapping.start != start)
			group = mappings->n;
		image = told.image;
		start = told.mapping.start;
		if (told.mapping.flags & PXT_MAPPING_GONE)
			take_gone(mappings, group, &told, of_parent, arg);
		else
			take(mappings, group, &told);
	}
	finish(mappings, first);
}

/* The first one behind all of an image that begin at or before an address. */
static size_t find_behind(const struct pxt_mappings *mappings, uint64_t image,
			  uint64_t address)
{
	const struct pxt_known_mapping *known = mappings->known;
	size_t low = 0, high = mappings->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (known[middle].image < image ||
		    (known[middle].image == image &&
		     known[middle].mapping.start <= address))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool pxt_mappings_has(const struct pxt_mappings *mappings, uint64_t image)
{
	size_t behind = find_behind(mappings, image, UINT64_MAX);

	return behind > 0 && mappings->known[behind - 1].image == image;
}

/* What may have been there: told last before the event, and first after it. */
struct candidates {
	const struct pxt_known_mapping *before;
	const struct pxt_known_mapping *after;
};

/* Of the `n` with one start; each of them replaced the one before. */
static void look_at(const struct pxt_known_mapping *known, size_t n, int64_t ns,
		    uint64_t address, struct candidates *found)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (known[middle].ns <= ns)
			low = middle + 1;
		else
			high = middle;
	}
	if (low > 0 && known[low - 1].mapping.end > address &&
	    (!found->before || found->before->ns < known[low - 1].ns))
		found->before = &known[low - 1];
	if (low < n && known[low].mapping.end > address &&
	    (!found->after || found->after->ns > known[low].ns))
		found->after = &known[low];
}

/* Is what was told before certainly there? */
static bool is_certain(const struct candidates *found, int64_t ns)
{
	const struct pxt_known_mapping *before = found->before;
	const struct pxt_known_mapping *after = found->after;

	if (ns == before->ns)
		return true;
	if (!is_there(before))
		return ns <= before->seen_ns ||
		       (!(before->gone_flags & PXT_MAPPING_DOUBTFUL) &&
			(!after || before->gone_ns < after->ns));
	return !after || are_same(before, after) ||
	       after->mapping.flags & PXT_MAPPING_REPLACES;
}

static const struct pxt_known_mapping *decide(const struct candidates *found,
					      int64_t ns)
{
	const struct pxt_known_mapping *before = found->before;
	const struct pxt_known_mapping *after = found->after;

	if (before && ns < before->gone_ns)
		return is_certain(found, ns) ? before : NULL;
	return after && !(after->mapping.flags & PXT_MAPPING_DOUBTFUL) ? after :
	       NULL;
}

/* More overlap in a damaged log only. */
enum { STARTS = 64 };

int pxt_mappings_find(const struct pxt_mappings *mappings, uint64_t image,
		      int64_t ns, uint64_t address,
		      const struct pxt_known_mapping **out)
{
	const struct pxt_known_mapping *known = mappings->known;
	size_t at = find_behind(mappings, image, address);
	struct candidates found = { NULL, NULL };

	for (int i = 0; i < STARTS && at > 0 && known[at - 1].image == image &&
	     known[at - 1].reach > address; i++) {
		uint64_t start = known[at - 1].mapping.start;
		size_t first = start ?
			find_behind(mappings, image, start - 1) :
			find_behind(mappings, image - 1, UINT64_MAX);

		look_at(&known[first], at - first, ns, address, &found);
		at = first;
	}
	if (!found.before && !found.after)
		return ENOENT;
	*out = decide(&found, ns);
	return *out ? 0 : EAGAIN;
}
