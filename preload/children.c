/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Waits for children, and signals that are sent. */
#include "real.h"

#include "calls.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* No status of a child is negative. */
enum { UNKNOWN = -1 };

static void record_wait(int64_t pid, pid_t result, int64_t status,
			uint64_t begin, const void *caller)
{
	struct posixtrace_child child = {
		.pid = pid,
		.result = result < 0 ? -errno : result,
		.duration = pxt_now() - begin,
		.status = status,
	};

	if (!pxt_shares_memory())
		pxt_record(POSIXTRACE_WAITPID, &child, sizeof(child), caller);
}

/* What the kernel has stored, if the program wanted it. */
static int64_t stored(const int *status, pid_t result)
{
	return result > 0 && status != NULL ? *status : UNKNOWN;
}

#define WAITPID(pid, call)						\
	PXT_CALL(pid_t, call,						\
		 record_wait(pid, result, stored(status, result), begin, \
			     caller))

PXT_INTERPOSE pid_t wait(int *status)
{
	WAITPID(-1, REAL(wait)(status));
}

PXT_INTERPOSE pid_t waitpid(pid_t pid, int *status, int options)
{
	WAITPID(pid, REAL(waitpid)(pid, status, options));
}

PXT_INTERPOSE pid_t wait3(int *status, int options, struct rusage *usage)
{
	WAITPID(-1, REAL(wait3)(status, options, usage));
}

PXT_INTERPOSE pid_t wait4(pid_t pid, int *status, int options,
			  struct rusage *usage)
{
	WAITPID(pid, REAL(wait4)(pid, status, options, usage));
}

/* As waitpid() would have it. */
static int64_t asked(idtype_t type, id_t id)
{
	switch (type) {
	case P_PID:
		return (int64_t)id;
	case P_PGID:
		return -(int64_t)id;
	default:
		return -1;
	}
}

static int64_t status_of(const siginfo_t *info)
{
	switch (info->si_code) {
	case CLD_EXITED:
		return W_EXITCODE(info->si_status, 0);
	case CLD_KILLED:
		return info->si_status;
	case CLD_DUMPED:
		return info->si_status | WCOREFLAG;
	case CLD_CONTINUED:
		return __W_CONTINUED;
	default:
		return W_STOPCODE(info->si_status);
	}
}

/* The child is in the information; without one nothing is told of it. */
static void record_waitid(idtype_t type, id_t id, const siginfo_t *info,
			  int result, uint64_t begin, const void *caller)
{
	const bool tells = result == 0 && info != NULL && info->si_pid != 0;

	record_wait(asked(type, id), tells ? info->si_pid : result,
		    tells ? status_of(info) : UNKNOWN, begin, caller);
}

PXT_INTERPOSE int waitid(idtype_t type, id_t id, siginfo_t *info, int options)
{
	PXT_CALL(int, REAL(waitid)(type, id, info, options),
		 record_waitid(type, id, info, result, begin, caller));
}

/* `result` is negative for an error, the number of which is `err`. */
static void record_kill(int64_t to, pthread_t thread, int sig, int err,
			uint64_t begin, const void *caller)
{
	struct posixtrace_kill kill = {
		.to = to,
		.signal = sig,
		.result = -err,
		.duration = pxt_now() - begin,
		.thread = (uint64_t)thread,
	};

	if (!pxt_shares_memory())
		pxt_record(POSIXTRACE_KILL, &kill, sizeof(kill), caller);
}

#define KILL(to, sig, call)						\
	PXT_CALL(int, call,						\
		 record_kill(to, 0, sig, result < 0 ? errno : 0, begin,	\
			     caller))

PXT_INTERPOSE int kill(pid_t pid, int sig)
{
	KILL(pid, sig, REAL(kill)(pid, sig));
}

PXT_INTERPOSE int killpg(pid_t group, int sig)
{
	KILL(-(int64_t)group, sig, REAL(killpg)(group, sig));
}

PXT_INTERPOSE int tgkill(pid_t pid, pid_t tid, int sig)
{
	KILL(tid, sig, REAL(tgkill)(pid, tid, sig));
}

PXT_INTERPOSE int sigqueue(pid_t pid, int sig, const union sigval value)
{
	KILL(pid, sig, REAL(sigqueue)(pid, sig, value));
}

PXT_INTERPOSE int raise(int sig)
{
	KILL(pxt_own_pid(), sig, REAL(raise)(sig));
}

/* An error number; the thread's id is libc's secret. */
PXT_INTERPOSE int pthread_kill(pthread_t thread, int sig)
{
	PXT_CALL(int, REAL(pthread_kill)(thread, sig),
		 record_kill(0, thread, sig, result, begin, caller));
}

PXT_INTERPOSE int pthread_sigqueue(pthread_t thread, int sig,
				   const union sigval value)
{
	PXT_CALL(int, REAL(pthread_sigqueue)(thread, sig, value),
		 record_kill(0, thread, sig, result, begin, caller));
}
