/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Code that traces must not be unloaded: threads call it when they end. */
#ifndef PXT_BASE_PIN_H
#define PXT_BASE_PIN_H

/*
 * Make dlclose() leave the shared object that this code is in, and what it
 * needs, where they are.  The shared library is linked so, and does nothing
 * here, since dlopen() allocates memory; this is for a plug-in that the static
 * library is linked into.
 */
void pxt_pin(void);

#endif
