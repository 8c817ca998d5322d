/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A library with instrumented functions, which rules.c loads. */
__attribute__((visibility("default"))) void in_plugin(int times);

__attribute__((noinline)) static void hidden_there(void)
{
	__asm__ volatile("" ::: "memory");
}

void in_plugin(int times)
{
	for (int i = 0; i < times; i++)
		hidden_there();
}
