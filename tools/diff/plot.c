/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Distributions of two traces in one picture; see show.h. */
#include <stdio.h>
#include <stdlib.h>

#include "common/tool.h"
#include "diff/show.h"
#include "stat/curves.h"

enum { GROUPS = 5 };

/* The curve of a side, if it has durations.  False: no memory. */
static bool add_curve(struct curves *curves, const struct matches *matches,
		      const struct match *match, enum side side, unsigned color)
{
	struct curve *curve = &curves->list[curves->n];
	const char *names[2];

	if (match->sides[side].n == 0)
		return true;
	matches_labels(matches, (size_t)(match - matches->list), false,
		       names);
	*curve = (struct curve){
		.spread = &match->sides[side],
		.color = color,
		.is_dashed = side == SIDE_A,
	};
	if (asprintf(&curve->title, "%s%s%s %c", names[0], names[1] ? " " : "",
		     names[1] ? names[1] : "", side == SIDE_A ? 'A' : 'B') < 0)
		return false;
	curves->n++;
	return true;
}

bool show_plot(const char *path, const struct matches *matches, size_t top,
	       const struct read_side sides[SIDES])
{
	const size_t most = top ? top : GROUPS;
	const struct match **sorted = matches_sort(matches);
	struct curves curves = {
		.what = matches->key == BY_EVENT ? "time from one to the next" :
						   "duration",
		.list = calloc(SIDES * matches->n + 1, sizeof(*curves.list)),
	};
	char *title = NULL;
	bool fine = sorted && curves.list &&
		    asprintf(&title, "A: %s, B: %s", sides[SIDE_A].path,
			     sides[SIDE_B].path) >= 0;

	for (size_t i = 0; fine && i < matches->n && i < most; i++)
		fine = add_curve(&curves, matches, sorted[i], SIDE_A,
				 (unsigned)i) &&
		       add_curve(&curves, matches, sorted[i], SIDE_B,
				 (unsigned)i);
	curves.title = title;
	if (fine)
		fine = curves_draw(path, &curves);
	else
		tool_error("%s: out of memory", path);
	for (size_t i = 0; i < curves.n; i++)
		free(curves.list[i].title);
	free(curves.list);
	free(sorted);
	free(title);
	return fine;
}
