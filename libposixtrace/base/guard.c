/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Surviving the truncation of a shared file; see guard.h.
 *
 * The handler reads in /proc/thread-self/maps whether the address is in a file
 * of the runtime directory, so no list of mappings is needed and other causes
 * of SIGBUS are not affected.  The mapping is replaced from that page to its
 * end: after the end of a file there are no more pages.
 */
#include "base/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/atomic.h"
#include "base/quiet.h"

enum { LINE = 256, RANGES = 64 };

struct range {
	_Atomic uintptr_t begin, end;
};

static _Atomic uint32_t n_replaced;
static _Atomic uint32_t n_cuts;	/* of these, with data */
static _Atomic uint32_t state;	/* 0; 1: being installed; 2: installed */
static struct range replaced[RANGES];	/* the newest */
static uintptr_t page_size;
static struct sigaction before;

static uintptr_t hex_at(const char **text)
{
	uintptr_t value = 0;

	for (;; ++*text) {
		const char c = **text;

		if (c >= '0' && c <= '9')
			value = value << 4 | (uintptr_t)(c - '0');
		else if (c >= 'a' && c <= 'f')
			value = value << 4 | (uintptr_t)(c - 'a' + 10);
		else
			return value;
	}
}

/* Is the address in this line of maps?  *end is where its mapping ends. */
static bool is_about(const char *line, uintptr_t address, uintptr_t *end)
{
	uintptr_t begin = hex_at(&line);

	if (*line++ != '-')
		return false;
	*end = hex_at(&line);
	return address >= begin && address < *end;
}

/* "... rw-s ... /dev/shm/posixtrace-1000/s0" */
static bool is_ours(const char *line)
{
	const char *flags = strchr(line, ' ');

	return flags && strlen(flags) > 5 && flags[4] == 's' &&
	       strstr(flags, "/posixtrace-");
}

/* "... /dev/shm/posixtrace-1000/p4711-290878-4026531836", without ".names" */
static bool is_control(const char *line)
{
	const char *directory = strstr(line, "/posixtrace-");
	const char *name = directory ? strchr(directory + 1, '/') : NULL;

	return name && name[1] == 'p' && !strstr(name, ".names");
}

/*
 * The end of the mapping that contains the address; 0: it is not ours.
 * *has_data: it is not a control block, in which no one looks for data.
 */
static uintptr_t find_end(uintptr_t address, bool *has_data)
{
	int fd = open("/proc/thread-self/maps", O_RDONLY | O_CLOEXEC);
	char buf[1024], line[LINE] = "";
	uintptr_t end = 0;
	size_t len = 0;
	bool is_found = false;
	ssize_t n;

	if (fd < 0)
		return 0;
	while (!is_found && (n = read(fd, buf, sizeof(buf))) > 0)
		for (ssize_t i = 0; i < n && !is_found; i++) {
			if (buf[i] != '\n') {
				/* The beginning of a long line is enough. */
				if (len < LINE - 1)
					line[len++] = buf[i];
				continue;
			}
			line[len] = '\0';
			len = 0;
			is_found = is_about(line, address, &end);
		}
	close(fd);
	*has_data = !is_control(line);
	return is_found && is_ours(line) ? end : 0;
}

void pxt_guard_note_cut(void)
{
	pxt_add_relaxed(&n_cuts, 1);
}

bool pxt_guard_has_replaced(const void *memory, size_t size)
{
	const uintptr_t begin = (uintptr_t)memory, end = begin + size;

	for (size_t i = 0; i < RANGES; i++)
		if (begin < pxt_load_acquire(&replaced[i].end) &&
		    end > pxt_load_acquire(&replaced[i].begin))
			return true;
	return false;
}

static bool replace(uintptr_t address)
{
	const uintptr_t page = address & ~(page_size - 1);
	bool has_data;
	const uintptr_t end = find_end(address, &has_data);
	struct range *range;

	/* Another thread may have replaced it. */
	if (end == 0)
		return pxt_guard_has_replaced((void *)address, 1);
	if (mmap((void *)page, end - page, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1,
		 0) == MAP_FAILED)
		return false;
	range = &replaced[atomic_fetch_add(&n_replaced, 1) % RANGES];
	pxt_store_release(&range->begin, page);
	pxt_store_release(&range->end, end);
	if (has_data)
		pxt_add_relaxed(&n_cuts, 1);
	return true;
}

/* Not ours: act as if this handler had not been installed. */
static void pass_on(int number, siginfo_t *info, void *context)
{
	if (before.sa_flags & SA_SIGINFO) {
		before.sa_sigaction(number, info, context);
	} else if (before.sa_handler == SIG_IGN && info->si_code <= 0) {
		return;
	} else if (before.sa_handler != SIG_DFL &&
		   before.sa_handler != SIG_IGN) {
		before.sa_handler(number);
	} else {
		signal(number, SIG_DFL);
		/* A fault occurs again when the handler returns. */
		if (info->si_code <= 0)
			raise(number);
	}
}

static void on_bus_error(int number, siginfo_t *info, void *context)
{
	int saved = errno;

	if (info->si_code != BUS_ADRERR ||
	    !replace((uintptr_t)info->si_addr))
		pass_on(number, info, context);
	errno = saved;
}

uint32_t pxt_guard(void)
{
	struct sigaction action = {
		.sa_sigaction = on_bus_error,
		.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK,
	};
	uint32_t none = 0;

	if (atomic_compare_exchange_strong(&state, &none, 1)) {
		page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
		sigemptyset(&action.sa_mask);
		sigaction(SIGBUS, NULL, &before);
		sigaction(SIGBUS, &action, NULL);
		pxt_store_release(&state, 2);
	}
	return pxt_load_relaxed(&n_cuts);
}

/*
 * By system call: the kernel's signal sets are smaller than the C library's,
 * and the stack may be small.
 */
void pxt_guard_hold(struct pxt_held *held)
{
	static const int raised[] = {
		SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS,
		32, 33,			/* glibc's own */
	};
	struct pxt_held all;
	int saved = errno;

	held->is_held = false;
	if (pxt_is_quiet())
		return;
	memset(all.signals, 0xff, sizeof(all.signals));
	for (size_t i = 0; i < sizeof(raised) / sizeof(raised[0]); i++)
		all.signals[(raised[i] - 1) / PXT_LONG_BITS] &=
			~(1ul << (raised[i] - 1) % PXT_LONG_BITS);
	held->is_held = syscall(SYS_rt_sigprocmask, SIG_BLOCK, all.signals,
				held->signals, _NSIG / 8) == 0;
	errno = saved;
}

void pxt_guard_release(const struct pxt_held *held)
{
	int saved = errno;

	if (held->is_held)
		syscall(SYS_rt_sigprocmask, SIG_SETMASK, held->signals, NULL,
			_NSIG / 8);
	errno = saved;
}

void pxt_guard_fill(sigset_t *set)
{
	sigfillset(set);
	if (pxt_load_acquire(&state))
		sigdelset(set, SIGBUS);
}
