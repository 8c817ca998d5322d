/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A file of frames as a log, for commands that read logs. */
#ifndef POSIXTRACE_TOOLS_LIVE_IMPORT_H
#define POSIXTRACE_TOOLS_LIVE_IMPORT_H

#include "trace/capture.h"

/* Frames that `live` sent; those of another sender are CAPTURE_OTHER. */
capture_import frames_import;

#endif
