/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Sizes and times, parsed and formatted. */
#include "common/size.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"

#define NS_PER_S INT64_C(1000000000)

bool size_parse(const char *text, size_t *bytes)
{
	uint64_t value;

	if (pxt_size_parse(text, &value) != 0 || value > SIZE_MAX)
		return false;
	*bytes = value;
	return true;
}

/* The decimals, as a count of billionths. */
static bool fraction_parse(const char **text, int64_t *billionths)
{
	int64_t place = NS_PER_S / 10;

	*billionths = 0;
	if (!isdigit((unsigned char)**text))
		return false;
	for (; isdigit((unsigned char)**text); ++*text, place /= 10)
		*billionths += (**text - '0') * place;
	return true;
}

bool time_parse(const char *text, int64_t *ns)
{
	static const struct {
		const char *name;
		int64_t ns;
	} units[] = {
		{ "", NS_PER_S }, { "s", NS_PER_S }, { "ms", 1000000 },
		{ "us", 1000 }, { "ns", 1 }, { "m", 60 * NS_PER_S },
		{ "h", 3600 * NS_PER_S },
	};
	int64_t billionths = 0;
	uint64_t whole;

	text += *text == '+';
	if (*text == '.')
		whole = 0;
	else if (pxt_digits_parse(&text, &whole) != 0)
		return false;
	if (*text == '.') {
		text++;
		if (!fraction_parse(&text, &billionths))
			return false;
	}
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		int64_t unit = units[i].ns;

		if (strcmp(text, units[i].name) != 0)
			continue;
		billionths = unit < NS_PER_S ? billionths * unit / NS_PER_S
					     : billionths * (unit / NS_PER_S);
		return whole <= INT64_MAX &&
		       !__builtin_mul_overflow((int64_t)whole, unit, ns) &&
		       !__builtin_add_overflow(*ns, billionths, ns);
	}
	return false;
}

bool date_parse(const char *text, struct timespec *date)
{
	struct tm tm = { 0 };
	int64_t billionths = 0;

	text = strptime(text, "%Y-%m-%dT%H:%M:%S", &tm);
	if (!text)
		return false;
	if (*text == '.') {
		text++;
		if (!fraction_parse(&text, &billionths))
			return false;
	}
	text += *text == 'Z';
	if (*text)
		return false;
	errno = 0;
	date->tv_sec = timegm(&tm);
	date->tv_nsec = billionths;
	return errno == 0;
}

void size_format(char text[SIZE_TEXT], uint64_t bytes)
{
	static const char *const units[] = { "KiB", "MiB", "GiB", "TiB" };
	double value = (double)bytes / 1024;
	size_t i = 0;

	if (bytes < 1024) {
		snprintf(text, SIZE_TEXT, "%" PRIu64 " bytes", bytes);
		return;
	}
	for (; value >= 1024 && i < 3; i++)
		value /= 1024;
	snprintf(text, SIZE_TEXT, "%.1f %s", value, units[i]);
}

void size_option(char text[SIZE_TEXT], uint64_t bytes)
{
	static const char *const units[] = { "", "K", "M", "G" };
	size_t i = 0;

	for (; bytes >= 1024 && bytes % 1024 == 0 && i < 3; i++)
		bytes /= 1024;
	snprintf(text, SIZE_TEXT, "%" PRIu64 "%s", bytes, units[i]);
}

void time_format(char text[SIZE_TEXT], int64_t ns)
{
	static const char *const units[] = { "us", "ms", "s" };
	double value = (double)ns / 1000;
	size_t i = 0;

	if (ns > -1000 && ns < 1000) {
		snprintf(text, SIZE_TEXT, "%" PRId64 " ns", ns);
		return;
	}
	for (; (value >= 1000 || value <= -1000) && i < 2; i++)
		value /= 1000;
	snprintf(text, SIZE_TEXT, "%.1f %s", value, units[i]);
}
