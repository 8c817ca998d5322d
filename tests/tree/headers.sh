#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Each public header compiles alone, in every language a program that
# includes it may be written in, with every compiler that is there.
#
# usage: headers.sh SOURCE_ROOT
set -eu

root=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
status=0 runs=0

# check COMPILER LANGUAGE FLAG...: include each header, twice.
check() {
	compiler=$1 language=$2
	shift 2
	command -v "$compiler" >/dev/null || return 0
	for header in trace.h posixtrace.h posixtrace-rkh.h; do
		printf '#include <%s>\n#include <%s>\ntrace_attr_t attr;\n' \
			"$header" "$header" >"$dir/alone.$language"
		runs=$((runs + 1))
		"$compiler" "$@" -Wall -Wextra -Werror -fsyntax-only \
			-I"$root/include" "$dir/alone.$language" || {
			echo "$header fails with $compiler $*" >&2
			status=1
		}
	done
}

for cc in gcc clang; do
	check $cc c -std=c89 -pedantic -D_POSIX_C_SOURCE=200809L
	check $cc c -std=c99 -pedantic -D_POSIX_C_SOURCE=200809L
	check $cc c -std=c99 -pedantic -D_XOPEN_SOURCE=700
	check $cc c -std=c11 -pedantic -D_POSIX_C_SOURCE=200809L
	check $cc c -std=gnu11 -pedantic
	check $cc c -std=c2x -pedantic -D_POSIX_C_SOURCE=200809L
	check $cc c -std=gnu11 -pedantic -fvisibility=hidden -D_GNU_SOURCE
done
for cxx in g++ clang++; do
	check $cxx cc -std=c++98 -pedantic
	check $cxx cc -std=c++17 -pedantic
	check $cxx cc -std=gnu++20
done

echo "$runs compilations"
[ $runs -gt 0 ] || status=77
exit $status
