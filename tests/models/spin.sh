#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Have Spin go through every state of run.pml, and through those of variants
# that lack one thing: there an assertion has to fail.  Without spin, status 77.
#
# usage: spin.sh [--quick]
#
#   --quick	bounds that take some seconds; what is compiled for each takes
#		longer then, and is not optimised
set -eu

model=$(cd "$(dirname "$0")" && pwd)/run.pml
if ! command -v spin >/dev/null; then
	echo 'spin: skipped, not installed' >&2
	exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
right=0 wrong=0 optimise=-O1
[ "${1:-}" != --quick ] || optimise=-O0

# check OPTION...: the output of Spin is in the file `said`.
check() {
	rm -f pan*
	spin -a "$@" "$model" >said && ${CC:-cc} -w "$optimise" -DSAFETY -DCOLLAPSE -o pan pan.c &&
		./pan -m100000 >said
}

result() {
	if [ "$1" = "$2" ]; then
		right=$((right + 1))
	else
		wrong=$((wrong + 1))
		echo "spin: $3: $1, not $2"
		cat said
	fi
}

# holds WRITERS EVENTS CALLS: for streams that end when they are full, and for
# those that do not.
holds() {
	for policy in -DUNTIL_FULL -UUNTIL_FULL; do
		check "-DWRITERS=$1" "-DEVENTS=$2" "-DCALLS=$3" "$policy" || :
		found=trouble
		if grep -q 'errors: 0' said &&
		   ! grep -q 'max search depth too small' said; then
			found=$(sed -n 's/^ *\([0-9]*\) states, stored.*/\1/p' said)
			echo "spin: $*, $policy: $found states"
			found=right
		fi
		result "$found" right "$* $policy"
	done
}

# fails MACRO WRITERS EVENTS CALLS ASSERTION: without MACRO, this assertion
# fails.
fails() {
	check "-D$1" "-DWRITERS=$2" "-DEVENTS=$3" "-DCALLS=$4" -DUNTIL_FULL || :
	result "$(sed -n 's/^pan:1: assertion violated *//p' said | sed 's/ *(at .*//')" \
		"$5" "$1"
}

if [ "${1:-}" = --quick ]; then
	holds 1 2 3
	holds 2 1 1
else
	holds 1 3 4
	holds 2 1 2
fi
# The record in flight, its lane's newest and first loss, and of all of them
# the last START, what was read, and the first loss, as Spin prints them.
mine='time[(3*me)]'
first='(((time[((3*N)+2)]==0)||(t<=time[((3*N)+2)]))||(t<=latest))'
one=$(echo "$first" | sed 's/N/1/g') two=$(echo "$first" | sed 's/N/2/g')

fails WITHOUT_BUSY 1 2 2 "($mine>time[((3*1)+1)])"
fails WITHOUT_LOOK 1 2 2 '!(is_off[me])'
fails STOP_FIRST 1 2 2 '!(is_off[me])'
fails RUN_FIRST 1 2 2 '!(is_off[me])'
fails SAME_GENERATION 2 1 1 '!(is_off[me])'
fails WITHOUT_FLIGHT 2 1 1 '!(is_off[me])'
fails LOSSES_FIRST 2 1 1 "$two"
fails NEW_PERIOD 1 2 2 "$one"
fails SAME_PERIOD 1 3 4 "$one"
fails WITHOUT_COMPARE 1 2 2 'looked[me]'
fails CLEAR_QUIETLY 1 2 2 'looked[me]'
fails WITHOUT_HELD 1 2 3 '!(halted)'
fails COUNT_AGAIN 1 2 3 '(gaps==at)'

echo "spin: $right as expected, $wrong not; $(spin -V | head -n 1)"
[ "$wrong" -eq 0 ]
