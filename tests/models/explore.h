/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Runs parties in every interleaving of their accesses to shared memory, in one
 * thread, with the real sources.  Each atomic access and each fence of a source
 * that is included behind this is a step: before it the party gives way.  What a
 * party does between two steps is not divided.
 *
 * A state is the shared memory, and of each party its stack and registers.  All of
 * that is kept in one block, which is saved and restored (depth first), and a state
 * that was seen is not entered again (by a hash of 64 bits).  Memory is
 * sequentially consistent here: what orders are needed is for herd7 and GenMC.
 *
 * `bound` limits how often a party may be made to give way to another one although
 * it could go on; -1: no limit.
 *
 * One party at most dies, at any step (`mortal`); and one at most is interrupted by
 * a signal handler that leaves by siglongjmp(), after which it goes on in another
 * function (`jumps`).
 */
#ifndef TESTS_MODELS_EXPLORE_H
#define TESTS_MODELS_EXPLORE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { EX_PARTIES = 3, EX_STACK = 12 << 10, EX_SHARED = 8 << 10, EX_DEPTH = 4000 };
enum { EX_READY, EX_DONE, EX_DEAD };

struct ex_party {
	int state;
	bool has_jumped;
	unsigned char *sp;		/* below it there is nothing of value */
	ucontext_t context;
	_Alignas(64) unsigned char stack[EX_STACK];
};

/* All that is saved and restored. */
static struct {
	_Alignas(64) unsigned char shared[EX_SHARED];
	struct ex_party party[EX_PARTIES];
	int n_dead, n_jumped;
	int last, left;			/* who ran, and how often another may */
} ex;

static ucontext_t ex_home;
static int ex_now = -1;			/* the party that runs, or -1 */
static int ex_n;
static unsigned ex_mortal, ex_jumps;	/* bits: parties that may */
static void (*ex_body[EX_PARTIES])(void), (*ex_recover[EX_PARTIES])(void);
static void (*ex_end)(void);		/* nobody is left: is all well? */
static uint64_t ex_states, ex_ends;
static char ex_path[EX_DEPTH];		/* who did each step */
static int ex_depth;

#define EX_CHECK(condition)						\
	do {								\
		if (!(condition))					\
			ex_fail(__LINE__, #condition);			\
	} while (0)

__attribute__((noreturn))
static void ex_fail(int line, const char *condition)
{
	printf("line %d: not so: %s\nsteps: %.*s\n", line, condition, ex_depth,
	       ex_path);
	exit(1);
}

__attribute__((noinline))
static void ex_step(void)
{
	struct ex_party *p;
	unsigned char here;

	if (ex_now < 0)
		return;
	p = &ex.party[ex_now];
	p->sp = &here;
	swapcontext(&p->context, &ex_home);
}

#undef atomic_load_explicit
#undef atomic_store_explicit
#undef atomic_fetch_add_explicit
#undef atomic_fetch_or_explicit
#undef atomic_compare_exchange_strong_explicit
#undef atomic_thread_fence
#define atomic_load_explicit(at, order)					\
	(ex_step(), __atomic_load_n(at, __ATOMIC_SEQ_CST))
#define atomic_store_explicit(at, value, order)				\
	(ex_step(), __atomic_store_n(at, value, __ATOMIC_SEQ_CST))
#define atomic_fetch_add_explicit(at, value, order)			\
	(ex_step(), __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST))
#define atomic_fetch_or_explicit(at, value, order)			\
	(ex_step(), __atomic_fetch_or(at, value, __ATOMIC_SEQ_CST))
#define atomic_compare_exchange_strong_explicit(at, old, value, yes, no) \
	(ex_step(), __atomic_compare_exchange_n((at), (old), (value), false, \
			__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
#define atomic_thread_fence(order)	ex_step()

static void ex_run_party(void)
{
	const int me = ex_now;

	if (ex.party[me].has_jumped)
		ex_recover[me]();
	else
		ex_body[me]();
	ex.party[me].state = EX_DONE;
	setcontext(&ex_home);
}

static void ex_begin(int i)
{
	struct ex_party *p = &ex.party[i];

	getcontext(&p->context);
	p->context.uc_stack.ss_sp = p->stack;
	p->context.uc_stack.ss_size = sizeof(p->stack);
	p->context.uc_link = NULL;
	p->sp = p->stack + sizeof(p->stack);
	makecontext(&p->context, ex_run_party, 0);
}

static uint64_t ex_mix(uint64_t hash, const void *from, size_t n)
{
	const unsigned char *at = from;
	uint64_t word;

	for (; n >= 8; n -= 8, at += 8) {
		memcpy(&word, at, 8);
		hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
		hash ^= hash >> 29;
	}
	for (; n; n--)
		hash = (hash ^ *at++) * UINT64_C(0x100000001b3);
	return hash ^ hash >> 32;
}

static uint64_t ex_hash(void)
{
	uint64_t hash = ex_mix((uint64_t)(ex.left * EX_PARTIES + ex.last + 2),
			       ex.shared, sizeof(ex.shared));

	for (int i = 0; i < ex_n; i++) {
		const struct ex_party *p = &ex.party[i];
		const int kind = p->state << 1 | p->has_jumped;

		hash = ex_mix(hash, &kind, sizeof(kind));
		if (p->state != EX_READY)
			continue;
		hash = ex_mix(hash, &p->context.uc_mcontext,
			      sizeof(p->context.uc_mcontext));
		hash = ex_mix(hash, p->sp,
			      (size_t)(p->stack + sizeof(p->stack) - p->sp));
	}
	return hash ? hash : 1;
}

/* Has it been here?  An open table that grows. */
static bool ex_seen(uint64_t hash)
{
	static uint64_t *table;
	static size_t size, used;
	size_t i;

	if (2 * used >= size) {
		uint64_t *old = table;
		const size_t n = size;

		size = size ? 2 * size : 1 << 16;
		table = calloc(size, sizeof(*table));
		if (!table)
			exit(3);
		used = 0;
		for (size_t k = 0; k < n; k++)
			if (old[k])
				ex_seen(old[k]);
		free(old);
	}
	for (i = hash & (size - 1); table[i]; i = (i + 1) & (size - 1))
		if (table[i] == hash)
			return true;
	table[i] = hash;
	used++;
	return false;
}

static void ex_explore(void);

/* What is now, to come back to it.  Kept for the next state of this depth, since
 * malloc() would return such memory to the system and get it again, empty. */
static const void *ex_save(void)
{
	static void *saved[EX_DEPTH];

	if (ex_depth == EX_DEPTH)
		exit(3);
	if (!saved[ex_depth])
		saved[ex_depth] = malloc(sizeof(ex));
	if (!saved[ex_depth])
		exit(3);
	return memcpy(saved[ex_depth], &ex, sizeof(ex));
}

/* Go on with one of them; the caller comes back to what was. */
static void ex_branch(int i, char how)
{
	ex_path[ex_depth++] = how;
	if (how == '+') {
		ex.party[i].state = EX_DEAD;
		ex.n_dead++;
	} else if (how == '!') {
		ex.party[i].has_jumped = true;
		ex.n_jumped++;
		ex_begin(i);
	}
	if (ex.last >= 0 && i != ex.last && ex.left > 0 &&
	    ex.party[ex.last].state == EX_READY)
		ex.left--;
	if (how != '+') {
		/* Without a bound it makes no difference who ran. */
		ex.last = ex.left < 0 ? 0 : i;
		ex_now = i;
		swapcontext(&ex_home, &ex.party[i].context);
		ex_now = -1;
	}
	ex_explore();
	ex_depth--;
}

/* May it run now?  If another one could go on that is one of `bound`. */
static bool ex_may_run(int i)
{
	return i == ex.last || ex.left != 0 || ex.last < 0 ||
	       ex.party[ex.last].state != EX_READY;
}

static void ex_explore(void)
{
	const void *saved;
	bool is_end = true;

	if (ex_seen(ex_hash()))
		return;
	ex_states++;
	saved = ex_save();
	for (int i = 0; i < ex_n; i++) {
		if (ex.party[i].state != EX_READY)
			continue;
		is_end = false;
		if (!ex_may_run(i))
			continue;
		ex_branch(i, (char)('0' + i));
		memcpy(&ex, saved, sizeof(ex));
		if (!ex.n_dead && ex_mortal & 1u << i) {
			ex_branch(i, '+');
			memcpy(&ex, saved, sizeof(ex));
		}
		if (!ex.n_jumped && ex_jumps & 1u << i) {
			ex_branch(i, '!');
			memcpy(&ex, saved, sizeof(ex));
		}
	}
	if (is_end) {
		ex_ends++;
		ex_end();
		memcpy(&ex, saved, sizeof(ex));
	}
}

static void ex_all(int n, int bound)
{
	ex_n = n;
	ex.left = bound;
	ex.last = -1;
	for (int i = 0; i < n; i++)
		ex_begin(i);
	ex_explore();
}

static void ex_report(const char *model, const char *what, int bound)
{
	printf("%s: %s, bound %d: %llu states, %llu ends\n", model, what, bound,
	       (unsigned long long)ex_states, (unsigned long long)ex_ends);
}

/* MODEL NUMBER: play the scenario; status 2: there is none. */
static int ex_main(int argc, char **argv, size_t n, void (*play)(unsigned))
{
	const unsigned number = argc > 1 ? (unsigned)atoi(argv[1]) : 0;

	if (number >= n)
		return 2;
	setvbuf(stdout, NULL, _IOLBF, 0);
	play(number);
	return 0;
}

#endif
