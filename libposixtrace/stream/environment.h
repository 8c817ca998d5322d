/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The stream that POSIXTRACE in the environment starts: of the process itself,
 * with a log, from its start to its end, without a call of the program.  What
 * goes wrong is told by one line on standard error (base/notice.h); the program
 * continues untraced.
 *
 * It begins in the library's constructor, when no other thread of the program
 * exists, or while the library is being loaded by dlopen().  So its threads must
 * load nothing themselves, and the log is not compressed.
 */
#ifndef PXT_STREAM_ENVIRONMENT_H
#define PXT_STREAM_ENVIRONMENT_H

#include "stream/stream.h"

/* Start it, if it is asked for. */
void pxt_environment_begin(void);

/* At exit that stream, or another one, has ended with this error. */
void pxt_environment_ended(const struct pxt_stream *stream, int err);

#endif
