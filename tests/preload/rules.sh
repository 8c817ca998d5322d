#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `record --functions-only`, `--functions-not` and `--functions-depth` record what they
# say of rules.c, whose functions are left by jumps, and of a library that it loads.
#
# usage: POSIXTRACE_COMMAND=TOOL PRELOAD_LIB=LIBRARY rules.sh PROGRAM PLUGIN HAS_NAMES
#	[THROWN]
set -eu

program=$(realpath "$1") plugin=$(realpath "$2") has_names=$3
thrown=${4:+$(realpath "$4")}
# shellcheck source=tests/preload/functions-begin.sh disable=SC1091
. "$(dirname "$0")/functions-begin.sh"

# expect ENTRIES OPTION...
expect() {
	want=$1
	shift
	"$tool" record --functions -o log "$@" -- "$program" "$plugin" 2>said ||
		fail "record $*"
	grep -q 'lost 0' said || fail 'events are lost'
	"$tool" report -q --json -e @function log >out
	n=$(grep -c function_enter out || :)
	[ "$n" -eq "$want" ] || fail "$* records $n entries, not $want"
}

# exits N
exits() {
	n=$(grep -c function_exit out || :)
	[ "$n" -eq "$1" ] || fail "$n exits, not $1"
}

# By names: those of static functions, of a library, patterns.
expect 200 --functions-only=leaf
exits 200
expect 202 --functions-only='l?a*'
expect 202 --functions-only=leaf --functions-only=in_plugin
exits 202
expect 200 --functions-only=hidden_there
exits 200
expect 0 --functions-only=leaf --functions-not='le*'
expect 0 --functions-only=nothing
! grep -q 'compiled with' said || fail 'a wrong advice'
# Patterns that fit nothing are told, each once.
expect 200 --functions-only=leaf --functions-only='no thing' --functions-only='l*f' \
	--functions-not='none_*' --functions-not=in_plugin
for unused in --functions-only='no thing' --functions-not='none_*'; do
	grep -Fqx "posixtrace: $unused: no function of $(basename "$program") has such a name" \
		said || fail "no word of $unused"
done
[ "$(grep -c 'has such a name' said)" -eq 2 ] || fail 'patterns that fit are told'
# All: main, 2 load, 2 in_plugin, 200 hidden_there, 200 leaf, 100 turn, 100 on_signal,
# 501 deep, 442 jump_down.
expect 1548 --functions-not=nothing
expect 1047 --functions-not='d*p'
# By depth.  What a jump has left is not deeper than it was before: each turn has all.
# The handlers are on a stack of their own, and have no depth.
expect 201 --functions-depth=1
exits 201
expect 304 --functions-depth=2
exits 304
expect 507 --functions-depth=3
exits 407
expect 1 --functions-depth=1 --functions-only=deep
exits 1
expect 31 --functions-depth=31 --functions-only=deep
exits 31

if [ "$has_names" = yes ] && [ "$thrown" ]; then
	"$tool" record -q --functions --functions-only='held::*' -o log -- "$thrown"
	"$tool" stat --functions log | awk '$3 ~ /^[0-9]+$/ || $2 ~ /^[0-9]+$/ {
		print $1, $2 }' | sort >out
	[ "$(wc -l <out)" -eq 2 ] || fail 'C++'
	grep -qx 'held::~held() 4000' out || fail 'C++'
fi

for wrong in --functions-depth=0 --functions-depth=32 --functions-depth=x \
	--functions-only= "--functions-not=a
b"; do
	status=0
	"$tool" record --functions -o log "$wrong" -- true 2>said || status=$?
	[ $status -eq 2 ] || fail "status $status of $wrong"
done
status=0
"$tool" record -o log --functions-depth=1 -- true 2>said || status=$?
[ $status -eq 2 ] || fail 'without --functions'

# Of a recorder below another one the rules are those of both, which it says.
for outer in '--functions-only=leaf' ''; do
	# shellcheck disable=SC2086
	"$tool" record -q --functions $outer -o outer -- "$tool" record --functions \
		--functions-only=leaf -o log -- "$program" "$plugin" 2>said ||
		fail 'one below another'
	told=$(grep -c -- '--functions: this runs below another recorder, ' said || :)
	[ "$told" -eq $((${#outer} == 0)) ] || fail "one below another, '$outer': $told"
	for log in outer log; do
		"$tool" report -q --json -e function_enter "$log" >out
		[ "$(wc -l <out)" -eq 200 ] || fail "one below another: $log"
	done
done
