/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * How deep a function is in others, for `record --functions-depth`, and how long it has
 * taken so far, for `--functions-least`.
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
 *
 * How long a function takes is not known when it is entered.  With a least duration
 * the entry is recorded by the first hook on the thread that is called when it has
 * passed, its own exit at the latest; with how late that is.  Those around it were entered
 * before, so that all entries are in their order, and each before its exit.
 */
#include "functions.h"

#include "record.h"

struct entered {
	const void *function;
	uintptr_t place;
	uint64_t ns;			/* if there is a least duration */
};

struct depth {
	struct entered list[PXT_FUNCTIONS_DEEP];
	unsigned n;
	unsigned n_recorded;		/* the first of them; if there is ... */
	unsigned n_deeper;
	struct entered deeper;		/* the first of them */
};

static __thread struct depth depth __attribute__((tls_model("initial-exec")));

/* A handler may push its own between any two of these, and pop them again. */
static void push(const void *function, uintptr_t place, uint64_t ns)
{
	struct entered *entered = &depth.list[depth.n];

	*entered = (struct entered){ function, place, ns };
	atomic_signal_fence(memory_order_seq_cst);
	depth.n++;
	atomic_signal_fence(memory_order_seq_cst);
	*entered = (struct entered){ function, place, ns };
}

static void pop_to(unsigned n)
{
	depth.n = n;
	if (depth.n_recorded > n)
		depth.n_recorded = n;
}

/* Those that have taken long enough by now.  A handler records them meanwhile, or
 * sees that they are. */
static void record_late(uint64_t now, uint64_t least_ns)
{
	while (depth.n_recorded < depth.n &&
	       now - depth.list[depth.n_recorded].ns >= least_ns) {
		const struct entered *one = &depth.list[depth.n_recorded++];
		const struct posixtrace_function function = {
			.late = now - one->ns,
		};

		atomic_signal_fence(memory_order_seq_cst);
		pxt_record(POSIXTRACE_FUNCTION_ENTER, &function,
			   sizeof(function), one->function);
	}
}

bool pxt_function_depth_enter(const void *function, uintptr_t place,
			      const struct pxt_function_rules *rules)
{
	const uint64_t now = rules->least_ns ? pxt_now() : 0;

	while (depth.n && depth.list[depth.n - 1].place <= place) {
		pop_to(depth.n - 1);
		depth.n_deeper = 0;
	}
	if (rules->least_ns)
		record_late(now, rules->least_ns);
	if (depth.n < rules->depth) {
		push(function, place, now);
		return rules->least_ns == 0;
	}
	if (depth.n_deeper && depth.deeper.place <= place)
		depth.n_deeper = 0;
	if (depth.n_deeper++ == 0)
		depth.deeper = (struct entered){ function, place, now };
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

bool pxt_function_depth_leave(const void *function, uintptr_t place,
			      const struct pxt_function_rules *rules)
{
	unsigned i = depth.n;
	bool is_recorded;

	if (depth.n_deeper && !is_last(function, place)) {
		depth.n_deeper--;
		return false;
	}
	depth.n_deeper = 0;
	while (i && depth.list[i - 1].function != function)
		i--;
	if (i == 0)
		return false;
	pop_to(i);
	if (rules->least_ns)
		record_late(pxt_now(), rules->least_ns);
	is_recorded = rules->least_ns == 0 || depth.n_recorded == i;
	pop_to(i - 1);
	return is_recorded;
}
