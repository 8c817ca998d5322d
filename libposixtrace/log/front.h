/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The bytes of a log before types and blocks, as one struct. */
#ifndef PXT_LOG_FRONT_H
#define PXT_LOG_FRONT_H

#include <assert.h>

#include "log/txtb.h"
#include "model/logform.h"

struct pxt_front {
	struct pxt_txtb_header txtb;
	struct pxt_txtb_slot registry[PXT_TXTB_SLOTS];
	struct pxt_txtb_entry window[PXT_TXTB_ENTRIES];
	union {
		struct pxt_log_head head;
		unsigned char page[PXT_LOG_STATUS - PXT_LOG_HEAD];
	};
	union {
		struct pxt_log_status status;	/* 0 and 1 */
		struct pxt_log_pointer pointer;	/* 2 to 5 */
		unsigned char bytes[PXT_LOG_STATUS_SLOT];
	} slots[(PXT_LOG_NAMES - PXT_LOG_STATUS) / PXT_LOG_STATUS_SLOT];
	struct pxt_log_name names[PXT_ID_SPACE];
};

static_assert(offsetof(struct pxt_front, head) == PXT_LOG_HEAD &&
	      offsetof(struct pxt_front, slots) == PXT_LOG_STATUS &&
	      offsetof(struct pxt_front, slots[2]) == PXT_LOG_POINTER &&
	      offsetof(struct pxt_front, slots[4]) == PXT_LOG_IMAGES &&
	      offsetof(struct pxt_front, names) == PXT_LOG_NAMES &&
	      sizeof(struct pxt_front) == PXT_LOG_TYPES, "as logform.h says");

#endif
