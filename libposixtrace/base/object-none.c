/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* For a C library without such tables; see object.h. */
#include "base/object.h"

bool pxt_object_at(uintptr_t address, struct dl_phdr_info *info)
{
	(void)address;
	(void)info;
	return false;
}
