/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The preload library runs seccomp filters as the kernel does. */
#include <errno.h>
#include <linux/audit.h>
#include <linux/futex.h>
#include <stddef.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../preload/filter.h"
#include "support.h"

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#else
#define ARCH 0		/* the calls of others are not known here */
#endif

#define LOAD(field)							\
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define IF(value, then, otherwise)					\
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, then, otherwise)
#define CODE(...) (struct sock_filter[]){ __VA_ARGS__ }
#define KILLS(...) kills(CODE(__VA_ARGS__), sizeof(CODE(__VA_ARGS__)))

static bool kills(struct sock_filter *code, size_t size)
{
	const struct sock_fprog program = {
		(unsigned short)(size / sizeof(*code)), code
	};

	return pxt_filter_prevents(&program);
}

START_TEST(what_allows_and_refuses_does_not_kill)
{
	ck_assert(!KILLS(RETURN(SECCOMP_RET_ALLOW)));
	ck_assert(!KILLS(RETURN(SECCOMP_RET_LOG)));
	ck_assert(!KILLS(LOAD(nr), IF(SYS_membarrier, 0, 1),
			 RETURN(SECCOMP_RET_ERRNO | EPERM),
			 RETURN(SECCOMP_RET_ALLOW)));
	ck_assert(!KILLS(LOAD(nr), IF(SYS_reboot, 0, 1),
			 RETURN(SECCOMP_RET_KILL_PROCESS),
			 RETURN(SECCOMP_RET_ALLOW)));
}
END_TEST

START_TEST(everything_else_kills)
{
	ck_assert(KILLS(RETURN(SECCOMP_RET_KILL_PROCESS)));
	ck_assert(KILLS(RETURN(SECCOMP_RET_KILL_THREAD)));
	ck_assert(KILLS(RETURN(SECCOMP_RET_TRAP)));
	ck_assert(KILLS(RETURN(SECCOMP_RET_TRACE)));
	ck_assert(KILLS(RETURN(SECCOMP_RET_USER_NOTIF)));
	ck_assert(KILLS(LOAD(nr), IF(SYS_membarrier, 0, 1),
			RETURN(SECCOMP_RET_TRAP), RETURN(SECCOMP_RET_ALLOW)));
}
END_TEST

/* Else events would be those of process -1. */
START_TEST(who_records_may_not_be_refused)
{
	ck_assert(KILLS(RETURN(SECCOMP_RET_ERRNO | EPERM)));
	ck_assert(KILLS(LOAD(nr), IF(SYS_getpid, 0, 1),
			RETURN(SECCOMP_RET_ERRNO | EPERM),
			RETURN(SECCOMP_RET_ALLOW)));
	ck_assert(KILLS(LOAD(nr), IF(SYS_gettid, 0, 1),
			RETURN(SECCOMP_RET_ERRNO), RETURN(SECCOMP_RET_ALLOW)));
}
END_TEST

START_TEST(arguments_are_looked_at)
{
	ck_assert(KILLS(LOAD(nr), IF(SYS_futex, 0, 3), LOAD(args[1]),
			IF(FUTEX_WAKE, 0, 1),
			RETURN(SECCOMP_RET_KILL_PROCESS),
			RETURN(SECCOMP_RET_ALLOW)));
	ck_assert(!KILLS(LOAD(nr), IF(SYS_futex, 0, 3), LOAD(args[1]),
			 IF(FUTEX_REQUEUE, 0, 1),
			 RETURN(SECCOMP_RET_KILL_PROCESS),
			 RETURN(SECCOMP_RET_ALLOW)));
	/* Filters begin like this. */
	ck_assert(!KILLS(LOAD(arch), IF(ARCH, 1, 0),
			 RETURN(SECCOMP_RET_KILL_PROCESS),
			 RETURN(SECCOMP_RET_ALLOW)));
}
END_TEST

START_TEST(the_pid_is_a_question_of_its_own)
{
	struct sock_filter code[] = {
		LOAD(nr), IF(SYS_getpid, 0, 1),
		RETURN(SECCOMP_RET_KILL_PROCESS), RETURN(SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = {
		sizeof(code) / sizeof(*code), code
	};

	ck_assert(!pxt_filter_allows_pid(&program));
	code[1].k = SYS_flock;
	ck_assert(pxt_filter_prevents(&program));
	ck_assert(pxt_filter_allows_pid(&program));
}
END_TEST

/* What no kernel accepts is no filter of a process; it ends, and kills. */
START_TEST(any_bytes_are_survived)
{
	const struct seccomp_data data = { .nr = 1, .arch = ARCH };
	uint64_t state = 1;

	for (int i = 0; i < 20000; i++) {
		/* Of its own size, so that memory checkers find overruns. */
		unsigned n = (unsigned)support_random_below(&state, 20);
		struct sock_filter *code = calloc(n + 1, sizeof(*code));
		const struct sock_fprog program = { (unsigned short)n, code };

		for (unsigned k = 0; k < n; k++) {
			uint64_t random = support_random(&state);

			memcpy(&code[k], &random, sizeof(code[k]));
			if (random >> 60 & 3)
				code[k].k %= 70;
			if (random >> 62)
				code[k].code &= 0xff;
		}
		pxt_filter_run(&program, &data);
		free(code);
	}
}
END_TEST

/* Of a random program, between a fixed beginning and end. */
enum { FRONT = 5, STEPS = 24, END = 4, ALL = FRONT + STEPS + END };

static struct sock_filter statement(unsigned code, uint32_t k)
{
	return (struct sock_filter)BPF_STMT((unsigned short)code, k);
}

/* No load of the address of the instruction, which is not known here. */
static struct sock_filter random_load(uint32_t random)
{
	const uint32_t word = random >> 8 & 15;
	const unsigned to = random & 1 ? BPF_LD : BPF_LDX;

	switch (random >> 1 & 3) {
	case 0:
		return statement(BPF_LD | BPF_W | BPF_ABS,
				 4 * (word == 2 || word == 3 ? 1 : word));
	case 1:
		return statement(to | BPF_W | BPF_IMM, random);
	case 2:
		return statement(to | BPF_W | BPF_MEM, 3);
	default:
		return statement(to | BPF_W | BPF_LEN, 0);
	}
}

/* The kernel accepts no shift by a constant of 32, and no division by 0. */
static struct sock_filter random_computation(uint32_t random)
{
	static const unsigned ops[] = {
		BPF_ADD, BPF_SUB, BPF_MUL, BPF_AND, BPF_OR, BPF_XOR, BPF_LSH,
		BPF_RSH,
	};
	const unsigned op = ops[random & 7];
	const bool shifts = op == BPF_LSH || op == BPF_RSH;

	if (random >> 8 & 1)
		return statement(BPF_ALU | op | BPF_X, 0);
	if (random >> 9 & 1)
		return statement(BPF_ALU | op | BPF_K,
				 shifts ? random >> 27 : random);
	if (random >> 10 & 1)
		return statement(BPF_ALU | BPF_DIV | BPF_K, random | 1);
	return statement(BPF_ALU | BPF_NEG, 0);
}

static struct sock_filter random_step(uint32_t kind, uint32_t random)
{
	static const unsigned tests[] = {
		BPF_JEQ, BPF_JGT, BPF_JGE, BPF_JSET,
	};

	switch (kind) {
	case 0:
	case 1:
		return random_load(random);
	case 2:
		return statement(random & 1 ? BPF_ST : BPF_STX, 3);
	case 3:
		return statement(BPF_MISC | (random & 1 ? BPF_TAX : BPF_TXA),
				 0);
	case 4:
		return (struct sock_filter)BPF_JUMP(
			(unsigned short)(BPF_JMP | tests[random & 3] |
					 (random & 4 ? BPF_X : BPF_K)),
			random >> (random >> 3 & 31),
			(unsigned char)(random >> 8 & 1),
			(unsigned char)(random >> 9 & 1));
	default:
		return random_computation(random);
	}
}

/* A program that the kernel accepts; it refuses with any number. */
static void make_program(struct sock_filter code[ALL], uint64_t *state)
{
	const struct sock_filter front[FRONT] = {
		LOAD(nr), IF(SYS_exit_group, 0, 1), RETURN(SECCOMP_RET_ALLOW),
		/* Before it is loaded. */
		BPF_STMT(BPF_ST, 3), BPF_STMT(BPF_MISC | BPF_TAX, 0),
	};
	const struct sock_filter end[END] = {
		/* A jump may leave it out. */
		BPF_STMT(BPF_MISC | BPF_TAX, 0),
		BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xff),
		BPF_STMT(BPF_ALU | BPF_OR | BPF_K, SECCOMP_RET_ERRNO),
		BPF_STMT(BPF_RET | BPF_A, 0),
	};

	memcpy(code, front, sizeof(front));
	for (int i = 0; i < STEPS; i++)
		code[FRONT + i] = random_step(
			(uint32_t)support_random_below(state, 8),
			(uint32_t)support_random(state));
	memcpy(code + FRONT + STEPS, end, sizeof(end));
}

/* The number with which the kernel refuses the call, or a status of its own. */
static int ask_kernel(const struct sock_fprog *program,
		      const struct seccomp_data *data)
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
		    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program, 0,
			  0) != 0)
			abort();
		errno = 0;
		syscall(data->nr, data->args[0], data->args[1], data->args[2],
			data->args[3], data->args[4], data->args[5]);
		/* Not _exit(), which is the sanitizers'. */
		syscall(SYS_exit_group, errno);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -status;
}

START_TEST(the_kernel_comes_to_the_same)
{
	uint64_t state = 7;

	for (int i = 0; i < 200; i++) {
		struct sock_filter code[ALL];
		const struct sock_fprog program = { ALL, code };
		struct seccomp_data data = { .nr = SYS_getppid, .arch = ARCH };

		make_program(code, &state);
		for (int k = 0; k < 6; k++)
			data.args[k] = support_random(&state);
		ck_assert_int_eq(pxt_filter_run(&program, &data) & 0xffff,
				 ask_kernel(&program, &data));
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("filter");
	TCase *tc = support_case(suite, "filter");

	if (ARCH == 0) {
		puts("every filter counts as one that kills");
		return 77;
	}
	tcase_add_test(tc, what_allows_and_refuses_does_not_kill);
	tcase_add_test(tc, everything_else_kills);
	tcase_add_test(tc, arguments_are_looked_at);
	tcase_add_test(tc, who_records_may_not_be_refused);
	tcase_add_test(tc, the_pid_is_a_question_of_its_own);
	tcase_add_test(tc, any_bytes_are_survived);
	if (!support_is_emulated())
		tcase_add_test(tc, the_kernel_comes_to_the_same);
	else
		puts("the kernel cannot be asked: it has no seccomp");
	return support_run(suite);
}
