#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `recover`: the log of a killed recorder gets what is still in memory, for
# good, and the memory is given back; `record -p all` while we are at it.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

# Streams of others may be listed, too.
listed() {
	run "$POSIXTRACE" recover
	expect_status 0
	grep -q " $scratch/$1\$" out
}

make_files 300 10
"$POSIXTRACE" record -q --all -o log >out 2>err &
recorder=$!
kill_at_end "$recorder"
wait_for test -s log
run "$EXAMPLES_DIR/checksum" files
expect_status 0
if listed log; then
	fail 'a recording that goes on can be recovered'
fi
run "$POSIXTRACE" recover log
expect_status 1
expect_one_line
expect_err '^posixtrace: recover: log: in use by its recorder '
kill -KILL "$recorder"
wait_end 'a killed recorder' "$recorder"
expect_status 137

run "$POSIXTRACE" report log
expect_status 4
[ "$(grep -c ' checksum:file_end ' out)" -eq 300 ] || fail 'not all is there'
cp out before

# It is listed, also under a name that it has got since.
listed log || fail 'it is not listed'
mv log other
listed other || fail 'it is not listed under its new name'
mv other log
run "$POSIXTRACE" recover --json
expect_status 0
expect_out "\"log\": \"$scratch/log\""
expect_out '"target": -1'

run "$POSIXTRACE" recover log
expect_status 0
expect_err '^posixtrace: log: [0-9]+ events recovered, 0 lost '
if listed log; then
	fail 'recovered, and still listed'
fi
run "$POSIXTRACE" report log
expect_status 0
[ "$(grep -c ' checksum:file_end ' out)" -eq 300 ] || fail 'some are lost'
run "$POSIXTRACE" recover log
expect_status 0
expect_err '^posixtrace: log: complete, nothing to recover$'
run "$POSIXTRACE" recover -q log
expect_status 0
expect_no_err

# What is no log, and what has nothing left in memory.
echo 'no log' >text
run "$POSIXTRACE" recover text
expect_status 1
expect_one_line
run "$POSIXTRACE" recover missing text
expect_status 1
"$POSIXTRACE" record -q -p all -o gone >out 2>err &
recorder=$!
kill_at_end "$recorder"
wait_for test -s gone
kill -KILL "$recorder"
wait_end 'a killed recorder' "$recorder"
segment=$(tr -c '[:print:]' '\n' <gone | grep -m 1 '/posixtrace-[0-9]*/s[0-9]*$')
cp gone copy
run "$POSIXTRACE" recover gone
expect_status 0
[ ! -e "$segment" ] || fail 'the segment is still there'
run "$POSIXTRACE" recover copy
expect_status 4
expect_one_line

run "$POSIXTRACE" recover --json log
expect_status 2
expect_one_line
run "$POSIXTRACE" record -p all true
expect_status 2
expect_one_line
