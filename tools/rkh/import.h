/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Converts a capture of a stream of RKH for commands that read logs. */
#ifndef POSIXTRACE_TOOLS_RKH_IMPORT_H
#define POSIXTRACE_TOOLS_RKH_IMPORT_H

#include "trace/capture.h"

/* Takes every file that begins with RKH's flag; with what the stream tells of
 * its ids and sizes. */
capture_import rkh_import;

#endif
