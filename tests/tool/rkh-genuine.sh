#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `rkh` on streams of genuine targets, if there are any in $PXT_SAMPLES/rkh.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

dir=${PXT_SAMPLES:-}/rkh
blink=$dir/genuine_rkh_demos_blink_isr_1
[ -f "$blink.bin" ] || skip 'no genuine streams'

# What Trazer prints, from the first record on.
run "$POSIXTRACE" rkh --trazer "$blink.bin"
expect_status 0
sed '1,/^-------- Parsing/d' "$blink.txt" | tail -n +2 >genuine
cmp genuine out || fail 'not what Trazer prints'
run "$POSIXTRACE" rkh --json "$blink.bin"
[ "$(grep -c '"kind":"rec".*"gap":0' out)" -eq 16 ] || fail 'not 16 records'

# Streams with losses: how many records, fragments and gaps, and where.
losses() {
	file=$1
	shift
	run "$POSIXTRACE" rkh --map 2.0 --json "$dir/$file"
	expect_status 4
	[ "$(grep -c '"kind":"rec"' out)" -eq "$1" ] || fail "$file: records"
	[ "$(grep -c '"kind":"badchk"' out)" -eq "$2" ] || fail "$file: fragments"
	[ "$(wc -l <out)" -eq $(($1 + $2)) ] || fail "$file: something else"
	shift 2
	grep -v '"gap":0' out | sed 's/.*"nseq":\([0-9]*\),"gap":\([0-9]*\),.*/\1-\2/' |
		tr '\n' ' ' >gaps
	echo "$* " | tr -d '\n' | cmp - gaps || fail "$file: gaps $(cat gaps)"
}

losses genuine_trazer_repo_v2.0_trace.bin 245 3 56-5 126-6 148-5 223-6 241-1
grep -q '"kind":"badchk","off":733,' out || fail 'no fragment at 733'
losses genuine_trazer_repo_2012-03-29_trace.bin 92 4 11-1 15-1 39-6 62-6 80-1
