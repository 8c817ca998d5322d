/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Shared by programs that use several processes. */
#ifndef TESTS_HAZARD_PROCESSES_H
#define TESTS_HAZARD_PROCESSES_H

#include "hazard.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>

/* Zeroed memory shared with forked children. */
static inline void *hz_share(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	CHECK(memory != MAP_FAILED, "mmap");
	return memory;
}

/* For namespaces. */
static inline void hz_need_root(void)
{
	if (geteuid() != 0 || !hz_private_shm)
		SKIP("not root");
}

/* Wait until another process has raised the word to `value`. */
static inline void hz_wait_for(_Atomic uint32_t *word, uint32_t value)
{
	for (unsigned i = 0; *word < value; i++) {
		CHECK(i < 30000, "timeout");
		hz_sleep_ms(1);
	}
}

/* Wait for a child that is killed by SIGKILL. */
static inline void hz_join_killed(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		;
	CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL, "status %#x",
	      (unsigned)status);
}

/* Make the system call fail with `err` from now on, as in a sandbox. */
static inline void hz_refuse(unsigned number, unsigned err)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | err),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = { 4, filter };

	SYS(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
	SYS(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program));
	CHECK(syscall(number, 0, 0, 0) < 0, "the call works");
}

/* The number of user events in a log. */
static inline unsigned hz_count_user_events(int fd)
{
	struct hz_event e;
	trace_id_t trid;
	unsigned n = 0;

	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e))
		n += hz_is_user(&e);
	OK(posix_trace_close(trid));
	return n;
}

#endif
