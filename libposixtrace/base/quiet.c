/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The word that every room reads; process/quiet.c stores it. */
#include "base/quiet.h"

_Atomic bool pxt_quiet;
