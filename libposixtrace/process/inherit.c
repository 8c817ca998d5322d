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
#include "directory/known.h"
#include "directory/note.h"

/* Processes without the library, one above the other, that are looked past. */
enum { ANCESTORS_MOST = 64 };

/* The way up from this process, among those that have files. */
struct ascent {
	struct pxt_climb climb;
	const struct pxt_known *known;
	struct pxt_proc child;		/* the last one seen */
	uid_t uid;
	int left;			/* so many at most */
};

/* False: no process above can be one with files. */
static bool begin_ascent(struct ascent *ascent, const struct pxt_known *known,
			 const struct pxt_proc *self)
{
	*ascent = (struct ascent){
		.known = known, .child = *self, .uid = geteuid(),
		.left = ANCESTORS_MOST,
	};
	return pxt_known_is_any(known) &&
	       pxt_proc_climb_begin(&ascent->climb, self);
}

/*
 * The next process above that has files, or a note; those in between are not linked
 * with the library, as a shell.  *child becomes the one below it: streams that this one
 * has had before that began are inherited.  False: there is none.
 */
static bool find_ancestor(struct ascent *ascent, struct pxt_proc *child,
			  struct pxt_proc *ancestor)
{
	bool is_known = false;

	while (!is_known && ascent->left-- > 0) {
		*child = ascent->child;
		if (!pxt_proc_climb(&ascent->climb, ancestor))
			return false;
		/* It is that of the directory, or its files do not count. */
		ancestor->uid = ascent->uid;
		is_known = pxt_known_has(ascent->known, ancestor);
		ascent->child = *ancestor;
	}
	return is_known;
}

/*
 * The process that has found nothing to inherit when it began.  There will not be
 * anything: it inherits what those above it had when it was started.  Not so its
 * children.
 */
static struct {
	pid_t pid;
	uint64_t start;
	uid_t uid;		/* in whose directory that was */
} without_heritage;

bool pxt_inherit_is_expected(void)
{
	struct pxt_proc self, child, ancestor;
	struct pxt_known known;
	struct ascent ascent;
	bool is = false;

	/* The usual case costs three system calls; /proc costs ten times that. */
	if (!pxt_rundir_is_ours() || !pxt_known_open(geteuid(), &known))
		return false;
	if (pxt_proc_read(getpid(), &self) == 0) {
		is = pxt_known_has(&known, &self) ||
		     (begin_ascent(&ascent, &known, &self) &&
		      find_ancestor(&ascent, &child, &ancestor));
		without_heritage.pid = is ? 0 : self.pid;
		without_heritage.start = self.start;
		without_heritage.uid = geteuid();
	}
	pxt_known_close(&known);
	return is;
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
	process->map_file = 0;
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

/*
 * Calls of fork() in progress; in a child until its turn.  And those of this thread, of
 * which one may be in a signal handler that interrupted the other: a thread that has
 * none is copied by _Fork() or clone(), while another one is in fork().
 */
static _Atomic uint32_t forking;
static __thread uint32_t forking_here __attribute__((tls_model("initial-exec")));

void pxt_inherit_before_fork(void)
{
	forking_here++;
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
	/* In the child of a handler that interrupted the fork() there is none. */
	if (forking_here == 0)
		return;
	forking_here--;
	pxt_add_relaxed(&forking, -1u);
}

enum pxt_turn pxt_inherit_turn(void)
{
	if (pxt_load_relaxed(&forking) == 0)
		return PXT_TURN_PAST;
	if (syscall(SYS_gettid) != getpid())
		return PXT_TURN_OF_ANOTHER;
	if (forking_here > 0)
		return PXT_TURN_AHEAD;
	pxt_store_relaxed(&forking, 0);
	return PXT_TURN_PAST;
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
 * Add those of the streams in a note that are still there.  The names are in the map
 * of any of them, since what a new program records is translated for the others;
 * *from gets that map if it has none.  False: none was added.
 */
static bool take_noted(const uint64_t noted[PXT_STREAMS],
		       uint64_t serials[PXT_STREAMS], struct pxt_process *from)
{
	bool any = false;

	for (unsigned slot = 0; slot < PXT_STREAMS; slot++) {
		const bool has_map = from->map;
		char name[PXT_FILE_NAME_SIZE];

		if (!noted[slot] || serials[slot] == noted[slot])
			continue;
		pxt_slot_name(slot, ".names", name);
		if (!has_map && pxt_process_map_named(name, from) != 0)
			continue;
		/* Else it may be the map of a stream that has the slot by now. */
		if (is_inherited(from, slot, noted[slot])) {
			serials[slot] = noted[slot];
			any = true;
		} else if (!has_map) {
			munmap(from->map, sizeof(*from->map));
			from->map = NULL;
		}
	}
	return any;
}

/*
 * Add what is inherited from all processes above, up to one that has been set up,
 * which has inherited from those above it.  Others may have files because a
 * controller traces them.  *from gets the map of the nearest that has something.
 */
static bool find_heritage(const struct pxt_known *known, const struct pxt_proc *self,
			  uint64_t serials[PXT_STREAMS], struct pxt_process *from)
{
	struct pxt_proc ancestor, child;
	bool any = false, is_set_up = false;
	struct ascent ascent;

	if (!begin_ascent(&ascent, known, self))
		return false;
	while (!is_set_up && find_ancestor(&ascent, &child, &ancestor)) {
		uint64_t noted[PXT_STREAMS] = {0};
		struct pxt_process above;

		if (pxt_process_find(ancestor.pid, &above) == 0) {
			bool adds = find_inherited(&above, &child, serials);

			is_set_up = pxt_load_relaxed(&above.control->linked);
			munmap(above.control, PXT_PAGE);
			if (adds && !from->map)
				*from = above;
			else
				pxt_process_close(&above, false);
			any |= adds;
		}
		/* It has been set up without files. */
		if (pxt_note_read(&ancestor, noted)) {
			any |= take_noted(noted, serials, from);
			is_set_up = true;
		}
	}
	return any;
}

/*
 * A family has one event type map.  If the parent has ended, it has no file any more;
 * but each stream of the family has one, unless it ends, too.  If the child then has
 * another, what it records is translated.
 */
static void share_map(const struct pxt_process *parent, const struct pxt_proc *self,
		      const uint64_t serials[PXT_STREAMS])
{
	int err = pxt_process_share_map(&parent->proc, self);

	for (unsigned slot = 0; slot < PXT_STREAMS && err && err != EEXIST; slot++) {
		char name[PXT_FILE_NAME_SIZE];
		uint64_t file;

		if (!serials[slot] ||
		    pxt_directory_names_file(self->uid, slot, &file) != 0 ||
		    file != parent->map_file)
			continue;
		pxt_slot_name(slot, ".names", name);
		err = pxt_process_share_named_map(name, self);
	}
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

static void use_map(struct pxt_process *process, struct pxt_process *of)
{
	struct pxt_eventmap *map = process->map;

	process->map = of->map;
	process->map_file = of->map_file;
	of->map = map;
}

/*
 * The ids that a forked child has are those of its parent's map.  If it inherits, it
 * goes on with that, also if it has another file, or none: its streams know these
 * ids.  Else it has a copy.
 */
static void take_map(struct pxt_process *process, struct pxt_process *parent,
		     bool inherits)
{
	bool same = process->map && process->map_file &&
		    process->map_file == parent->map_file;

	/* A program that it executes gets at least the names that there are.  Not if
	 * another user can read them. */
	if (process->map && !same &&
	    (!inherits || (process->proc.uid == parent->proc.uid &&
			   pxt_eventmap_is_empty(process->map))))
		pxt_eventmap_copy(process->map, parent->map);
	if (inherits && !same)
		use_map(process, parent);
	if (parent->map)
		munmap(parent->map, sizeof(*parent->map));
}

/* Has the program, or one before it in this process, got what it inherits? */
static bool is_set_up(const struct pxt_proc *self)
{
	struct pxt_process process;
	bool is;

	if (pxt_process_find(self->pid, &process) != 0)
		return false;
	is = pxt_load_relaxed(&process.control->linked);
	pxt_process_close(&process, true);
	return is;
}

/*
 * The streams that a new program inherits, in `serials`, and in *family the event type
 * map of one of them.  False: there is none.
 */
static bool find_family(const struct pxt_proc *self, uint64_t serials[PXT_STREAMS],
			struct pxt_process *family)
{
	uint64_t noted[PXT_STREAMS] = {0};
	struct pxt_known known;
	bool any = false, has_files;

	*family = (struct pxt_process){ .proc = *self };
	if ((without_heritage.pid == self->pid &&
	     without_heritage.start == self->start &&
	     without_heritage.uid == geteuid()) ||
	    !pxt_known_open(geteuid(), &known))
		return false;
	has_files = pxt_known_has(&known, self);
	/* It has had no room for files, and has executed a program. */
	if (has_files && pxt_note_read(self, noted))
		any = take_noted(noted, serials, family);
	else if (!has_files || !is_set_up(self))
		any = find_heritage(&known, self, serials, family);
	pxt_known_close(&known);
	return any;
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

void pxt_inherit_or_begin(struct pxt_process *process)
{
	uint64_t serials[PXT_STREAMS] = {0};
	struct pxt_process family;
	struct pxt_proc self;
	bool any, has_files;

	/* The caller may be a fork of a process that has no files either. */
	pxt_proc_forget();
	any = pxt_rundir_is_ours() && pxt_proc_read(getpid(), &self) == 0 &&
	      find_family(&self, serials, &family);
	/* Not where a controller has made files for this process. */
	if (any && !pxt_process_exists(&self))
		share_map(&family, &self, serials);
	has_files = open_self(process);
	forget_opened(&pxt_gate->opened);
	if (!any)
		return;
	publish(serials, self.start);
	/* If there is no room for files, the names are the family's all the same. */
	if (!process->map || !process->map_file)
		use_map(process, &family);
	if (family.map)
		munmap(family.map, sizeof(*family.map));
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
	forking_here = 0;
	/* Nothing was noted by a process that does not know its files. */
	knows_fork = pxt_self_files.control != NULL;
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
		take_map(process, &parent, inherits);
	if (inherits && !has_files)
		leave_note(serials);
	knows_fork = false;
}
