/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The longest waits for locks. */
#ifndef POSIXTRACE_TOOLS_STAT_WAITS_H
#define POSIXTRACE_TOOLS_STAT_WAITS_H

#include <stdint.h>
#include <time.h>

#include "common/sheet.h"
#include "stat/who.h"
#include "trace/sysdata.h"

struct wait {
	uint64_t begin_ns;		/* since the first event */
	uint64_t ns;
	int64_t pid, tid;
	enum sysdata_member lock;	/* what `address` is of */
	uint64_t address;
	int64_t holder;			/* tid of who had it; 0: not known */
	uint64_t caller;		/* where it was called */
	struct timespec ended;
	const char *place;		/* the name of the caller; NULL: none */
};

enum { WAITS_MOST = 100 };

struct waits {
	size_t n, most;
	struct wait list[WAITS_MOST];	/* the longest first */
};

/* `top`: at most so many; 0: ten. */
void waits_init(struct waits *waits, size_t top);
void waits_note(struct waits *waits, const struct wait *wait);
void waits_show(const struct waits *waits, struct sheet *sheet, const struct who *who);

#endif
