/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reports what is wrong with a file, with the offset of each fault. */
#ifndef PXT_LOG_FINDING_H
#define PXT_LOG_FINDING_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Called for each finding, with its offset in the file.  `is_fault`: something
 * is missing or wrong; else it is only remarkable.
 */
typedef void pxt_found(void *context, uint64_t offset, bool is_fault,
		       const char *text);

struct pxt_finder {
	pxt_found *found;
	void *context;
	uint64_t n_faults;
};

void pxt_fault(struct pxt_finder *finder, uint64_t offset, const char *format,
	       ...) __attribute__((format(printf, 3, 4)));
void pxt_remark(struct pxt_finder *finder, uint64_t offset,
		const char *format, ...) __attribute__((format(printf, 3, 4)));

/*
 * For findings of which a file may have thousands: true for the first few,
 * which are to be reported; the others are counted.
 */
struct pxt_flood {
	uint64_t n;
	uint64_t last;			/* offset */
};

bool pxt_flood_lets(struct pxt_flood *flood, uint64_t offset);
/* Report how many more there were, if any, as one fault or remark. */
void pxt_flood_end(const struct pxt_flood *flood, struct pxt_finder *finder,
		   bool is_fault, const char *what);

#endif
