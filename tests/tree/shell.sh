#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# No script gives shellcheck anything to say.
#
# usage: shell.sh SOURCE_ROOT
set -eu

if ! command -v shellcheck >/dev/null; then
	echo 'shellcheck is not installed'
	exit 77
fi
cd "$1"
# Not one at a time: what many of them source is read once.
find . -name .git -prune -o -path './build*' -prune -o -type f -exec awk '
	FNR == 1 && /^#!.*[\/ ](ba)?sh$/ { printf "%s%c", FILENAME, 0 }
	{ nextfile }' {} + |
	xargs -0 -r -n 65 -P "$(nproc)" shellcheck -x -P SCRIPTDIR
