/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Sandboxes that would kill a process for what recording does.
 *
 *   - Strict seccomp and PR_SET_TSC forbid reading the processor's counter, as
 *     an event does.  A process that enters one is not recorded any more, in
 *     none of its threads.
 *   - A seccomp filter may kill for system calls that the program itself does
 *     not make.  Then recording goes on without system calls
 *     (posixtrace_quiet()); filter.c finds out whether that is so.
 *
 * The filter is examined when the kernel has accepted it, since its address may
 * be wrong before.  So while one is being entered it is taken for one that
 * kills, as it is for the other threads if it is for all of them.  A filter
 * belongs to a thread; but the others usually enter the same.
 */
#include "real.h"

#include "calls.h"
#include "filter.h"
#include "record.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/* Its arguments, however many there are, go where they came from. */
long pxt_syscall(long number, long a, long b, long c, long d, long e, long f)
	__asm__("syscall") PXT_INTERPOSE;

/* A filter does not allow getpid(); and how many calls are under way that enter
 * one. */
enum { NO_PID = 2 * PXT_SANDBOX_KILLS, ENTERING = 2 * NO_PID };
atomic_uint pxt_sandbox;

/* The order is as in prctl(2) and seccomp(2). */
struct step {
	enum { NOTHING, STOP, FILTER } kind;
	const char *why;		/* to stop */
	const struct sock_fprog *filter;
	bool listens;			/* the result is a descriptor */
	bool stopped;
};

static struct step stop_for(const char *why)
{
	return (struct step){ .kind = STOP, .why = why };
}

static struct step filter_at(long address, bool listens)
{
	return (struct step){
		.kind = FILTER,
		.filter = (const struct sock_fprog *)address,
		.listens = listens,
	};
}

static struct step judge_prctl(int option, long a, long b)
{
	if (option == PR_SET_SECCOMP && a == SECCOMP_MODE_STRICT)
		return stop_for("it enters strict seccomp mode");
	if (option == PR_SET_SECCOMP && a == SECCOMP_MODE_FILTER)
		return filter_at(b, false);
	if (option == PR_SET_TSC && a == PR_TSC_SIGSEGV)
		return stop_for("it has the counter forbidden by PR_SET_TSC");
	return (struct step){ .kind = NOTHING };
}

static struct step judge_syscall(long number, long a, long b, long c)
{
	if (number == SYS_prctl)
		return judge_prctl((int)a, b, c);
	/* With flags or a filter the strict mode is refused. */
	if (number == SYS_seccomp && a == SECCOMP_SET_MODE_STRICT &&
	    b == 0 && c == 0)
		return stop_for("it enters strict seccomp mode");
	if (number == SYS_seccomp && a == SECCOMP_SET_MODE_FILTER)
		return filter_at(c, b & (long)SECCOMP_FILTER_FLAG_NEW_LISTENER);
	return (struct step){ .kind = NOTHING };
}

/* After each change of pxt_sandbox: what is stored last was read last. */
static void tell_library(void)
{
	unsigned seen;

	do {
		seen = atomic_load(&pxt_sandbox);
		posixtrace_quiet(seen != 0);
	} while (atomic_load(&pxt_sandbox) != seen);
}

/* Is the time read without a system call, as by the vDSO on most machines? */
static bool clock_is_free(void)
{
	static const char file[] = "/sys/devices/system/clocksource/"
				   "clocksource0/current_clocksource";
	static const char *const known[] = {
		"tsc\n", "kvm-clock\n", "hyperv_clocksource_tsc_page\n",
		"arch_sys_counter\n",
	};
	char name[64] = "";
	int fd = getauxval(AT_SYSINFO_EHDR) != 0 ?
		 REAL(open)(file, O_RDONLY | O_CLOEXEC) : -1;
	bool is_known = false;

	if (fd < 0)
		return false;
	if (REAL(read)(fd, name, sizeof(name) - 1) < 0)
		name[0] = '\0';
	REAL(close)(fd);
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		is_known |= strcmp(name, known[i]) == 0;
	return is_known;
}

static void begin_filter(struct step *step, const void *caller)
{
	if (pxt_may_call() && !clock_is_free())
		step->stopped = pxt_stop("it installs a seccomp filter, and "
					 "the time is read by system calls "
					 "here", caller);
	atomic_fetch_add(&pxt_sandbox, ENTERING);
	tell_library();
}

static void end_filter(const struct step *step, bool entered,
		       const void *caller)
{
	unsigned found = 0;
	bool is_new;

	if (entered && pxt_filter_prevents(step->filter))
		found = PXT_SANDBOX_KILLS;
	if (found && !pxt_filter_allows_pid(step->filter))
		found |= NO_PID;
	is_new = found && !(atomic_fetch_or(&pxt_sandbox, found) &
			    PXT_SANDBOX_KILLS);
	atomic_fetch_sub(&pxt_sandbox, ENTERING);
	tell_library();
	if (!is_new)
		return;
	pxt_leave_environment();
	if (posixtrace_is_traced() && pxt_may_record(caller))
		pxt_warn("its children, and what a recorder that comes later "
			 "asks for",
			 "its seccomp filter kills for calls of recording", 1,
			 caller);
}

/*
 * Before the call.  A child of vfork() would change its parent.  Any other process
 * in memory that is not its own was made by a bare clone(), and nearly always has
 * a copy: it cannot ask again in the sandbox, so from now on it counts as one.
 */
static void begin(struct step *step, const void *caller)
{
	const bool shares = step->kind != NOTHING && pxt_ask_sharing();

	if (shares && pxt_has_called_vfork())
		step->kind = NOTHING;
	else if (shares)
		pxt_own_memory();
	if (step->kind == STOP)
		step->stopped = pxt_stop(step->why, caller);
	else if (step->kind == FILTER)
		begin_filter(step, caller);
}

static void end(const struct step *step, long result, const void *caller)
{
	bool entered = step->listens ? result >= 0 : result == 0;
	int saved_errno = errno;

	if (step->kind == FILTER)
		end_filter(step, entered, caller);
	if (step->stopped && !entered)
		pxt_resume();
	errno = saved_errno;
}

PXT_INTERPOSE int prctl(int option, ...)
{
	const void *caller = CALLER;
	unsigned long argument[4];
	struct step step;
	va_list args;
	int result;

	va_start(args, option);
	for (int i = 0; i < 4; i++)
		argument[i] = va_arg(args, unsigned long);
	va_end(args);

	step = judge_prctl(option, (long)argument[0], (long)argument[1]);
	begin(&step, caller);
	result = REAL(prctl)(option, argument[0], argument[1], argument[2],
			     argument[3]);
	end(&step, result, caller);
	if (option == PR_SET_NAME)
		pxt_record_name((uint64_t)pthread_self(),
				(const char *)argument[0],
				result < 0 ? -errno : 0, caller);
	return result;
}

long pxt_syscall(long number, long a, long b, long c, long d, long e, long f)
{
	struct step step = judge_syscall(number, a, b, c);
	long result;

	pxt_begin_syscall(number, a);
	if (__builtin_expect(step.kind == NOTHING, 1))
		return REAL(syscall)(number, a, b, c, d, e, f);
	begin(&step, CALLER);
	result = REAL(syscall)(number, a, b, c, d, e, f);
	end(&step, result, CALLER);
	return result;
}
