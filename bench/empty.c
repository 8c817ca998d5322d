/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A program that does nothing, to be linked with a tracer and without.  A
 * linker may omit a library that is not referenced (--as-needed is Debian's
 * default), so the linked program refers to one of its functions.
 */
#ifdef BENCH_REFERENCE
/* Only its address is used, so any declaration will do. */
extern void BENCH_REFERENCE(void);
void (*volatile bench_reference)(void) = BENCH_REFERENCE;
#endif

int main(void)
{
	return 0;
}
