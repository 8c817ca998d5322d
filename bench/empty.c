/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A program that does nothing, to be linked with a tracer and without.  A
 * linker may leave out a library that nothing refers to (--as-needed is
 * Debian's default), so a linked program refers to one function of it.
 */
#ifdef BENCH_REFERENCE
extern int BENCH_REFERENCE();
int (*volatile bench_reference)() = BENCH_REFERENCE;
#endif

int main(void)
{
	return 0;
}
