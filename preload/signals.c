/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Signals: a handler of the program is called through a trampoline here,
 * which records the signal and then calls the handler.
 *
 * Which handler that is follows from which trampoline the kernel calls:
 * there are several hundred of them, and each, once in use, stands for one
 * handler and keeps to it.  So the kernel's own table of actions stays the
 * only truth: it goes from one action to another in one step, in every
 * thread at once; a one-shot action resets itself; fork() copies and exec
 * forgets it; and a vfork child that changes its actions does not change
 * its parent's, although it shares this memory.  Reading an action back
 * only needs the trampoline's number.
 *
 * SIG_DFL and SIG_IGN are not touched.  A program with more handlers than
 * there are slots gets the surplus installed directly, not recorded.
 */
#include "real.h"

#include "record.h"

#include <ucontext.h>

typedef void (*handler_function)(int, siginfo_t *, void *);

/*
 * What a trampoline knows of the action besides the handler.  The kernel
 * fills in siginfo only under SA_SIGINFO; PLAIN adds that flag and takes it
 * away again when the action is read back.  BARE leaves the flags alone,
 * for where they cannot be changed (signal()) or would be left standing
 * after the kernel took the handler away (SA_RESETHAND).
 */
enum kind {
	BARE,		/* handler(sig), no siginfo */
	PLAIN,		/* handler(sig), siginfo for the record */
	SIGINFO,	/* handler(sig, info, context) */
	N_KINDS
};

enum { N_SLOTS = 64 };

static _Atomic(handler_function) handlers[N_SLOTS];

static void record_signal(enum kind kind, int sig, const siginfo_t *info,
			  handler_function handler)
{
	struct posixtrace_signal signal = { .signal = sig };

	if (kind != BARE) {
		signal.code = info->si_code;
		if (sig == SIGCHLD || info->si_code == SI_USER ||
		    info->si_code == SI_QUEUE || info->si_code == SI_TKILL ||
		    info->si_code == SI_MESGQ)
			signal.sender = info->si_pid;
	}
	pxt_record(POSIXTRACE_SIGNAL, &signal, sizeof(signal),
		   (void *)(uintptr_t)handler);
}

/*
 * The context has the alternate stack.  On x86-64 the kernel passes it to
 * handlers of one argument, too.
 */
static bool has_context(enum kind kind)
{
#if defined(__x86_64__)
	(void)kind;
	return true;
#else
	return kind != BARE;
#endif
}

static void note_stack(enum kind kind, const void *context)
{
	const ucontext_t *interrupted = context;
	stack_t stack;

	if (has_context(kind))
		stack = interrupted->uc_stack;
	else if (!pxt_may_call() || sigaltstack(NULL, &stack) != 0)
		return;
	if ((uintptr_t)__builtin_frame_address(0) - (uintptr_t)stack.ss_sp <
	    stack.ss_size)
		pxt_alternate = (struct pxt_stack){ (uintptr_t)stack.ss_sp,
						    stack.ss_size };
}

/*
 * Calls of the program's handler are recorded also if it interrupts the recording
 * of another call, which continues afterwards.  If the handler does not return
 * but jumps, the interrupted recording has ended, too, and pxt_busy stays 0.
 */
static PXT_CALLS_PROGRAM
void deliver(unsigned number, int sig, siginfo_t *info, void *context)
{
	handler_function handler =
		atomic_load_explicit(&handlers[number / N_KINDS],
				     memory_order_relaxed);
	int interrupted = pxt_busy;

	pxt_busy = 0;
	if (posixtrace_is_traced())
		note_stack((enum kind)(number % N_KINDS), context);
	if (pxt_recording(NULL) && !pxt_shares_memory())
		record_signal((enum kind)(number % N_KINDS), sig, info,
			      handler);
	/* A handler of one argument does not look at the others. */
	handler(sig, info, context);
	pxt_busy = interrupted;
}

/* The trampolines 00 to bf: N_SLOTS times N_KINDS. */
#define ROW(x)								\
	NUMBER(x##0) NUMBER(x##1) NUMBER(x##2) NUMBER(x##3)		\
	NUMBER(x##4) NUMBER(x##5) NUMBER(x##6) NUMBER(x##7)		\
	NUMBER(x##8) NUMBER(x##9) NUMBER(x##a) NUMBER(x##b)		\
	NUMBER(x##c) NUMBER(x##d) NUMBER(x##e) NUMBER(x##f)
#define NUMBERS								\
	ROW(0) ROW(1) ROW(2) ROW(3) ROW(4) ROW(5)			\
	ROW(6) ROW(7) ROW(8) ROW(9) ROW(a) ROW(b)

#define NUMBER(x)							\
static void trampoline_##x(int sig, siginfo_t *info, void *context)	\
{									\
	deliver(0x##x, sig, info, context);				\
}
NUMBERS
#undef NUMBER

#define NUMBER(x) trampoline_##x,
static const handler_function trampolines[] = { NUMBERS };
#undef NUMBER

_Static_assert(sizeof(trampolines) / sizeof(trampolines[0]) ==
	       (size_t)N_SLOTS * N_KINDS, "a trampoline for each");

static int trampoline_number(handler_function function)
{
	for (int i = 0; i < N_SLOTS * N_KINDS; i++)
		if (trampolines[i] == function)
			return i;
	return -1;
}

/* The slot of a handler, taken for good at its first use; -1 if full. */
static int slot_of(handler_function handler)
{
	for (int i = 0; i < N_SLOTS; i++) {
		handler_function found = NULL;

		if (atomic_compare_exchange_strong(&handlers[i], &found,
						   handler) ||
		    found == handler)
			return i;
	}
	return -1;
}

static bool is_handler(__sighandler_t handler)
{
	return handler != SIG_DFL && handler != SIG_IGN &&
	       handler != SIG_ERR && handler != SIG_HOLD &&
	       trampoline_number((handler_function)(pxt_function)handler) < 0;
}

/* The trampoline for a handler, or the handler if there is none left. */
static handler_function through(handler_function handler, enum kind kind)
{
	int slot = slot_of(handler);

	return slot < 0 ? handler : trampolines[slot * N_KINDS + (int)kind];
}

static void to_trampoline(struct sigaction *act)
{
	enum kind kind = PLAIN;

	if (!is_handler(act->sa_handler))
		return;
	if (act->sa_flags & SA_SIGINFO)
		kind = SIGINFO;
	else if (act->sa_flags & SA_RESETHAND)
		kind = BARE;

	handler_function function = through(act->sa_sigaction, kind);

	if (kind == PLAIN && function != act->sa_sigaction)
		act->sa_flags |= SA_SIGINFO;
	act->sa_sigaction = function;
}

static void from_trampoline(struct sigaction *act)
{
	int number = trampoline_number(act->sa_sigaction);

	if (number < 0)
		return;
	if (number % N_KINDS == PLAIN)
		act->sa_flags &= ~SA_SIGINFO;
	act->sa_sigaction = atomic_load_explicit(&handlers[number / N_KINDS],
						 memory_order_relaxed);
}

PXT_INTERPOSE int sigaction(int sig, const struct sigaction *act,
			    struct sigaction *old)
{
	struct sigaction ours;
	int result;

	if (act != NULL) {
		ours = *act;
		to_trampoline(&ours);
		act = &ours;
	}
	result = REAL(sigaction)(sig, act, old);
	if (result == 0 && old != NULL)
		from_trampoline(old);
	return result;
}

static __sighandler_t simple_to_trampoline(__sighandler_t handler)
{
	if (!is_handler(handler))
		return handler;
	return (__sighandler_t)(pxt_function)
		through((handler_function)(pxt_function)handler, BARE);
}

static __sighandler_t simple_from_trampoline(__sighandler_t handler)
{
	struct sigaction act = { .sa_handler = handler };

	from_trampoline(&act);
	return act.sa_handler;
}

/* In the signal() family libc chooses flags and mask: they are left to it. */
#define SIGNAL(name)							\
PXT_INTERPOSE __sighandler_t name(int sig, __sighandler_t handler)	\
{									\
	return simple_from_trampoline(					\
		REAL(name)(sig, simple_to_trampoline(handler)));	\
}

SIGNAL(signal)
SIGNAL(ssignal)
SIGNAL(bsd_signal)
SIGNAL(sysv_signal)
SIGNAL(__sysv_signal)
/* Old programs still call it. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
SIGNAL(sigset)
