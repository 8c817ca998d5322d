/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* In the shared library, which is linked with -z nodelete; see pin.h. */
#include "base/pin.h"

void pxt_pin(void)
{
}
