/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The files of processes in the runtime directory; see control.h. */
#include "directory/control.h"

#include <bsd/string.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/decimal.h"
#include "base/helgrind.h"
#include "base/rundir.h"
#include "directory/note.h"

void pxt_name_append(char *name, const char *text)
{
	strlcat(name, text, PXT_FILE_NAME_SIZE);
}

void pxt_name_append_number(char *name, uint64_t n)
{
	char digits[PXT_DECIMAL_SIZE];

	pxt_put_decimal(digits, n);
	pxt_name_append(name, digits);
}

void pxt_process_name(const struct pxt_proc *proc, const char *suffix, char *name)
{
	strlcpy(name, "p", PXT_FILE_NAME_SIZE);
	pxt_name_append_number(name, (uint64_t)proc->own_pid);
	pxt_name_append(name, "-");
	pxt_name_append_number(name, proc->start);
	pxt_name_append(name, "-");
	pxt_name_append_number(name, proc->space);
	pxt_name_append(name, suffix);
}

static void init_control(void *memory)
{
	((struct pxt_control *)memory)->magic = PXT_CONTROL_MAGIC;
}

static void init_map(void *memory)
{
	pxt_eventmap_init(memory);
}

/*
 * Map an existing file, or make it; another process may be making it as well.
 */
static int open_or_make(int dirfd, uid_t uid, const char *name, size_t size,
			size_t backed, void (*init)(void *), void **map,
			uint64_t *identity)
{
	for (int tries = 0; tries < 4; tries++) {
		size_t there;
		int fd, err;

		err = pxt_shm_open(dirfd, uid, name, size, &fd, map, &there);
		if (!err) {
			*identity = pxt_shm_identity(fd);
			close(fd);
		}
		if (!err && there != size) {
			munmap(*map, there);
			return EACCES;
		}
		if (err != ENOENT)
			return err;
		err = pxt_shm_create(dirfd, uid, size, backed, &fd, map);
		if (err)
			return err;
		init(*map);
		err = pxt_shm_publish(dirfd, fd, name);
		*identity = pxt_shm_identity(fd);
		close(fd);
		if (err != EEXIST && err != 0)
			munmap(*map, size);
		if (err != EEXIST)
			return err ? EACCES : 0;
		munmap(*map, size);
	}
	return EACCES;
}

/* Move a mapped control block to where it is wanted. */
static int place_control(struct pxt_control *control, void *at)
{
	void *moved = mremap(control, PXT_PAGE, PXT_PAGE,
			     MREMAP_MAYMOVE | MREMAP_FIXED, at);

	if (moved == MAP_FAILED)
		return ENOMEM;
	pxt_helgrind_ignore(moved, PXT_PAGE);
	return 0;
}

static int may_trace(const struct pxt_proc *proc)
{
	uid_t self = geteuid();

	return self == 0 || proc->uid == self ? 0 : EPERM;
}

/*
 * Can the caller compute the name under which this process looks for its
 * files?
 */
static bool has_name(const struct pxt_proc *proc)
{
	struct pxt_proc self;

	/* Without any /proc the process has no start time for itself either. */
	return proc->own_pid != 0 && !proc->is_vague &&
	       (proc->start != 0 ||
		pxt_proc_read(getpid(), &self) != 0 || self.start == 0);
}

/* As pxt_process_open(); `is_self`: it is the calling process. */
static int open_files(const struct pxt_proc *proc, bool is_self, void *control_at,
		      struct pxt_process *process)
{
	struct pxt_process p = { .proc = *proc };
	char name[PXT_FILE_NAME_SIZE];
	void *control, *map;
	uint64_t of_control;
	int dirfd, err;

	if (is_self)
		p.proc.uid = geteuid();
	err = may_trace(&p.proc);
	if (err)
		return err;
	if ((is_self && !pxt_rundir_is_ours()) || !has_name(&p.proc))
		return EACCES;
	err = pxt_rundir_open(p.proc.uid, true, &dirfd);
	if (err)
		return err == ENOENT ? EACCES : err;

	pxt_process_name(&p.proc, "", name);
	err = open_or_make(dirfd, p.proc.uid, name, PXT_PAGE, PXT_PAGE,
			   init_control, &control, &of_control);
	if (err)
		goto close_dir;
	p.control = control;
	pxt_process_name(&p.proc, ".names", name);
	err = open_or_make(dirfd, p.proc.uid, name, sizeof(*p.map),
			   sizeof(*p.map), init_map, &map, &p.map_file);
	if (err)
		goto unmap_control;
	p.map = map;
	err = p.control->magic == PXT_CONTROL_MAGIC &&
	      p.map->magic == PXT_EVENTMAP_MAGIC ? 0 : EACCES;
	if (!err && control_at)
		err = place_control(p.control, control_at);
	if (err)
		goto unmap_map;
	if (control_at)
		p.control = control_at;
	close(dirfd);
	*process = p;
	return 0;

unmap_map:
	munmap(map, sizeof(*p.map));
unmap_control:
	munmap(control, PXT_PAGE);
	/* This process continues without files and may not find them again at
	 * its end to remove them: remove them now. */
	if (is_self) {
		unlinkat(dirfd, name, 0);
		pxt_process_name(&p.proc, "", name);
		unlinkat(dirfd, name, 0);
	}
close_dir:
	close(dirfd);
	return err;
}

int pxt_process_open(pid_t pid, void *control_at, struct pxt_process *process)
{
	struct pxt_proc proc;
	int err = pxt_proc_read(pid, &proc);

	return err ? err : open_files(&proc, pid == getpid(), control_at, process);
}

bool pxt_process_exists(const struct pxt_proc *proc)
{
	char name[PXT_FILE_NAME_SIZE];
	int dirfd, saved = errno;
	bool there;

	if (pxt_rundir_open(geteuid(), false, &dirfd) != 0)
		return false;
	pxt_process_name(proc, "", name);
	there = faccessat(dirfd, name, F_OK, 0) == 0;
	close(dirfd);
	errno = saved;
	return there;
}

int pxt_process_find(pid_t pid, struct pxt_process *process)
{
	struct pxt_proc proc;

	if (pxt_proc_read(pid, &proc) != 0)
		return ENOENT;
	if (proc.uid != geteuid())
		return EPERM;
	if (!pxt_process_exists(&proc))
		return ENOENT;
	return open_files(&proc, pid == getpid(), NULL, process);
}

int pxt_process_open_private(void *control_at, struct pxt_process *process)
{
	struct pxt_process p = {0};
	void *control, *map;
	int err = pxt_shm_anonymous(PXT_PAGE, &control);

	if (err)
		return err;
	err = pxt_shm_anonymous(sizeof(*p.map), &map);
	if (err)
		goto unmap_control;
	pxt_proc_read(getpid(), &p.proc);
	init_control(control);
	init_map(map);
	p.control = control;
	p.map = map;
	if (control_at) {
		err = place_control(p.control, control_at);
		if (err)
			goto unmap_map;
		p.control = control_at;
	}
	*process = p;
	return 0;

unmap_map:
	munmap(map, sizeof(*p.map));
unmap_control:
	munmap(control, PXT_PAGE);
	return err;
}

void pxt_process_close(struct pxt_process *process, bool with_control)
{
	munmap(process->map, sizeof(*process->map));
	if (with_control)
		munmap(process->control, PXT_PAGE);
	process->map = NULL;
	process->control = NULL;
}

void pxt_process_unlink(const struct pxt_proc *proc)
{
	char name[PXT_FILE_NAME_SIZE];
	int dirfd;

	if (pxt_rundir_open(proc->uid, false, &dirfd) != 0)
		return;
	pxt_process_name(proc, "", name);
	unlinkat(dirfd, name, 0);
	pxt_process_name(proc, ".names", name);
	unlinkat(dirfd, name, 0);
	pxt_process_name(proc, PXT_NOTE_SUFFIX, name);
	unlinkat(dirfd, name, 0);
	close(dirfd);
}

/* Names of one directory.  `replaces`: what a dead process has left. */
static int link_map(uid_t uid, const char *from, const char *to, bool replaces)
{
	int dirfd, err = pxt_rundir_open(uid, false, &dirfd);

	if (err)
		return err;
	if (replaces)
		unlinkat(dirfd, to, 0);
	err = linkat(dirfd, from, dirfd, to, 0) == 0 ? 0 : errno;
	close(dirfd);
	return err;
}

int pxt_process_link_map(const struct pxt_proc *proc, const char *name)
{
	char from[PXT_FILE_NAME_SIZE];

	pxt_process_name(proc, ".names", from);
	return link_map(proc->uid, from, name, true);
}

int pxt_process_link_named_map(uid_t uid, const char *from, const char *name)
{
	return link_map(uid, from, name, true);
}

int pxt_process_share_map(const struct pxt_proc *parent,
			  const struct pxt_proc *child)
{
	char from[PXT_FILE_NAME_SIZE], name[PXT_FILE_NAME_SIZE];

	pxt_process_name(parent, ".names", from);
	pxt_process_name(child, ".names", name);
	/* A controller may have made one just now, and use it. */
	return link_map(parent->uid, from, name, false);
}

int pxt_process_share_named_map(const char *from, const struct pxt_proc *child)
{
	char name[PXT_FILE_NAME_SIZE];

	pxt_process_name(child, ".names", name);
	return link_map(child->uid, from, name, false);
}

int pxt_process_map_named(const char *name, struct pxt_process *process)
{
	const uid_t uid = process->proc.uid;
	int dirfd, fd, err = pxt_rundir_open(uid, false, &dirfd);
	struct pxt_eventmap *map;
	size_t size;
	void *there;

	if (err)
		return err;
	err = pxt_shm_open(dirfd, uid, name, sizeof(*map), &fd, &there, &size);
	close(dirfd);
	if (err)
		return err;
	process->map_file = pxt_shm_identity(fd);
	close(fd);
	map = there;
	if (size != sizeof(*map) || map->magic != PXT_EVENTMAP_MAGIC) {
		munmap(there, size);
		return EACCES;
	}
	process->map = map;
	return 0;
}

static bool is_deserted(uint32_t space, struct pxt_left_over *found)
{
	if (space != found->deserted && pxt_proc_space_is_deserted(space))
		found->deserted = space;
	return space == found->deserted;
}

/* A process has two files: the last answer is kept for the other one. */
static bool is_dead(pid_t pid, uint64_t start, struct pxt_left_over *found)
{
	if (pid != found->pid || start != found->start) {
		found->pid = pid;
		found->start = start;
		found->is_dead = !pxt_proc_is_alive(pid, start);
	}
	return found->is_dead;
}

bool pxt_process_is_left_over(const char *name, struct pxt_left_over *found)
{
	char *end;
	long pid;
	unsigned long long start;
	unsigned long space;

	if (name[0] != 'p' || name[1] < '0' || name[1] > '9')
		return false;
	pid = strtol(name + 1, &end, 10);
	if (*end != '-')
		return false;
	start = strtoull(end + 1, &end, 10);
	if (*end != '-')
		return false;
	space = strtoul(end + 1, &end, 10);
	if (*end && strcmp(end, ".names") != 0 &&
	    strcmp(end, PXT_NOTE_SUFFIX) != 0)
		return false;
	if (space != pxt_proc_space())
		return is_deserted((uint32_t)space, found);
	return is_dead((pid_t)pid, start, found);
}

bool pxt_process_pid_of(const char *name, uint32_t *pid)
{
	const char *at = name + 1;

	if (name[0] != 'p')
		return false;
	for (*pid = 0; *at >= '0' && *at <= '9'; at++)
		*pid = *pid * 10 + (uint32_t)(*at - '0');
	return at > name + 1 && *at == '-';
}

/* Is this the name of a control block? */
static bool is_control(const char *name)
{
	return name[0] == 'p' && name[1] >= '0' && name[1] <= '9' &&
	       !strchr(name, '.');
}

static void visit_one(int dirfd, uid_t uid, const char *name,
		      void (*visit)(struct pxt_control *control, void *arg),
		      void *arg)
{
	struct pxt_control *control;
	size_t size;
	void *map;

	if (pxt_shm_open(dirfd, uid, name, PXT_PAGE, NULL, &map, &size) != 0)
		return;
	control = map;
	if (control->magic == PXT_CONTROL_MAGIC)
		visit(control, arg);
	munmap(map, size);
}

void pxt_process_each(uid_t uid,
		      void (*visit)(struct pxt_control *control, void *arg),
		      void *arg)
{
	struct dirent *entry;
	struct pxt_left_over found = {0};
	int dirfd;
	DIR *dir;

	if (pxt_rundir_open(uid, false, &dirfd) != 0)
		return;
	dir = fdopendir(dirfd);
	if (!dir) {
		close(dirfd);
		return;
	}
	while ((entry = readdir(dir)))
		if (is_control(entry->d_name) &&
		    !pxt_process_is_left_over(entry->d_name, &found))
			visit_one(dirfd, uid, entry->d_name, visit, arg);
	closedir(dir);
}
