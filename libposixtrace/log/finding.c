/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reports what is wrong with a file; see finding.h. */
#include "log/finding.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum { TEXT = 256, SHOWN = 8 };

void pxt_fault(struct pxt_finder *finder, uint64_t offset, const char *format,
	       ...)
{
	char text[TEXT];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	finder->n_faults++;
	finder->found(finder->context, offset, true, text);
}

void pxt_remark(struct pxt_finder *finder, uint64_t offset, const char *format,
		...)
{
	char text[TEXT];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	finder->found(finder->context, offset, false, text);
}

bool pxt_flood_lets(struct pxt_flood *flood, uint64_t offset)
{
	flood->last = offset;
	return flood->n++ < SHOWN;
}

void pxt_flood_end(const struct pxt_flood *flood, struct pxt_finder *finder,
		   bool is_fault, const char *what)
{
	uint64_t more = flood->n > SHOWN ? flood->n - SHOWN : 0;

	if (!more)
		return;
	if (is_fault)
		pxt_fault(finder, flood->last, "%s: %" PRIu64
			  " more, this is the last one", what, more);
	else
		pxt_remark(finder, flood->last, "%s: %" PRIu64
			   " more, this is the last one", what, more);
}
