/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * How deep a function is in others, for `record --functions-depth`.
 *
 * A thread keeps the functions that it records at the moment, with where on the stack
 * their hooks were called; of deeper ones only the number and the first.  A
 * function that longjmp() has left does not come back: it is recognised when one
 * is entered whose place is not below its own.  One with a larger frame may
 * be before, and counts as deeper then than it is, until its caller returns.
 *
 * Each hook is called in its function, or instead of the function's return, with the
 * place of the caller's call then.  So the place of an exit is that of the entry, or above
 * it and not above that of the caller's entry.
 */
#include "functions.h"

#include <stdatomic.h>

struct entered {
	const void *function;
	uintptr_t place;
};

struct depth {
	struct entered list[PXT_FUNCTIONS_DEEP];
	unsigned n;
	unsigned n_deeper;
	struct entered deeper;		/* the first of them */
};

static __thread struct depth depth __attribute__((tls_model("initial-exec")));

/* A handler may push its own between any two of these, and pop them again. */
static void push(const void *function, uintptr_t place)
{
	struct entered *entered = &depth.list[depth.n];

	*entered = (struct entered){ function, place };
	atomic_signal_fence(memory_order_seq_cst);
	depth.n++;
	atomic_signal_fence(memory_order_seq_cst);
	*entered = (struct entered){ function, place };
}

bool pxt_function_depth_enter(const void *function, uintptr_t place, unsigned most)
{
	while (depth.n && depth.list[depth.n - 1].place <= place) {
		depth.n--;
		depth.n_deeper = 0;
	}
	if (depth.n < most) {
		push(function, place);
		return true;
	}
	if (depth.n_deeper && depth.deeper.place <= place)
		depth.n_deeper = 0;
	if (depth.n_deeper++ == 0)
		depth.deeper = (struct entered){ function, place };
	return false;
}

/* Deeper ones are counted: is it all the same the last one of the list that is left,
 * since longjmp() has left them? */
static bool is_last(const void *function, uintptr_t place)
{
	const struct entered *last = &depth.list[depth.n ? depth.n - 1 : 0];

	if (depth.n == 0 || last->function != function || last->place > place)
		return false;
	return last->place < place || depth.n_deeper > 1 ||
	       depth.deeper.function != function;
}

bool pxt_function_depth_leave(const void *function, uintptr_t place)
{
	unsigned i = depth.n;

	if (depth.n_deeper && !is_last(function, place)) {
		depth.n_deeper--;
		return false;
	}
	depth.n_deeper = 0;
	while (i && depth.list[i - 1].function != function)
		i--;
	if (i == 0)
		return false;
	depth.n = i - 1;
	return true;
}
