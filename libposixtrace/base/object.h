/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What the loader knows of an address, by the C library's tables for unwinders. */
#ifndef PXT_BASE_OBJECT_H
#define PXT_BASE_OBJECT_H

#include <link.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * The object that has it: address, name and program headers are set.  For an
 * address that the calling thread executes.  False: there is none, or the C
 * library has no such tables (glibc before 2.35).  Async-signal-safe: no lock, no
 * system call.
 */
bool pxt_object_at(uintptr_t address, struct dl_phdr_info *info);

#endif
