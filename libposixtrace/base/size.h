/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Sizes as people write them, in options and in the environment.  In any locale. */
#ifndef PXT_BASE_SIZE_H
#define PXT_BASE_SIZE_H

#include <errno.h>
#include <stdint.h>
#include <string.h>

/* Digits at *text, which then points after them.  EINVAL: there are none; ERANGE:
 * the number is too large. */
static inline int pxt_digits_parse(const char **text, uint64_t *value)
{
	const char *c = *text;

	*value = 0;
	if (*c < '0' || *c > '9')
		return EINVAL;
	for (; *c >= '0' && *c <= '9'; c++)
		if (__builtin_mul_overflow(*value, 10, value) ||
		    __builtin_add_overflow(*value, (uint64_t)(*c - '0'), value))
			return ERANGE;
	*text = c;
	return 0;
}

/* "4096", "64K", "4m", "1GiB"; powers of 1024.  EINVAL, ERANGE. */
static inline int pxt_size_parse(const char *text, uint64_t *bytes)
{
	static const char units[] = "KkMmGg";
	const char *unit;
	int err = pxt_digits_parse(&text, bytes);

	if (err || !*text)
		return err;
	unit = strchr(units, *text++);
	if (!unit || (*text && strcmp(text, "iB") != 0))
		return EINVAL;
	for (long n = unit - units; n >= 0; n -= 2)
		if (__builtin_mul_overflow(*bytes, 1024, bytes))
			return ERANGE;
	return 0;
}

#endif
