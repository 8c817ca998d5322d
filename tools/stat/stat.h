/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* posixtrace stat: the parts of it. */
#ifndef POSIXTRACE_TOOLS_STAT_STAT_H
#define POSIXTRACE_TOOLS_STAT_STAT_H

#include "common/sheet.h"
#include "trace/reader.h"

/* Each reports failures, and returns the exit status. */
int stat_show_dump(struct sheet *sheet, struct reader *reader);
int stat_show_log(struct sheet *sheet, struct reader *reader);

#endif
