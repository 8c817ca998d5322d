/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Red-black trees of libbsd, with static functions. */
#ifndef PXT_BASE_TREE_H
#define PXT_BASE_TREE_H

#include <bsd/sys/tree.h>

/* RB_GENERATE_STATIC() needs __unused, which libbsd does not define on Linux. */
#define PXT_RB_GENERATE(name, type, field, compare) \
	RB_GENERATE_INTERNAL(name, type, field, compare, \
			     __attribute__((__unused__)) static)

#endif
