/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Compiled with -finstrument-functions: functions with names of about as many bytes
 * as tools keep of one, and more, as C++ has.
 */
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

#define NAME_20 a_name_of_20_letters
#define NAME_40 JOIN(NAME_20, NAME_20)
#define NAME_80 JOIN(NAME_40, NAME_40)
#define NAME_160 JOIN(NAME_80, NAME_80)
#define NAME_180 JOIN(NAME_160, NAME_20)
#define NAME_400 JOIN(JOIN(NAME_160, NAME_160), NAME_80)

/* Characters of two bytes, so that a cut at any byte is in the middle of one in one of
 * the two names that have them. */
#define WIDE_20 éééééééééé
#define WIDE_60 JOIN(JOIN(WIDE_20, WIDE_20), WIDE_20)

#define FUNCTIONS(X) \
	X(JOIN(NAME_180, ab)) \
	X(JOIN(NAME_180, abc)) \
	X(JOIN(NAME_180, abcd)) \
	X(JOIN(NAME_180, abcde)) \
	X(JOIN(NAME_400, x)) \
	X(JOIN(NAME_400, y)) \
	X(JOIN(JOIN(NAME_80, NAME_40), JOIN(WIDE_60, WIDE_20))) \
	X(JOIN(JOIN(JOIN(NAME_80, NAME_40), x), JOIN(WIDE_60, WIDE_20)))

#define DEFINE(name) \
	__attribute__((noinline)) static void name(void) \
	{ \
		__asm__ volatile("" ::: "memory"); \
	}
#define CALL(name) name();

FUNCTIONS(DEFINE)

int main(void)
{
	FUNCTIONS(CALL)
	return 0;
}
