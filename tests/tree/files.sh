#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# What holds of every file: none is longer than 600 lines, no function of C than
# 77, each source has its licence at the top, none names a path of a machine, none
# has a note of unfinished work.
#
# usage: files.sh SOURCE_ROOT
set -eu

cd "$1"
list=$(mktemp)
trap 'rm -f "$list"' EXIT

# What git knows or would add; in a tarball everything but build folders.
git -c safe.directory='*' ls-files --cached --others --exclude-standard \
	>"$list" 2>/dev/null || : >"$list"
if ! [ -s "$list" ]; then
	find . -name .git -prune -o -path './build*' -prune -o -type f -print |
		sed 's:^\./::' >"$list"
fi
if [ "$(wc -l <"$list")" -lt 20 ]; then
	echo 'found hardly any files' >&2
	exit 1
fi

# Only text has lines and notes: grep -I takes binary files for empty.
# The patterns are written so that they do not match themselves.
tr '\n' '\0' <"$list" | xargs -0 grep -slI . | tr '\n' '\0' |
	xargs -0 awk '
	function complain(what) {
		print FILENAME ":" FNR ": " what
		bad = 1
	}
	function check_last() {
		if (last == "")
			return
		if (lines > 600) {
			print last ": " lines " lines"
			bad = 1
		}
		if (tags < 2 && last !~ /(^|\/)COPYING$|\.md$|^LICENSES\/|^packaging\/debian\//) {
			print last ": no SPDX lines in lines 1 to 5"
			bad = 1
		}
	}
	FNR == 1 {
		check_last()
		last = FILENAME
		tags = body = 0
	}
	{ lines = FNR }
	# The body of a function is between braces in the first column.
	/^\{/ && FILENAME ~ /\.[ch]$/ { body = FNR }
	/^}/ && FILENAME ~ /\.[ch]$/ {
		if (body && FNR - body > 75)
			complain("a function of " FNR - body + 2 " lines")
		body = 0
	}
	# REUSE-IgnoreStart: these are no lines of this file.
	FNR <= 5 && /SPDX-FileCopyrightText: 2026 The libposixtrace authors/ {
		tags++
	}
	FNR <= 5 && /SPDX-License-Identifier: MIT/ {
		tags++
	}
	# REUSE-IgnoreEnd
	# A name made by mkstemp() or mktemp is no place on a machine.
	/\/(wor[k]|hom[e]|roo[t]|tm[p])\/[A-Za-z0-9_]/ && !/[X]XXXXX/ {
		complain("names a path of a machine")
	}
	/(^|[^A-Za-z0-9_])(TO[D]O|FIX[M]E|X[X]X)([^A-Za-z0-9_]|$)/ {
		complain("leaves something undone")
	}
	END {
		check_last()
		exit bad
	}' >&2
