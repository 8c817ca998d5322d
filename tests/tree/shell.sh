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
find . -name .git -prune -o -path './build*' -prune -o -type f -print |
	while IFS= read -r file; do
		head -n 1 "$file" | grep -aqE '^#!.*[/ ](ba)?sh$' || continue
		printf '%s\0' "$file"
	done | xargs -0 -r shellcheck -x -P SCRIPTDIR
