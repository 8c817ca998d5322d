/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reading /proc/PID/stat without stdio. */
#include "base/proc.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/atomic.h"
#include "base/clock.h"
#include "base/decimal.h"
#include "base/helgrind.h"
#include "base/timens.h"

/* The inode number of the first pid namespace: PROC_PID_INIT_INO. */
#define FIRST_SPACE 0xEFFFFFFCu

/* Append `n` in decimal at *at. */
static void put_number(char **at, uint64_t n)
{
	*at = pxt_put_decimal(*at, n);
}

static void put_string(char **at, const char *s)
{
	while (*s)
		*(*at)++ = *s++;
}

/* By system calls: open() and read() are cancellation points, and the callers
 * of this are not (CANC-3). */
ssize_t pxt_proc_read_file(const char *path, char *buf, size_t size)
{
	ssize_t n = -1;
	int fd, cancel;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd >= 0) {
		do
			n = read(fd, buf, size);
		while (n < 0 && errno == EINTR);
		close(fd);
	}
	pthread_setcancelstate(cancel, NULL);
	return n;
}

/* Read a stat file; returns the text after "(comm) ", or NULL. */
static char *read_stat(const char *path, char *buf, size_t size)
{
	ssize_t n = pxt_proc_read_file(path, buf, size - 1);
	char *end;

	if (n <= 0)
		return NULL;
	buf[n] = '\0';
	/* The name may contain spaces and parentheses: search from the end. */
	end = strrchr(buf, ')');
	return end && end[1] == ' ' ? end + 2 : NULL;
}

/* The n-th field; the first one after the name is field 3. */
static uint64_t field(const char *text, int n)
{
	uint64_t value = 0;

	for (int i = 3; i < n && *text; text++)
		i += *text == ' ';
	while (*text >= '0' && *text <= '9')
		value = value * 10 + (uint64_t)(*text++ - '0');
	return value;
}

static int64_t tick_ns(void)
{
	long hz = sysconf(_SC_CLK_TCK);

	return 1000000000 / (hz > 0 ? hz : 100);
}

/* The process that has found no shifted clocks: most need not ask again. */
static _Atomic pid_t unshifted;

/*
 * By how many ticks the clocks here are ahead of the machine's, rounded down.
 */
static int64_t ticks_ahead(bool *is_known)
{
	struct pxt_timens timens;
	int64_t tick = tick_ns(), ahead;

	*is_known = true;
	if (pxt_load_relaxed(&unshifted) == getpid())
		return 0;
	pxt_timens_read(&timens);
	if (timens.is_known && timens.boottime == 0)
		pxt_store_relaxed(&unshifted, getpid());
	*is_known = timens.is_known;
	ahead = timens.boottime / tick;
	return ahead - (timens.boottime % tick < 0);
}

uint64_t pxt_proc_now(void)
{
	uint64_t now = pxt_clock_ns(CLOCK_BOOTTIME) / (uint64_t)tick_ns();
	bool is_known;

	return now - (uint64_t)ticks_ahead(&is_known);
}

/* Convert the start time that is shown here to the machine's time. */
static void set_start(struct pxt_proc *proc, uint64_t shown, int64_t ahead,
		      bool is_known)
{
	int64_t start = (int64_t)shown - ahead;

	proc->is_vague = !is_known;
	proc->start = start > 0 ? (uint64_t)start : 1;
}

/* Does /proc show our own pid namespace? */
static bool is_ours(void)
{
	char link[24];
	ssize_t n = readlink("/proc/self", link, sizeof(link) - 1);
	uint64_t pid = 0;

	for (ssize_t i = 0; i < n; i++)
		pid = pid * 10 + (uint64_t)(link[i] - '0');
	return n > 0 && pid == (uint64_t)getpid();
}

bool pxt_proc_shows_others(void)
{
	int saved = errno;
	bool shows = is_ours();

	errno = saved;
	return shows;
}

/*
 * "/proc/PID", or "/proc/self", whose pid may be different in this /proc.  The dot is
 * for qemu's user emulation, which answers for /proc/self/stat, with another start
 * time than other processes see.
 */
static void put_path(char **at, pid_t pid)
{
	put_string(at, "/proc/");
	if (pid == getpid())
		put_string(at, "./self");
	else
		put_number(at, (uint64_t)pid);
	**at = '\0';
}

static uint32_t space_of(const char *process, const char *end)
{
	char path[64], *at = path;
	struct stat st;

	while (process < end)
		*at++ = *process++;
	put_string(&at, "/ns/pid");
	*at = '\0';
	return stat(path, &st) == 0 ? (uint32_t)st.st_ino : 0;
}

/* The last number in a line of a status file, which begins with "\nNAME:"; 0:
 * none. */
static pid_t last_pid_in(const char *path, const char *begin)
{
	char buf[4096], *line;
	ssize_t n = pxt_proc_read_file(path, buf, sizeof(buf) - 1);
	uint64_t pid = 0;

	if (n <= 0)
		return 0;
	buf[n] = '\0';
	line = strstr(buf, begin);
	if (!line)
		return 0;
	for (line += strlen(begin); *line && *line != '\n'; line++)
		if (*line >= '0' && *line <= '9')
			pid = pid * 10 + (uint64_t)(*line - '0');
		else
			pid = 0;
	return (pid_t)pid;
}

/* `path` is the process's directory; there is room after its `end`. */
static void find_space(struct pxt_proc *proc, char *path, char *end)
{
	uint32_t own = pxt_proc_space();

	proc->own_pid = proc->pid;
	proc->space = proc->pid == getpid() ? own : space_of(path, end);
	/* A process that we may not examine cannot be traced either. */
	if (!proc->space)
		proc->space = own;
	if (proc->space == own)
		return;
	put_string(&end, "/status");
	*end = '\0';
	proc->own_pid = last_pid_in(path, "\nNSpid:");
}

/* Read the state, parent and start time.  False: it cannot be read. */
static bool read_life(const char *path, struct pxt_proc *proc)
{
	char buf[1024], *text = read_stat(path, buf, sizeof(buf));
	bool is_known;
	int64_t ahead;

	if (!text)
		return false;
	proc->state = text[0];
	/* The other threads of a process may continue after its main thread has
	 * ended. */
	proc->is_headless = strchr("ZX", text[0]) && field(text, 20) > 1;
	if (proc->is_headless)
		proc->state = 'S';
	proc->parent = proc->pid == getpid() ? getppid() :
		       (pid_t)field(text, 4);
	ahead = ticks_ahead(&is_known);
	set_start(proc, field(text, 22), ahead, is_known);
	return true;
}

bool pxt_proc_climb_begin(struct pxt_climb *climb, const struct pxt_proc *from)
{
	bool is_known;

	if (!pxt_proc_shows_others())
		return false;
	climb->parent = from->parent;
	climb->space = from->space;
	climb->ahead = ticks_ahead(&is_known);
	climb->is_vague = !is_known;
	return true;
}

bool pxt_proc_climb(struct pxt_climb *climb, struct pxt_proc *parent)
{
	char path[64], buf[1024], *at = path, *text = NULL;
	int saved = errno;

	put_string(&at, "/proc/");
	put_number(&at, (uint64_t)climb->parent);
	put_string(&at, "/stat");
	*at = '\0';
	if (climb->parent > 0)
		text = read_stat(path, buf, sizeof(buf));
	errno = saved;
	if (!text)
		return false;
	*parent = (struct pxt_proc){
		.pid = climb->parent,
		.own_pid = climb->parent,
		.space = climb->space,
		.parent = (pid_t)field(text, 4),
		.state = text[0],
	};
	set_start(parent, field(text, 22), climb->ahead, !climb->is_vague);
	climb->parent = parent->parent;
	return true;
}

/* Does a file of a living thread, other than the main thread, belong to that
 * user?  `path` as above. */
static bool owns_a_thread(const struct pxt_proc *proc, char *path, char *end)
{
	_Alignas(struct dirent64) char buf[2048];
	const struct dirent64 *entry;
	bool owns = false;
	char *at = end;
	struct stat st;
	ssize_t n;
	int fd;

	put_string(&at, "/task");
	*at = '\0';
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return false;
	while (!owns && (n = getdents64(fd, buf, sizeof(buf))) > 0)
		for (ssize_t i = 0; i < n && !owns; i += entry->d_reclen) {
			char *behind = at;

			entry = (const void *)(buf + i);
			if (entry->d_name[0] == '.' ||
			    strlen(entry->d_name) > 10 ||
			    atoi(entry->d_name) == proc->pid)
				continue;
			put_string(&behind, "/");
			put_string(&behind, entry->d_name);
			put_string(&behind, "/stat");
			*behind = '\0';
			owns = stat(path, &st) == 0 && st.st_uid == proc->uid;
		}
	close(fd);
	return owns;
}

/* `path` as above. */
static bool is_guarded(const struct pxt_proc *proc, char *path, char *end)
{
	struct stat st;
	char *at = end;
	bool guarded;
	int cancel;

	put_string(&at, "/stat");
	*at = '\0';
	/* The directory belongs to its user; the files in it belong to root
	 * then, but those of a thread that has ended belong to root in any
	 * case. */
	guarded = stat(path, &st) == 0 && st.st_uid != proc->uid;
	if (!guarded || !proc->is_headless)
		return guarded;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	guarded = !owns_a_thread(proc, path, end);
	pthread_setcancelstate(cancel, NULL);
	return guarded;
}

int pxt_proc_read(pid_t pid, struct pxt_proc *proc)
{
	char path[64], *at = path, *end;
	int saved = errno;
	struct stat st;

	put_path(&at, pid);
	end = at;
	*proc = (struct pxt_proc){
		.pid = pid,
		.own_pid = pid,
		.space = pxt_proc_space(),
		.state = 'S',
	};
	if ((pid != getpid() && !is_ours()) || stat(path, &st) != 0) {
		/* There may be no /proc; kill() works in any case. */
		int err = kill(pid, 0) == 0 ? 0 : errno;

		/* A process that is hidden from us belongs to another user. */
		proc->uid = err == EPERM ? (uid_t)-1 : geteuid();
		err = err == ESRCH ? ESRCH : 0;
		errno = saved;
		return err;
	}
	proc->uid = st.st_uid;
	put_string(&at, "/stat");
	*at = '\0';
	if (!read_life(path, proc) && kill(pid, 0) != 0 && errno == ESRCH) {
		/* It was waited for just now. */
		errno = saved;
		return ESRCH;
	}
	proc->guarded = is_guarded(proc, path, end);
	find_space(proc, path, end);
	errno = saved;
	return 0;
}

bool pxt_proc_is_sandboxed(void)
{
	static const char key[] = "\nSeccomp:\t";
	char buf[4096];
	int saved = errno;
	ssize_t n = pxt_proc_read_file("/proc/thread-self/status", buf,
				       sizeof(buf) - 1);
	const char *line;

	errno = saved;
	if (n < 0)
		return true;
	buf[n] = '\0';
	line = strstr(buf, key);
	/* Without that line the kernel knows no filters. */
	return line ? line[sizeof(key) - 1] != '0' : n == sizeof(buf) - 1;
}

bool pxt_proc_is_thread(pid_t pid)
{
	char path[64], *at = path;
	int saved = errno;
	pid_t process = 0;

	if (pid != getpid() && is_ours()) {
		put_path(&at, pid);
		put_string(&at, "/status");
		*at = '\0';
		process = last_pid_in(path, "\nTgid:");
	}
	errno = saved;
	return process != 0 && process != pid;
}

/* Is this process in the pid namespace `space`, or may it be? */
static bool may_live_in(const char *number, uint32_t space)
{
	struct pxt_proc proc;
	char path[64], *at = path;
	uint32_t its;

	put_string(&at, "/proc/");
	put_string(&at, number);
	its = space_of(path, at);
	if (its)
		return its == space;
	/* Is it a process of this namespace that cannot be examined, and
	 * still exists?  Process 1, which may not be examined, is in this
	 * namespace. */
	return strcmp(number, "1") != 0 &&
	       pxt_proc_read((pid_t)strtol(number, NULL, 10), &proc) == 0 &&
	       proc.uid == geteuid() && !strchr("ZX", proc.state);
}

bool pxt_proc_space_is_deserted(uint32_t space)
{
	bool deserted = true;
	struct dirent *entry;
	DIR *dir;

	if (pxt_proc_space() != FIRST_SPACE || !is_ours())
		return false;
	dir = opendir("/proc");
	if (!dir)
		return false;
	while (deserted && (entry = readdir(dir)))
		if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9' &&
		    strlen(entry->d_name) < 20)
			deserted = !may_live_in(entry->d_name, space);
	closedir(dir);
	return deserted;
}

/*
 * Is there a living process with this pid?  The start time is 0 if it cannot
 * be read.
 */
static bool is_living(pid_t pid, struct pxt_proc *proc)
{
	char path[64], *at = path;

	*proc = (struct pxt_proc){ .pid = pid };
	if (pid <= 0)
		return false;
	put_path(&at, pid);
	put_string(&at, "/stat");
	*at = '\0';
	if ((pid == getpid() || is_ours()) && read_life(path, proc))
		return proc->state != 'Z' && proc->state != 'X';
	return kill(pid, 0) == 0 || errno != ESRCH;
}

static bool has_started(const struct pxt_proc *proc, uint64_t start)
{
	return proc->start == 0 || proc->is_vague ||
	       (proc->start + 1 >= start && start + 1 >= proc->start);
}

bool pxt_proc_is_alive(pid_t pid, uint64_t start)
{
	struct pxt_proc proc;
	int saved = errno;
	bool alive = is_living(pid, &proc);

	if (alive && !has_started(&proc, start)) {
		/* Unless this process has entered a time namespace (setns). */
		pxt_store_relaxed(&unshifted, 0);
		alive = is_living(pid, &proc) && has_started(&proc, start);
	}
	errno = saved;
	return alive;
}

bool pxt_proc_is_headless(uint64_t *others)
{
	char path[64], buf[1024], *at = path, *text;
	int saved = errno;

	/* Of the thread: the files of the process are sums over all its
	 * threads. */
	put_path(&at, getpid());
	put_string(&at, "/task/");
	put_number(&at, (uint64_t)getpid());
	put_string(&at, "/stat");
	*at = '\0';
	text = read_stat(path, buf, sizeof(buf));
	errno = saved;
	if (!text || !strchr("ZX", text[0]) || field(text, 20) == 0)
		return false;
	*others = field(text, 20) - 1;
	return true;
}

/* pid << 32 | space, determined by the process with that pid */
static _Atomic uint64_t known_space;

uint32_t pxt_proc_space_of(pid_t own)
{
	uint64_t known = pxt_load_relaxed(&known_space);
	uint32_t pid = (uint32_t)own, space = (uint32_t)known;
	int saved = errno;
	struct stat st;

	/* A process's pid namespace never changes: cache it. */
	if (known >> 32 == pid)
		return space;
	if (stat("/proc/thread-self/ns/pid", &st) != 0) {
		errno = saved;
		return 0;
	}
	space = (uint32_t)st.st_ino;
	pxt_helgrind_ignore_object(known_space);
	pxt_helgrind_ignore_object(unshifted);
	pxt_store_relaxed(&known_space, (uint64_t)pid << 32 | space);
	return space;
}

uint32_t pxt_proc_space(void)
{
	return pxt_proc_space_of(getpid());
}

void pxt_proc_forget(void)
{
	pxt_store_relaxed(&known_space, 0);
	pxt_store_relaxed(&unshifted, 0);
}

bool pxt_proc_thread_name(pid_t pid, pid_t tid, char name[16])
{
	char path[64], buf[17] = "", *at = path;
	int saved = errno;
	ssize_t n = -1;

	if (pid == getpid() || is_ours()) {
		put_path(&at, pid);
		put_string(&at, "/task/");
		put_number(&at, (uint64_t)tid);
		put_string(&at, "/comm");
		*at = '\0';
		n = pxt_proc_read_file(path, buf, 16);
	}
	errno = saved;
	if (n <= 0)
		return false;
	/* It ends with a newline, and may contain others. */
	memset(name, 0, 16);
	memcpy(name, buf, (size_t)n - 1);
	return true;
}

char pxt_proc_thread_state(pid_t pid, pid_t tid)
{
	char path[64], buf[1024], *at = path, *text = NULL, state;
	int saved = errno;

	if (pid == getpid() || is_ours()) {
		put_path(&at, pid);
		put_string(&at, "/task/");
		put_number(&at, (uint64_t)tid);
		put_string(&at, "/stat");
		*at = '\0';
		text = read_stat(path, buf, sizeof(buf));
	}
	/* If it cannot be read (no descriptor left, hidden by /proc), the
	 * thread may be alive: ask the kernel. */
	if (text)
		state = text[0];
	else if (syscall(SYS_tgkill, pid, tid, 0) == 0 || errno == EPERM)
		state = 'R';
	else
		state = '\0';
	errno = saved;
	return state;
}
