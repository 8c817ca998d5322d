/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Converts a file of frames to a log, for commands that read logs. */
#ifndef POSIXTRACE_TOOLS_LIVE_IMPORT_H
#define POSIXTRACE_TOOLS_LIVE_IMPORT_H

#include "trace/capture.h"

/* Frames sent by `live`; those of another sender are CAPTURE_OTHER. */
capture_import frames_import;

#endif
