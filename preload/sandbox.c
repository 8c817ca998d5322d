/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Sandboxes that kill a process that reads the processor's counter, as
 * recording an event does: strict seccomp, and PR_SET_TSC.  A process that
 * enters one is not recorded any more, in none of its threads.
 */
#include "real.h"

#include "record.h"

#include <linux/seccomp.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/* Its arguments, however many there are, go where they came from. */
long pxt_syscall(long number, long a, long b, long c, long d, long e, long f)
	__asm__("syscall") PXT_INTERPOSE;

static const char strict[] = "it enters strict seccomp mode";
static const char no_counter[] = "it has the counter forbidden by PR_SET_TSC";

/* Why recording has to end before this call; NULL: it has not. */
static const char *why_prctl(int option, unsigned long argument)
{
	if (option == PR_SET_SECCOMP && argument == SECCOMP_MODE_STRICT)
		return strict;
	if (option == PR_SET_TSC && argument == PR_TSC_SIGSEGV)
		return no_counter;
	return NULL;
}

static const char *why_syscall(long number, long a, long b, long c)
{
	if (number == SYS_prctl)
		return why_prctl((int)a, (unsigned long)b);
	/* With flags or a filter it is refused. */
	if (number == SYS_seccomp && a == SECCOMP_SET_MODE_STRICT &&
	    b == 0 && c == 0)
		return strict;
	return NULL;
}

PXT_INTERPOSE int prctl(int option, ...)
{
	const void *caller = CALLER;
	unsigned long argument[4];
	const char *why;
	bool stopped;
	va_list args;
	int result;

	va_start(args, option);
	for (int i = 0; i < 4; i++)
		argument[i] = va_arg(args, unsigned long);
	va_end(args);

	why = why_prctl(option, argument[0]);
	stopped = why != NULL && pxt_stop(why, caller);
	result = REAL(prctl)(option, argument[0], argument[1], argument[2],
			     argument[3]);
	if (stopped && result != 0)
		pxt_resume();
	return result;
}

long pxt_syscall(long number, long a, long b, long c, long d, long e, long f)
{
	const char *why = why_syscall(number, a, b, c);
	bool stopped;
	long result;

	if (__builtin_expect(why == NULL, 1))
		return REAL(syscall)(number, a, b, c, d, e, f);
	stopped = pxt_stop(why, CALLER);
	result = REAL(syscall)(number, a, b, c, d, e, f);
	if (stopped && result != 0)
		pxt_resume();
	return result;
}
