/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * See no-counter.h.  If the counter were really forbidden (PR_SET_TSC),
 * clock_gettime() of the vDSO, which reads it, would kill the process.
 * Therefore this prctl(), which replaces the one of libc, returns that answer
 * when the library asks with PR_GET_TSC (base/clock.c).
 */
#include "no-counter.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_bool hidden, asked;

void hide_counter(void)
{
	hidden = true;
	asked = false;
}

bool counter_was_hidden(void)
{
	return hidden && asked;
}

__attribute__((visibility("default")))
int prctl(int option, ...)
{
	unsigned long a[4];
	va_list args;

	va_start(args, option);
	for (int i = 0; i < 4; i++)
		a[i] = va_arg(args, unsigned long);
	va_end(args);
	if (option == PR_GET_TSC && hidden) {
		*(int *)a[0] = PR_TSC_SIGSEGV;
		asked = true;
		return 0;
	}
	return (int)syscall(SYS_prctl, option, a[0], a[1], a[2], a[3]);
}
