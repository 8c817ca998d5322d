/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A program that does nothing, to be linked with a tracer and without.  A
 * linker may leave out a library that nothing refers to (--as-needed is
 * Debian's default), so a linked program refers to one function of it.
 */
#ifdef BENCH_REFERENCE
/* Its address only: it is never called, so it is declared as any would do. */
extern void BENCH_REFERENCE(void);
void (*volatile bench_reference)(void) = BENCH_REFERENCE;
#endif

int main(void)
{
	return 0;
}
