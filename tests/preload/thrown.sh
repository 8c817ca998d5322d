#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `record --functions`: a function that an exception leaves has its exit, in every thread
# (thrown.cc), and what is called after that is in the caller's slice.
#
# usage: POSIXTRACE_COMMAND=TOOL PRELOAD_LIB=LIBRARY thrown.sh PROGRAM HAS_NAMES
set -eu

program=$(realpath "$1") has_names=$2
# shellcheck source=tests/preload/functions-begin.sh disable=SC1091
. "$(dirname "$0")/functions-begin.sh"

"$tool" record --functions -o log -- "$program" >out 2>said || fail 'record'
grep -q 'lost 0' said || fail 'events are lost'

# main(), and in each of 4 threads in_thread(), ends_thread() and a thousand times seven:
# five functions, a constructor and a destructor.
"$tool" report -q --json -e @function log >all
[ "$(grep -c function_enter all)" -eq 28009 ] || fail 'entries'
[ "$(grep -c function_exit all)" -eq 28009 ] || fail 'exits'
[ "$has_names" = yes ] || exit 0

cat >want <<'END'
catches 4000
cleans 4000
ends_thread 4
in_thread 4
main 1
passes 4000
rethrows 4000
throws 4000
END
"$tool" stat --functions log 2>said |
	awk '$2 ~ /^[0-9]+$/ && $1 !~ /^held/ { print $1, $2 }' | sort >out
diff -u want out || fail 'stat'
# Each is nested in its caller: none is longer than that.
"$tool" query -q --csv --no-header log "SELECT count(*) FROM slices AS inner
	JOIN slices AS outer ON inner.tid = outer.tid AND
		inner.name = 'throws' AND outer.name = 'catches' AND
		inner.begin_ns >= outer.begin_ns AND inner.end_ns <= outer.end_ns" \
	2>said | tr -d '\r' >out || :
[ ! -s out ] || [ "$(cat out)" -eq 4000 ] || fail 'nesting'
