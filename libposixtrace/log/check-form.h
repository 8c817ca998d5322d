/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What the parts of checking a log share; for check*.c only. */
#ifndef PXT_LOG_CHECK_FORM_H
#define PXT_LOG_CHECK_FORM_H

#include "log/check.h"
#include "log/front.h"
#include "log/input.h"
#include "log/reader.h"

struct pxt_check {
	struct pxt_input input;
	struct pxt_front *front;	/* what is in front of the blocks ... */
	size_t size;			/* ... as far as the file goes */
	struct pxt_log_reader *log;
	const struct pxt_log_head *head;
	const struct pxt_log_status *status;	/* NULL: none is whole */
	/* bits of types already reported to lack a name */
	unsigned char *unnamed;
};

/* check-front.c: EINVAL, and faults that say why, if this can be no log.  The
 * front is as it was read. */
int pxt_check_head(const struct pxt_check *check, struct pxt_finder *finder);
/* The TXTB buffer, status and names; log, head and status are there. */
void pxt_check_front(const struct pxt_check *check, struct pxt_finder *finder);
/*
 * check-index.c: index blocks that stand at *end, which moves behind them;
 * `block` are the `n` blocks of the log by their offsets.  ENOMEM, EIO.
 */
int pxt_check_index(const struct pxt_check *check,
		    const struct pxt_log_block **block, size_t n,
		    uint64_t *end, struct pxt_finder *finder);

#endif
