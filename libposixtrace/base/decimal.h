/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Decimal numbers without stdio, which a trace point and a signal handler must
 * not use. */
#ifndef PXT_BASE_DECIMAL_H
#define PXT_BASE_DECIMAL_H

#include <stdint.h>

enum { PXT_DECIMAL_SIZE = 21 };		/* with a NUL */

/* Write `n` and a NUL; returns where the NUL is. */
static inline char *pxt_put_decimal(char *at, uint64_t n)
{
	char digits[PXT_DECIMAL_SIZE];
	unsigned i = 0;

	do
		digits[i++] = (char)('0' + n % 10);
	while (n /= 10);
	while (i)
		*at++ = digits[--i];
	*at = '\0';
	return at;
}

#endif
