/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Prints what the hooks of its library (own-hooks.c) have counted. */
#include <stdio.h>

int count_entries(void);

static __attribute__((noinline)) void called(void)
{
	__asm__ volatile("" ::: "memory");
}

int main(void)
{
	called();
	printf("%d\n", count_entries());
	return 0;
}
