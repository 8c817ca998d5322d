/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Tells streams what this process executes; see images.h. */
#include "process/images.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "base/maps.h"
#include "base/modules.h"
#include "base/quiet.h"
#include "process/self.h"
#include "ring/images.h"

/* Not on the stack, which may be a handler's; of who holds the lock. */
static struct {
	char text[4096];
	union {
		struct pxt_image image;
		unsigned char bytes[PXT_IMAGE_MOST];
	};
} room;

enum known_flags {
	HAS_ID = 1,		/* and that was told */
	PART = 2,		/* told in a record, so that the inode is not known */
	UNSURE = 4,		/* told with doubt, until the loader is asked ... */
	DOUBTFUL = 8,		/* and had loaded what nobody saw */
	/* as the look that goes on finds: */
	GONE = 16,
	AGAIN = 32,		/* it is there, but may have been gone in between */
};

/* Atomic, since trace points look without the lock. */
struct known {
	_Atomic uint64_t start;
	_Atomic uint64_t end;
	uint64_t inode;			/* of a part the start of its build id */
	_Atomic unsigned flags;
};

enum { KNOWN = 4096 };

/*
 * What streams were told that is there, by address.  A look compares it with what is
 * there now, and stores that in the other set, which then is the current one.  A
 * forked child has what its parent had.  With more than there is room for, the others
 * are not told when they come later.
 */
struct set {
	_Atomic unsigned n;
	struct known known[KNOWN];
};

static struct set sets[2];
static _Atomic unsigned current;
/* Something came and went that nobody saw, at any time until the last look. */
static bool has_missed;

/* A look, which goes over old and new in the order of addresses. */
struct look {
	struct set *old;
	struct set *new;
	unsigned at;			/* in the old one */
	unsigned long long loaded;	/* by the loader; 0: it was not asked */
	bool missed;			/* and something came and went ... */
	bool doubt;			/* ... now or before an earlier look */
	bool has_news;
	/* the stream that is told */
	const struct pxt_view *view;
	uint64_t *image;
	uint64_t seen;			/* ticks of the look before */
};

bool pxt_images_know(uintptr_t address)
{
	const struct set *set = &sets[pxt_load_acquire(&current)];
	unsigned low = 0, high = pxt_load_acquire(&set->n);
	const struct known *known = set->known;

	if (high == 0 || high == KNOWN)
		return true;
	while (low < high) {
		unsigned middle = low + (high - low) / 2;

		if (pxt_load_relaxed(&known[middle].start) <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 && address < pxt_load_relaxed(&known[low - 1].end);
}

/* The start of a build id, which tells two apart. */
static uint64_t take_id(const void *id, size_t size)
{
	uint64_t word = 0;

	memcpy(&word, id, size < sizeof(word) ? size : sizeof(word));
	return word;
}

/* Is it what was told? */
static bool is_same(const struct known *known, const struct pxt_map *map)
{
	size_t size;
	const void *id;

	if (pxt_load_relaxed(&known->start) != map->start ||
	    pxt_load_relaxed(&known->end) != map->end)
		return false;
	if (!(pxt_load_relaxed(&known->flags) & PART))
		return known->inode == map->inode;
	id = pxt_modules_find(map->start, &size);
	return known->inode == (size ? take_id(id, size) : 0);
}

static bool has_id(const struct pxt_map *map)
{
	size_t size;

	return pxt_modules_find(map->start, &size) != NULL;
}

static void set_found(struct known *known, enum known_flags found)
{
	unsigned flags = pxt_load_relaxed(&known->flags);

	flags &= ~(unsigned)(GONE | AGAIN);
	pxt_store_relaxed(&known->flags, flags | found);
}

/* This mapping in the old set; NULL: it has come.  Those passed by have gone. */
static struct known *find_old(struct look *look, const struct pxt_map *map)
{
	while (look->at < pxt_load_relaxed(&look->old->n)) {
		struct known *known = &look->old->known[look->at];
		uint64_t start = pxt_load_relaxed(&known->start);

		if (start > map->start)
			break;
		look->at++;
		if (is_same(known, map))
			return known;
		set_found(known, GONE);
	}
	return NULL;
}

/* Is there anything to tell of it? */
static bool is_news(const struct look *look, const struct known *old,
		    const struct pxt_map *map)
{
	unsigned flags = old ? pxt_load_relaxed(&old->flags) : 0;

	return old ? (!(flags & HAS_ID) && has_id(map)) ||
		     flags & (PART | AGAIN) ||
		     (flags & UNSURE && look->loaded && !look->doubt) :
		     pxt_load_relaxed(&look->old->n) < KNOWN;
}

static unsigned new_flags(const struct known *old, const struct pxt_map *map)
{
	unsigned flags = old ? pxt_load_relaxed(&old->flags) :
			 UNSURE;

	flags &= ~(unsigned)(PART | AGAIN);
	return !(flags & HAS_ID) && has_id(map) ? flags | HAS_ID : flags;
}

/* The loader has been asked: it is known whether there is doubt. */
static unsigned settle(const struct look *look, unsigned flags)
{
	return flags & UNSURE && look->loaded ?
	       (flags & ~(unsigned)UNSURE) | (look->doubt ? DOUBTFUL : 0) :
	       flags;
}

static void append(struct set *set, const struct pxt_map *map, uint64_t inode,
		   unsigned flags)
{
	unsigned n = pxt_load_relaxed(&set->n);

	if (n == KNOWN)
		return;
	pxt_store_relaxed(&set->known[n].start, map->start);
	pxt_store_relaxed(&set->known[n].end, map->end);
	set->known[n].inode = inode;
	pxt_store_relaxed(&set->known[n].flags, flags);
	pxt_store_release(&set->n, n + 1);
}

static bool compare(const struct pxt_map *map, void *arg)
{
	struct look *look = arg;
	const struct known *old = find_old(look, map);

	if (is_news(look, old, map))
		look->has_news = true;
	append(look->new, map, map->inode, new_flags(old, map));
	return true;
}

/* What the loader has counted, and a record has told, was not missed. */
static void settle_all(struct look *look, unsigned n_missed, unsigned n_parts)
{
	unsigned n = pxt_load_relaxed(&look->new->n);

	look->missed = n_missed > n_parts;
	look->doubt = look->missed || has_missed;
	has_missed = look->doubt;
	for (unsigned i = 0; i < n; i++) {
		_Atomic unsigned *flags = &look->new->known[i].flags;

		pxt_store_relaxed(flags, settle(look, pxt_load_relaxed(flags)));
	}
}

/* Which of those that are there may have been gone?  Of parts nobody knows. */
static void find_again(struct look *look)
{
	struct known *known = look->old->known;
	const struct known *end = known + pxt_load_relaxed(&look->old->n);

	for (; known < end; known++) {
		unsigned flags = pxt_load_relaxed(&known->flags);

		if (flags & GONE ||
		    !(flags & PART ? look->missed :
		      pxt_modules_is_doubtful(pxt_load_relaxed(&known->start))))
			continue;
		set_found(known, AGAIN);
		look->has_news = true;
	}
	/* Only then, as a module may have several parts. */
	for (known = look->old->known; known < end; known++)
		if (pxt_load_relaxed(&known->flags) & AGAIN)
			pxt_modules_settle(pxt_load_relaxed(&known->start));
}

/* Find what has come and gone.  False: that is not known. */
static bool find_news(struct look *look)
{
	unsigned n = pxt_load_relaxed(&look->old->n), n_parts = 0;

	look->at = 0;
	for (unsigned i = 0; i < n; i++)
		set_found(&look->old->known[i], 0);
	pxt_store_relaxed(&look->new->n, 0);
	if (!pxt_maps_each(room.text, sizeof(room.text), compare, look))
		return false;
	for (; look->at < n; look->at++)
		set_found(&look->old->known[look->at], GONE);
	for (unsigned i = 0; i < n; i++) {
		const struct known *known = &look->old->known[i];

		if (!(pxt_load_relaxed(&known->flags) & GONE))
			continue;
		look->has_news = true;
		if (pxt_load_relaxed(&known->flags) & PART)
			n_parts++;
		/* The build id there is that of what has gone. */
		if (!look->loaded)
			pxt_modules_forget(pxt_load_relaxed(&known->start),
					   pxt_load_relaxed(&known->end));
	}
	settle_all(look, look->loaded ? pxt_modules_missed() : 0, n_parts);
	find_again(look);
	return true;
}

static void begin(int32_t pid, enum pxt_image_kind kind, uint64_t number)
{
	room.image = (struct pxt_image){
		.magic = PXT_IMAGE_MAGIC,
		.size = sizeof(room.image),
		.kind = kind,
		.pid = pid,
		.number = number,
	};
}

/*
 * It was there when it was read, so the time is taken behind that; unless something
 * has come meanwhile, in its place perhaps.  Without room nothing is known of the
 * process since the look before, which is said.
 */
static bool put(const struct look *look)
{
	room.image.ticks = pxt_segment_ticks(look->view);
	if (look->loaded && pxt_modules_loaded() != look->loaded)
		pxt_image_doubt(&room.image);
	if (pxt_images_put(look->view, &room.image) != 0) {
		if (*look->image) {
			begin(room.image.pid, PXT_IMAGE_WHOLE, 1);
			room.image.ticks = look->seen;
			pxt_images_put(look->view, &room.image);
		}
		*look->image = 0;
		return false;
	}
	*look->image = room.image.number;
	return true;
}

static bool add(const struct look *look, const struct pxt_mapping *mapping,
		const void *id, const char *path)
{
	if (pxt_image_add(&room.image, sizeof(room.bytes), mapping, id, path))
		return true;
	if (!put(look))
		return false;
	begin(room.image.pid, PXT_IMAGE_MORE, *look->image);
	/* A path that is too long for any record is left out. */
	pxt_image_add(&room.image, sizeof(room.bytes), mapping, id, path);
	return true;
}

static bool add_map(const struct look *look, const struct pxt_map *map,
		    const void *id, size_t id_size, unsigned flags)
{
	const struct pxt_mapping mapping = {
		.start = map->start,
		.end = map->end,
		.offset = map->offset,
		.device = map->device,
		.inode = map->inode,
		.id_size = (uint16_t)id_size,
		.path_size = (uint16_t)map->path_size,
		.flags = flags | (map->is_deleted ? PXT_MAPPING_DELETED : 0),
	};

	return add(look, &mapping, id, map->path);
}

static bool add_noted(const struct look *look, const struct pxt_map *map,
		      unsigned flags)
{
	size_t id_size;
	const void *id = pxt_modules_find(map->start, &id_size);

	return add_map(look, map, id, id_size, flags);
}

static bool add_if_new(const struct pxt_map *map, void *arg)
{
	struct look *look = arg;
	const struct known *old = find_old(look, map);

	return !is_news(look, old, map) ||
	       add_noted(look, map,
			 (old && pxt_load_relaxed(&old->flags) & AGAIN) ||
			 settle(look, new_flags(old, map)) &
			 (UNSURE | DOUBTFUL) ?
			 PXT_MAPPING_DOUBTFUL : 0);
}

/* Those that are found GONE, or AGAIN. */
static bool add_gone(const struct look *look, enum known_flags found)
{
	static const char path[] = "[gone]";
	unsigned n = pxt_load_relaxed(&look->old->n);
	bool added = true;

	for (unsigned i = 0; i < n && added; i++) {
		const struct known *known = &look->old->known[i];
		const unsigned flags = pxt_load_relaxed(&known->flags);
		const bool is_sure = look->loaded != 0 && !look->missed;
		const struct pxt_mapping mapping = {
			.start = pxt_load_relaxed(&known->start),
			.end = pxt_load_relaxed(&known->end),
			.offset = look->seen,
			.inode = flags & PART ? 0 : known->inode,
			.path_size = sizeof(path) - 1,
			.flags = PXT_MAPPING_GONE |
				 (!is_sure ? PXT_MAPPING_DOUBTFUL :
				  flags & UNSURE && !look->doubt ?
				  PXT_MAPPING_UNDOUBTED : 0),
		};

		if (flags & found)
			added = add(look, &mapping, NULL, path);
	}
	return added;
}

static void tell_news(struct look *look, struct pxt_attached *attached,
		      int32_t pid)
{
	look->view = &attached->view;
	look->image = &attached->image;
	look->seen = attached->looked;
	look->at = 0;
	begin(pid, PXT_IMAGE_MORE, attached->image);
	/* In a record before the one that tells that they are there. */
	if (!add_gone(look, AGAIN) || (room.image.count > 0 && !put(look)))
		return;
	begin(pid, PXT_IMAGE_MORE, attached->image);
	/* What has gone is behind what has come: it is not earlier that it went. */
	if (pxt_maps_each(room.text, sizeof(room.text), add_if_new, look) &&
	    *look->image && add_gone(look, GONE) && room.image.count > 0)
		put(look);
}

static bool add_any(const struct pxt_map *map, void *arg)
{
	struct look *look = arg;

	/* The others have not been told yet of what came. */
	if (look->new)
		append(look->new, map, map->inode, has_id(map) ? HAS_ID : 0);
	return add_noted(look, map, 0);
}

static void tell_whole(struct pxt_attached *attached, int32_t pid)
{
	struct set *set = &sets[pxt_load_relaxed(&current)];
	struct look look = {
		.new = pxt_load_relaxed(&set->n) ? NULL : set,
		.view = &attached->view,
		.image = &attached->image,
	};

	begin(pid, PXT_IMAGE_WHOLE, 1);
	if (pxt_maps_each(room.text, sizeof(room.text), add_any, &look) &&
	    room.image.count > 0)
		put(&look);
}

static void tell_fork(struct pxt_attached *attached, int32_t pid)
{
	begin(pid, PXT_IMAGE_FORKED, 1);
	room.image.of = attached->image;
	room.image.ticks = pxt_segment_ticks(&attached->view);
	attached->image = pxt_images_put(&attached->view, &room.image) == 0 ?
			  room.image.number : 0;
}

void pxt_images_tell(struct pxt_attached *attached, int32_t pid)
{
	int saved = errno, cancel;

	if (!attached->view.images || pxt_is_quiet())
		return;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	if (attached->image) {
		tell_fork(attached, pid);
	} else {
		attached->looked = pxt_segment_ticks(&attached->view);
		tell_whole(attached, pid);
	}
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
}

/* Of the streams those that have been told what this process has. */
static bool has_image(const struct pxt_attached *attached)
{
	return attached->serial && !attached->retired && attached->image &&
	       attached->view.images;
}

static void look_and_tell(struct pxt_attached *attached, size_t n, int32_t pid,
			  unsigned long long loaded)
{
	const unsigned now = pxt_load_relaxed(&current);
	struct look look = {
		.old = &sets[now],
		.new = &sets[!now],
		.loaded = loaded,
	};

	for (size_t i = 0; i < n; i++)
		if (has_image(&attached[i]))
			attached[i].looking =
				pxt_segment_ticks(&attached[i].view);
	if (!find_news(&look))
		return;
	for (size_t i = 0; i < n; i++) {
		if (!has_image(&attached[i]))
			continue;
		if (look.has_news)
			tell_news(&look, &attached[i], pid);
		attached[i].looked = attached[i].looking;
	}
	/* Release: a trace point that sees the number sees the set. */
	pxt_store_release(&current, !now);
}

static bool any_has_image(const struct pxt_attached *attached, size_t n)
{
	size_t i = 0;

	while (i < n && !has_image(&attached[i]))
		i++;
	return i < n;
}

void pxt_images_tell_new(struct pxt_attached *attached, size_t n, int32_t pid,
			 unsigned long long loaded)
{
	int saved = errno, cancel;

	if (pxt_is_quiet() || !any_has_image(attached, n))
		return;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	look_and_tell(attached, n, pid, loaded);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
}

/* Put it among those that are known, in the other set. */
static void insert(const struct pxt_map *map, uint64_t inode, unsigned flags)
{
	const unsigned now = pxt_load_relaxed(&current);
	const struct set *old = &sets[now];
	struct set *new = &sets[!now];
	unsigned n = pxt_load_relaxed(&old->n);
	bool is_in = false;

	pxt_store_relaxed(&new->n, 0);
	for (unsigned i = 0; i < n; i++) {
		const struct known *known = &old->known[i];
		const struct pxt_map same = {
			.start = pxt_load_relaxed(&known->start),
			.end = pxt_load_relaxed(&known->end),
		};

		if (!is_in && same.start > map->start) {
			append(new, map, inode, flags);
			is_in = true;
		}
		append(new, &same, known->inode,
		       pxt_load_relaxed(&known->flags));
	}
	if (!is_in)
		append(new, map, inode, flags);
	pxt_store_release(&current, !now);
}

void pxt_images_tell_part(struct pxt_attached *attached, size_t n, int32_t pid,
			  const struct pxt_module_part *part)
{
	struct pxt_map map = {
		.start = part->start,
		.end = part->end,
		.offset = part->offset,
	};

	/* Another thread may have been first. */
	if (pxt_images_know(part->start))
		return;
	/* Whether it can be told or not, this is not tried again. */
	insert(&map, take_id(part->id, part->id_size),
	       PART | UNSURE | (part->id_size ? HAS_ID : 0));
	/* Without build id and inode nobody could tell whether a file is it. */
	if (part->id_size == 0 || !pxt_maps_find_path(
			part->name, room.text, sizeof(room.text), &map))
		return;
	for (size_t i = 0; i < n; i++) {
		const struct look look = {
			.view = &attached[i].view,
			.image = &attached[i].image,
			.seen = attached[i].looked,
		};

		if (!has_image(&attached[i]))
			continue;
		begin(pid, PXT_IMAGE_MORE, attached[i].image);
		if (add_map(&look, &map, part->id, part->id_size,
			    PXT_MAPPING_DOUBTFUL))
			put(&look);
	}
}
