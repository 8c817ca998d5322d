/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Finding the known word most similar to a misspelled one: the distance of two
 * words is the number of letters to insert, remove, change or swap with their
 * neighbour.
 */
#include "common/tool.h"

#include <limits.h>
#include <string.h>

enum { LONGEST = 31 };		/* letters of a word that are compared */

static int min(int a, int b)
{
	return a < b ? a : b;
}

static int distance(const char *a, const char *b)
{
	int d[LONGEST + 1][LONGEST + 1];
	int n_a = (int)strnlen(a, LONGEST);
	int n_b = (int)strnlen(b, LONGEST);

	for (int i = 0; i <= n_a; i++)
		d[i][0] = i;
	for (int j = 0; j <= n_b; j++)
		d[0][j] = j;
	for (int i = 1; i <= n_a; i++) {
		for (int j = 1; j <= n_b; j++) {
			int change = a[i - 1] != b[j - 1];

			d[i][j] = min(d[i - 1][j - 1] + change,
				      1 + min(d[i - 1][j], d[i][j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1])
				d[i][j] = min(d[i][j], d[i - 2][j - 2] + 1);
		}
	}
	return d[n_a][n_b];
}

/* One wrong letter in three is a slip; more make it another word. */
static bool is_near(int distance, const char *typed, const char *name)
{
	size_t a = strlen(typed), b = strlen(name);

	size_t longer = a > b ? a : b;

	return distance <= 3 && distance < (int)b &&
	       (distance == 1 || (size_t)distance <= longer / 3);
}

const char *tool_nearest(const char *typed, const char *const *names)
{
	const char *nearest = NULL;
	int best = INT_MAX;

	for (; *names; names++) {
		size_t len = strlen(typed);
		/* A prefix of a word counts as one wrong letter. */
		int d = len >= 2 && strncmp(*names, typed, len) == 0
			? 1 : distance(typed, *names);

		if (d < best) {
			best = d;
			nearest = *names;
		}
	}
	return nearest && is_near(best, typed, nearest) ? nearest : NULL;
}
