/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Getting the control block, the map and inherited streams; see inherit.h. */
#include "process/inherit.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/rundir.h"
#include "directory/directory.h"
#include "directory/note.h"

/* Processes without the library, one above the other, that are looked past. */
enum { ANCESTORS_MOST = 64 };

/*
 * The nearest process above *self that has files, or a note; those in between are not
 * linked with the library, as a shell.  *child, which may be *self, is its child:
 * streams that it has had before that one began are inherited.  False: there is none.
 */
static bool find_ancestor(const struct pxt_proc *self, struct pxt_proc *ancestor,
			  struct pxt_proc *child)
{
	*child = *self;
	for (int i = 0; i < ANCESTORS_MOST; i++) {
		if (child->parent <= 0 ||
		    pxt_proc_read(child->parent, ancestor) != 0)
			return false;
		if (pxt_process_is_known(ancestor))
			return true;
		*child = *ancestor;
	}
	return false;
}

bool pxt_inherit_is_expected(void)
{
	struct pxt_proc self, ancestor, child;
	bool is_empty;
	int dirfd;

	if (!pxt_rundir_is_ours() ||
	    pxt_rundir_open(geteuid(), false, &dirfd) != 0)
		return false;
	/* The usual case costs three system calls; /proc costs ten times that. */
	is_empty = pxt_rundir_is_empty(dirfd);
	close(dirfd);
	if (is_empty)
		return false;
	return pxt_proc_read(getpid(), &self) == 0 &&
	       (pxt_process_is_known(&self) ||
		find_ancestor(&self, &ancestor, &child));
}

/* The types that the parent had opened count as opened by the child, too. */
static void copy_opened(struct pxt_opened *to, const struct pxt_opened *from)
{
	for (unsigned i = 0; i < PXT_ID_SPACE / 64; i++)
		pxt_store_relaxed(&to->ids[i], pxt_load_relaxed(&from->ids[i]));
	pxt_store_relaxed(&to->count, pxt_load_relaxed(&from->count));
}

/* A new program has no types open, whatever the old program had (EXEC-1). */
static void forget_opened(struct pxt_opened *opened)
{
	static const struct pxt_opened none;

	copy_opened(opened, &none);
}

/* Map the files of this process over the gate, or continue without files: false. */
static bool open_self(struct pxt_process *process)
{
	if (pxt_process_open(getpid(), pxt_pages.gate_page, process) == 0)
		return true;
	if (pxt_process_open_private(pxt_pages.gate_page, process) == 0)
		return false;
	/* No memory: continue with an anonymous page in its place, without a
	 * map. */
	mmap(pxt_pages.gate_page, PXT_PAGE, PROT_READ | PROT_WRITE,
	     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	process->control = pxt_gate;
	process->map = NULL;
	return false;
}

/* Is the stream that `published` names one that a child inherits? */
static bool is_inherited(const struct pxt_process *parent, unsigned slot,
			 uint64_t serial)
{
	struct pxt_view view;
	bool inherited;

	if (pxt_directory_attach(parent, slot, serial, &view) != 0)
		return false;
	inherited = view.inherited;
	munmap(view.segment, view.size);
	return inherited;
}

/*
 * What was published for the parent before it forked: in the child a copy of that
 * moment, while the control block has what is published now.  Relaxed: when two
 * threads fork at a time, what either of them stores was published before.
 */
static _Atomic uint64_t at_fork[PXT_STREAMS];
static bool knows_fork;		/* this is such a child, and not set up yet */

/* Calls of fork() in progress; in a child until its turn. */
static _Atomic uint32_t forking;

void pxt_inherit_before_fork(void)
{
	pxt_add_relaxed(&forking, 1);
	/* A child that is not set up has still the gate of its parent, and inherits
	 * for its own children what it would inherit itself. */
	if (!pxt_load_acquire(&pxt_self->ready))
		return;
	for (unsigned slot = 0; slot < PXT_STREAMS; slot++)
		pxt_store_relaxed(&at_fork[slot],
				  pxt_load_acquire(&pxt_gate->published[slot]));
}

void pxt_inherit_in_parent(void)
{
	pxt_add_relaxed(&forking, -1u);
}

enum pxt_turn pxt_inherit_turn(void)
{
	if (pxt_load_relaxed(&forking) == 0)
		return PXT_TURN_PAST;
	return syscall(SYS_gettid) == getpid() ? PXT_TURN_AHEAD :
	       PXT_TURN_OF_ANOTHER;
}

/*
 * Add to `serials` the inherited streams that the parent published before its child
 * started, which is this process or one above it.  False: none was added.
 */
static bool find_inherited(const struct pxt_process *parent,
			   const struct pxt_proc *child,
			   uint64_t serials[PXT_STREAMS])
{
	bool any = false;

	for (unsigned slot = 0; slot < PXT_STREAMS; slot++) {
		uint64_t serial = pxt_load_acquire(
				&parent->control->published[slot]);

		if (!serial || serials[slot] == serial ||
		    pxt_load_relaxed(&parent->control->since[slot]) >
		    child->start ||
		    /* The times are in hundredths of a second. */
		    (knows_fork && pxt_load_relaxed(&at_fork[slot]) != serial) ||
		    !is_inherited(parent, slot, serial))
			continue;
		serials[slot] = serial;
		any = true;
	}
	return any;
}

/*
 * A family has one event type map.  If the parent has ended, it has no file any more;
 * but each stream has one, unless it ends, too.
 */
static void share_map(const struct pxt_process *parent, const struct pxt_proc *self,
		      const uint64_t serials[PXT_STREAMS])
{
	bool has_map = pxt_process_share_map(&parent->proc, self) == 0;

	for (unsigned slot = 0; slot < PXT_STREAMS && !has_map; slot++) {
		char name[PXT_FILE_NAME_SIZE];

		if (!serials[slot])
			continue;
		pxt_slot_name(slot, ".names", name);
		has_map = pxt_process_share_named_map(name, self) == 0 &&
			  is_inherited(parent, slot, serials[slot]);
	}
	/* That of another stream, which has the slot by now. */
	if (!has_map)
		pxt_process_unlink(self);
}

/* Map the event type map of a stream.  False: it has ended. */
static bool map_names(const struct pxt_process *of, unsigned slot, uint64_t serial,
		      struct pxt_eventmap **map)
{
	char name[PXT_FILE_NAME_SIZE];

	pxt_slot_name(slot, ".names", name);
	if (pxt_process_map_named(name, of->proc.uid, map) != 0)
		return false;
	/* In case there is room by now. */
	pxt_process_share_named_map(name, &of->proc);
	if (is_inherited(of, slot, serial))
		return true;
	/* That of another stream, which has the slot by now. */
	pxt_process_unlink(&of->proc);
	munmap(*map, sizeof(**map));
	*map = NULL;
	return false;
}

/*
 * Of the streams in a note those that are still there, in `serials`, and the event type
 * map of one of them, which is that of the family.  NULL: there is none.
 */
static struct pxt_eventmap *take_noted(const struct pxt_proc *self,
				       uint64_t serials[PXT_STREAMS])
{
	const struct pxt_process of = { .proc = *self };
	struct pxt_eventmap *map = NULL;

	for (unsigned slot = 0; slot < PXT_STREAMS; slot++) {
		if (!serials[slot])
			continue;
		if (!is_inherited(&of, slot, serials[slot]) ||
		    (!map && !map_names(&of, slot, serials[slot], &map)))
			serials[slot] = 0;
	}
	return map;
}

/*
 * The streams that a new process inherits, in `serials`, and the event type map of its
 * family.  NULL: there is none.
 */
static struct pxt_eventmap *find_family(const struct pxt_proc *self,
					uint64_t serials[PXT_STREAMS])
{
	struct pxt_proc ancestor, child;
	struct pxt_process parent;

	/* It has had no room for files, and has executed a program. */
	if (pxt_note_read(self, serials))
		return take_noted(self, serials);
	if (!find_ancestor(self, &ancestor, &child))
		return NULL;
	if (pxt_process_find(ancestor.pid, &parent) != 0)
		return pxt_note_read(&ancestor, serials) ?
		       take_noted(self, serials) : NULL;
	if (!find_inherited(&parent, &child, serials)) {
		pxt_process_close(&parent, true);
		return NULL;
	}
	share_map(&parent, self, serials);
	munmap(parent.control, PXT_PAGE);
	return parent.map;
}

/*
 * Programs below this process find these streams, though it has no files.  Not in a
 * sandbox: it may kill for the call, which is not needed otherwise.
 */
static void leave_note(const uint64_t serials[PXT_STREAMS])
{
	struct pxt_proc self;

	if (pxt_rundir_is_ours() && !pxt_proc_is_sandboxed() &&
	    pxt_proc_read(getpid(), &self) == 0)
		pxt_note_write(&self, serials);
}

/* Publish the streams in `serials` to this process. */
static void publish(const uint64_t serials[PXT_STREAMS], uint64_t since)
{
	for (unsigned slot = 0; slot < PXT_STREAMS; slot++)
		if (serials[slot]) {
			pxt_store_relaxed(&pxt_gate->since[slot], since);
			pxt_store_release(&pxt_gate->published[slot],
					  serials[slot]);
		}
}

/*
 * Drop the streams that are not inherited; is there one that is?  A stream
 * whose mapping is hidden is dropped, too, and attached again by what is
 * published.
 */
static bool keep_inherited(struct pxt_attached *attached,
			   uint64_t serials[PXT_STREAMS])
{
	bool any = false;

	for (unsigned i = 0; i < PXT_STREAMS; i++) {
		struct pxt_attached *a = &attached[i];
		bool inherits = a->serial && a->view.inherited && !a->retired;

		if (!a->serial)
			continue;
		if (inherits) {
			serials[a->slot] = a->serial;
			any = true;
		}
		if (inherits && !a->hidden) {
			/* The parent controls it, not the child. */
			a->own = false;
			continue;
		}
		pxt_self_unmap(i);
	}
	return any;
}

/*
 * If the child is in a stream of its parent, it uses the parent's event type
 * map.  `inherits`: there is one among the attached streams; `misses`: there may
 * be one that the parent had not attached yet.
 */
static bool join_parent(const struct pxt_process *parent, bool inherits,
			bool misses, uint64_t serials[PXT_STREAMS])
{
	struct pxt_proc self;

	if (pxt_proc_read(getpid(), &self) != 0)
		return inherits;
	self.uid = geteuid();
	if (misses)
		inherits |= find_inherited(parent, &self, serials);
	/* Another copy of the library may have done that. */
	if (inherits && !pxt_process_exists(&self))
		share_map(parent, &self, serials);
	return inherits;
}

/*
 * Is a child that inherits without the map of its parent, because there are no files,
 * or that one has none any more?  Then they share the mapping itself.
 */
static bool needs_mapping(const struct pxt_process *process,
			  const struct pxt_eventmap *map, uid_t uid)
{
	if (!process->map || process->proc.uid != uid)
		return false;
	if (!pxt_process_exists(&process->proc))
		return true;
	if (pxt_eventmap_has_all(process->map, map))
		return false;
	/* A program that it executes gets at least the names that there are. */
	pxt_eventmap_copy(process->map, map);
	return true;
}

/* The parent's mapping of its event type map is used, or copied, and unmapped. */
static void take_map(struct pxt_process *process, struct pxt_eventmap *map,
		     uid_t uid, bool inherits)
{
	if (process->map && !inherits) {
		pxt_eventmap_copy(process->map, map);
	} else if (needs_mapping(process, map, uid)) {
		struct pxt_eventmap *own = process->map;

		process->map = map;
		map = own;
	}
	munmap(map, sizeof(*map));
}

void pxt_inherit_or_begin(struct pxt_process *process)
{
	uint64_t serials[PXT_STREAMS] = {0};
	struct pxt_eventmap *map = NULL;
	struct pxt_proc self;
	bool has_files;

	/* The caller may be a fork of a process that has no files either. */
	pxt_proc_forget();
	/* Only a process without files can be a newly spawned child. */
	if (pxt_rundir_is_ours() && pxt_proc_read(getpid(), &self) == 0 &&
	    !pxt_process_exists(&self))
		map = find_family(&self, serials);
	has_files = open_self(process);
	forget_opened(&pxt_gate->opened);
	if (!map)
		return;
	publish(serials, self.start);
	/* If there is no room for files, the names are the family's all the same. */
	take_map(process, map, self.uid, true);
	if (!has_files)
		leave_note(serials);
}

void pxt_inherit_hide(struct pxt_attached *attached)
{
	for (unsigned i = 0; i < PXT_STREAMS; i++) {
		struct pxt_attached *a = &attached[i];

		if (!a->serial)
			continue;
		mmap(a->view.segment, a->view.size, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE,
		     -1, 0);
		a->hidden = true;
	}
}

static bool is_attached(const struct pxt_attached *attached, uint64_t serial)
{
	for (unsigned i = 0; i < PXT_STREAMS; i++)
		if (attached[i].serial == serial)
			return true;
	return false;
}

void pxt_inherit_forked(void)
{
	pxt_store_relaxed(&forking, 0);
	knows_fork = true;
}

bool pxt_inherit_misses(const struct pxt_attached *attached)
{
	if (!knows_fork)
		return pxt_load_relaxed(&pxt_gate->pending);
	for (unsigned slot = 0; slot < PXT_STREAMS; slot++) {
		uint64_t serial = pxt_load_relaxed(&at_fork[slot]);

		if (serial && !is_attached(attached, serial))
			return true;
	}
	return false;
}

void pxt_inherit_after_fork(struct pxt_process *process,
			    struct pxt_attached *attached)
{
	struct pxt_process parent = *process;
	uint64_t serials[PXT_STREAMS] = {0};
	struct pxt_opened opened;
	bool misses = pxt_inherit_misses(attached);
	bool inherits = keep_inherited(attached, serials), has_files;

	pxt_proc_forget();
	inherits = join_parent(&parent, inherits, misses, serials);
	copy_opened(&opened, &pxt_gate->opened);
	has_files = open_self(process);	/* a new page over the gate */
	copy_opened(&pxt_gate->opened, &opened);
	if (inherits)
		publish(serials, pxt_proc_now());
	if (parent.map)
		take_map(process, parent.map, parent.proc.uid, inherits);
	if (inherits && !has_files)
		leave_note(serials);
	knows_fork = false;
}
