#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The cases of hazard-death that kill processes, $PXT_DEATHS times each.
set -eu
for name in target controller both recoverer; do
	begin=$(date +%s)
	"$1" "$name-killed"
	echo "$name: killed $PXT_DEATHS times in $(($(date +%s) - begin)) s"
done
