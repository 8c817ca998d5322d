/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Shared by the files that check a log, check*.c only. */
#ifndef PXT_LOG_CHECK_FORM_H
#define PXT_LOG_CHECK_FORM_H

#include "log/check.h"
#include "log/front.h"
#include "log/input.h"
#include "log/reader.h"

struct pxt_check {
	struct pxt_input input;
	struct pxt_front *front;	/* everything before the blocks ... */
	size_t size;	/* ... and how much of it is in the file */
	struct pxt_log_reader *log;
	const struct pxt_log_head *head;
	const struct pxt_log_status *status;	/* NULL: none is valid */
	/* bits of types already reported as unnamed */
	unsigned char *unnamed;
};

/* check-front.c: EINVAL, and reported faults, if this cannot be a log.  The
 * front is as read from the file. */
int pxt_check_head(const struct pxt_check *check, struct pxt_finder *finder);
/* The TXTB buffer, status, names and arguments.  Uses the log, head and status.
 * ENOMEM, EIO. */
int pxt_check_front(const struct pxt_check *check, struct pxt_finder *finder);
/*
 * check-index.c: check the index blocks at *end, and advance it to their end;
 * `block` are the `n` blocks of the log by offset.  ENOMEM, EIO.
 */
int pxt_check_index(const struct pxt_check *check,
		    const struct pxt_log_block **block, size_t n,
		    uint64_t *end, struct pxt_finder *finder);

#endif
