/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Running seccomp filters on the calls of recording; see filter.h. */
#include "filter.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/* 0: not known here, and every filter is taken for one that kills. */
#if defined(__x86_64__) && defined(__LP64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__) && defined(__AARCH64EL__)
#define ARCH AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define ARCH AUDIT_ARCH_RISCV64
#elif defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)
#define ARCH AUDIT_ARCH_PPC64LE
#elif defined(__s390x__)
#define ARCH AUDIT_ARCH_S390X
#else
#define ARCH 0
#endif

/* Some address, and some descriptor. */
#define PLACE UINT64_C(0x7f0000001000)
#define FD 40
#define HERE (uint64_t)(unsigned)AT_FDCWD

struct call {
	int number;
	uint64_t args[6];
};

/*
 * What recording calls: the trace point, and what is done when a thread or a
 * forked child begins, or either ends, and when a stream is attached.  The
 * arguments are those that matter.
 */
static const struct call calls[] = {
	{ SYS_futex, { PLACE, FUTEX_WAKE, INT32_MAX } },
	{ SYS_futex, { PLACE, FUTEX_LOCK_PI_PRIVATE } },
	{ SYS_futex, { PLACE, FUTEX_UNLOCK_PI_PRIVATE } },
	{ SYS_rt_sigprocmask, { SIG_BLOCK, PLACE, PLACE, _NSIG / 8 } },
	{ SYS_rt_sigprocmask, { SIG_SETMASK, PLACE, 0, _NSIG / 8 } },
	{ SYS_rt_sigprocmask, { UINT64_MAX, PLACE, 0, _NSIG / 8 } },
	{ SYS_rt_sigpending, { PLACE, _NSIG / 8 } },
	{ SYS_rt_sigtimedwait, { PLACE, 0, PLACE, _NSIG / 8 } },
	{ SYS_mmap, { 0, 262144, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, UINT64_MAX } },
	{ SYS_mmap, { 0, 1048576, PROT_READ | PROT_WRITE, MAP_SHARED, FD } },
	{ SYS_mmap, { PLACE, 4096, PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_FIXED, FD } },
	{ SYS_munmap, { PLACE, 4096 } },
	{ SYS_mremap, { PLACE, 4096, 4096, MREMAP_MAYMOVE | MREMAP_FIXED,
			PLACE } },
	{ SYS_madvise, { PLACE, 4096, MADV_POPULATE_WRITE } },
	{ SYS_madvise, { PLACE, 4096, MADV_DONTDUMP } },
	{ SYS_getpid, { 0 } },
	{ SYS_getppid, { 0 } },
	{ SYS_gettid, { 0 } },
	{ SYS_geteuid, { 0 } },
	{ SYS_getcwd, { PLACE, 4096 } },
	{ SYS_prctl, { PR_GET_NAME, PLACE } },
	{ SYS_sigaltstack, { 0, PLACE } },
	{ SYS_membarrier, { MEMBARRIER_CMD_GLOBAL_EXPEDITED } },
	{ SYS_membarrier, { MEMBARRIER_CMD_PRIVATE_EXPEDITED } },
	{ SYS_membarrier, { MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED } },
	{ SYS_membarrier, { MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED } },
	{ SYS_openat, { HERE, PLACE, O_RDONLY | O_CLOEXEC } },
	{ SYS_openat, { HERE, PLACE, O_RDONLY | O_DIRECTORY | O_CLOEXEC } },
	{ SYS_openat, { FD, PLACE, O_RDWR | O_CLOEXEC | O_NOFOLLOW } },
	{ SYS_openat, { FD, PLACE, O_RDWR | O_CLOEXEC | O_TMPFILE, 0600 } },
	{ SYS_read, { FD, PLACE, 1023 } },
	{ SYS_close, { FD } },
	{ SYS_fstat, { FD, PLACE } },
#ifdef SYS_newfstatat
	{ SYS_newfstatat, { HERE, PLACE, PLACE, 0 } },
#endif
	{ SYS_faccessat, { FD, PLACE, F_OK } },
#ifdef SYS_faccessat2
	{ SYS_faccessat2, { FD, PLACE, F_OK, AT_SYMLINK_NOFOLLOW } },
#endif
#ifdef SYS_access
	{ SYS_access, { PLACE, F_OK } },
	{ SYS_mkdir, { PLACE, 0700 } },
	{ SYS_readlink, { PLACE, PLACE, 64 } },
#else
	{ SYS_mkdirat, { HERE, PLACE, 0700 } },
#endif
	{ SYS_readlinkat, { HERE, PLACE, PLACE, 64 } },
	{ SYS_getdents64, { FD, PLACE, 2048 } },
	{ SYS_flock, { FD, LOCK_SH | LOCK_NB } },
	{ SYS_fcntl, { FD, F_DUPFD_CLOEXEC, 3 } },
	{ SYS_ftruncate, { FD, 4096 } },
	{ SYS_fallocate, { FD, 0, 0, 4096 } },
	{ SYS_fchmod, { FD, 0600 } },
	{ SYS_linkat, { HERE, PLACE, FD, PLACE, AT_SYMLINK_FOLLOW } },
	{ SYS_unlinkat, { FD, PLACE, 0 } },
	{ SYS_kill, { 1000, 0 } },
	{ SYS_tgkill, { 1000, 1000, 0 } },
};

/* The program that is run. */
struct machine {
	const struct seccomp_data *data;
	uint32_t a, x;
	uint32_t memory[BPF_MEMWORDS];
};

static bool load(struct machine *m, const struct sock_filter *is)
{
	uint32_t *to = BPF_CLASS(is->code) == BPF_LD ? &m->a : &m->x;

	switch (BPF_MODE(is->code)) {
	case BPF_IMM:
		*to = is->k;
		return true;
	case BPF_LEN:
		*to = sizeof(*m->data);
		return true;
	case BPF_MEM:
		if (is->k >= BPF_MEMWORDS)
			return false;
		*to = m->memory[is->k];
		return true;
	case BPF_ABS:
		if (is->k > sizeof(*m->data) - 4 || is->k % 4)
			return false;
		memcpy(to, (const char *)m->data + is->k, 4);
		return true;
	default:
		return false;
	}
}

static bool compute(struct machine *m, const struct sock_filter *is)
{
	const uint32_t b = BPF_SRC(is->code) == BPF_X ? m->x : is->k;

	switch (BPF_OP(is->code)) {
	case BPF_ADD:
		m->a += b;
		return true;
	case BPF_SUB:
		m->a -= b;
		return true;
	case BPF_MUL:
		m->a *= b;
		return true;
	case BPF_DIV:
		m->a = b ? m->a / b : 0;
		return b;
	case BPF_AND:
		m->a &= b;
		return true;
	case BPF_OR:
		m->a |= b;
		return true;
	case BPF_XOR:
		m->a ^= b;
		return true;
	case BPF_LSH:
		m->a <<= b & 31;
		return true;
	case BPF_RSH:
		m->a >>= b & 31;
		return true;
	case BPF_NEG:
		m->a = -m->a;
		return true;
	default:
		return false;
	}
}

/* By how many instructions, besides the usual one. */
static uint32_t jump(const struct machine *m, const struct sock_filter *is)
{
	const uint32_t b = BPF_SRC(is->code) == BPF_X ? m->x : is->k;
	bool so;

	switch (BPF_OP(is->code)) {
	case BPF_JA:
		return is->k;
	case BPF_JEQ:
		so = m->a == b;
		break;
	case BPF_JGT:
		so = m->a > b;
		break;
	case BPF_JGE:
		so = m->a >= b;
		break;
	case BPF_JSET:
		so = m->a & b;
		break;
	default:
		return UINT32_MAX / 2;
	}
	return so ? is->jt : is->jf;
}

static bool step(struct machine *m, const struct sock_filter *is)
{
	switch (BPF_CLASS(is->code)) {
	case BPF_LD:
	case BPF_LDX:
		return load(m, is);
	case BPF_ST:
	case BPF_STX:
		if (is->k >= BPF_MEMWORDS)
			return false;
		m->memory[is->k] = BPF_CLASS(is->code) == BPF_ST ? m->a : m->x;
		return true;
	case BPF_ALU:
		return compute(m, is);
	case BPF_MISC:
		if (BPF_MISCOP(is->code) == BPF_TAX)
			m->x = m->a;
		else
			m->a = m->x;
		return true;
	default:
		return false;
	}
}

uint32_t pxt_filter_run(const struct sock_fprog *filter,
			const struct seccomp_data *data)
{
	struct machine m = { .data = data };

	/* Jumps go forward only. */
	for (uint64_t at = 0; at < filter->len; at++) {
		const struct sock_filter *is = &filter->filter[at];

		if (BPF_CLASS(is->code) == BPF_RET)
			return BPF_RVAL(is->code) == BPF_A ? m.a : is->k;
		if (BPF_CLASS(is->code) == BPF_JMP)
			at += jump(&m, is);
		else if (!step(&m, is))
			break;
	}
	return SECCOMP_RET_KILL_PROCESS;
}

static uint32_t action_for(const struct sock_fprog *filter,
			   const struct call *call)
{
	struct seccomp_data data = { .nr = call->number, .arch = ARCH };

	memcpy(data.args, call->args, sizeof(data.args));
	return pxt_filter_run(filter, &data) & SECCOMP_RET_ACTION_FULL;
}

static bool allows(const struct sock_fprog *filter, const struct call *call)
{
	const uint32_t action = action_for(filter, call);

	return action == SECCOMP_RET_ALLOW || action == SECCOMP_RET_LOG;
}

/* Does recording do without, if it is refused?  Not if it is to tell who records. */
static bool is_dispensable(const struct call *call)
{
	return call->number != SYS_getpid && call->number != SYS_gettid &&
	       call->number != SYS_getppid && call->number != SYS_geteuid;
}

bool pxt_filter_prevents(const struct sock_fprog *filter)
{
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		if (!ARCH || !(allows(filter, &calls[i]) ||
			       (is_dispensable(&calls[i]) &&
				action_for(filter, &calls[i]) ==
				SECCOMP_RET_ERRNO)))
			return true;
	return false;
}

bool pxt_filter_allows_pid(const struct sock_fprog *filter)
{
	static const struct call call = { SYS_getpid, { 0 } };

	return ARCH && allows(filter, &call);
}
