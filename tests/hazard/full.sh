#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A stepping hazard that leaves out fewer places (way_stride() of step.h).
set -eu
PXT_FULL=1 exec "$1"
