/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The constants of a group are integer constant expressions.  Before it includes this
 * file, a program defines CT_CONSTANTS(use) as use(0, NAME) use(1, NAME) ...
 */
#ifndef CONFCONST_H
#define CONFCONST_H

#include "conftest.h"

#define CT_ENUMERATE(i, name)	CT_CONST_##i = name,
#define CT_LIST(i, name)	name,
#define CT_CASE(i, name) \
	case CT_CONST_##i: \
		if (k != i) \
			FAIL("expected constant %d at case " #i, k); \
		break;

enum { CT_CONSTANTS(CT_ENUMERATE) };

/* Returns their number. */
static inline int ct_must_be_constants(void)
{
	static const int values[] = { CT_CONSTANTS(CT_LIST) };
	int k, n = (int)(sizeof(values) / sizeof(values[0]));

	for (k = 0; k < n; k++)
		switch (values[k]) {
		CT_CONSTANTS(CT_CASE)
		default:
			FAIL("constant %d is not what it was in the enumeration", k);
		}
	return n;
}

#endif
