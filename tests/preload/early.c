/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Calls made before the preload library is initialised; see vain.c. */
#include "check.h"

int vain_messages(void);

int main(void)
{
	CHECK(vain_messages() == 2);
	printf("early\n");
	return 0;
}
