/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reading /proc/PID/stat without stdio. */
#include "base/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Append `n` in decimal at *at. */
static void put_number(char **at, uint64_t n)
{
	char digits[20];
	int i = 0;

	do
		digits[i++] = (char)('0' + n % 10);
	while (n /= 10);
	while (i)
		*(*at)++ = digits[--i];
}

static void put_string(char **at, const char *s)
{
	while (*s)
		*(*at)++ = *s++;
}

/* open() and the like are cancellation points, what calls us is none (CANC-3). */
static ssize_t read_file(const char *path, char *buf, size_t size)
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

/* Read a stat file whole; the text behind "(comm) ", or NULL. */
static char *read_stat(const char *path, char *buf, size_t size)
{
	ssize_t n = read_file(path, buf, size - 1);
	char *end;

	if (n <= 0)
		return NULL;
	buf[n] = '\0';
	/* The name may hold spaces and brackets, so from its end. */
	end = strrchr(buf, ')');
	return end && end[1] == ' ' ? end + 2 : NULL;
}

/* The n-th field, counted from the one behind the name, which is 3. */
static uint64_t field(const char *text, int n)
{
	uint64_t value = 0;

	for (int i = 3; i < n && *text; text++)
		i += *text == ' ';
	while (*text >= '0' && *text <= '9')
		value = value * 10 + (uint64_t)(*text++ - '0');
	return value;
}

int pxt_proc_read(pid_t pid, struct pxt_proc *proc)
{
	char path[64], buf[1024], *at = path, *text;
	int saved = errno;
	struct stat st;

	put_string(&at, "/proc/");
	put_number(&at, (uint64_t)pid);
	*at = '\0';
	*proc = (struct pxt_proc){ .pid = pid, .state = 'S' };
	if (stat(path, &st) != 0) {
		/* Perhaps there is no /proc; kill() knows in any case. */
		int err = kill(pid, 0) == 0 ? 0 : errno;

		/* One that is hidden from us is somebody else's. */
		proc->uid = err == EPERM ? (uid_t)-1 : geteuid();
		err = err == ESRCH ? ESRCH : 0;
		errno = saved;
		return err;
	}
	proc->uid = st.st_uid;
	put_string(&at, "/stat");
	*at = '\0';
	/* The directory is its user's, the files in it are root's then. */
	proc->guarded = stat(path, &st) == 0 && st.st_uid != proc->uid;
	text = read_stat(path, buf, sizeof(buf));
	if (text) {
		proc->state = text[0];
		proc->parent = (pid_t)field(text, 4);
		proc->start = field(text, 22);
	}
	errno = saved;
	return 0;
}

bool pxt_proc_is_alive(pid_t pid, uint64_t start)
{
	struct pxt_proc proc;

	return pid > 0 && pxt_proc_read(pid, &proc) == 0 &&
	       (proc.start == start || proc.start == 0) &&
	       proc.state != 'Z' && proc.state != 'X';
}

uint32_t pxt_proc_space(void)
{
	struct stat st;
	int saved = errno;
	uint32_t space = stat("/proc/self/ns/pid", &st) == 0 ?
			 (uint32_t)st.st_ino : 0;

	errno = saved;
	return space;
}

char pxt_proc_thread_state(pid_t pid, pid_t tid)
{
	char path[64], buf[1024], *at = path, *text;
	int saved = errno;

	put_string(&at, "/proc/");
	put_number(&at, (uint64_t)pid);
	put_string(&at, "/task/");
	put_number(&at, (uint64_t)tid);
	put_string(&at, "/stat");
	*at = '\0';
	text = read_stat(path, buf, sizeof(buf));
	errno = saved;
	return text ? text[0] : '\0';
}
