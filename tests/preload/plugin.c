/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A library for libraries.c, which lies where only that program looks. */
__attribute__((visibility("default"))) int answer(void);
int answer(void)
{
	return 42;
}
