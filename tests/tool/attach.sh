#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `record -p`: a process that runs, and the ways to end the recording.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

# A pid that was in use, and is so no more.
sh -c : &
gone=$!
wait "$gone"
run "$POSIXTRACE" record -o log -p "$gone"
expect_status 1
expect_one_line
expect_err "-p $gone: no such process; "
if [ -e log ]; then
	fail 'a log of no process'
fi

# It ends with the process ...
sleep 60 &
sleeper=$!
kill_at_end "$sleeper"
"$POSIXTRACE" record -o log -p "$sleeper" >out 2>err &
recorder=$!
wait_for test -s log
kill "$sleeper"
wait_end 'the recorder of a process that ends' "$recorder"
expect_status 0
expect_err '^posixtrace: [0-9]+ events, '
run "$POSIXTRACE" report log
expect_status 0

sleep 60 &
sleeper=$!
kill_at_end "$sleeper"

# ... when its time is over ...
run timeout 20 "$POSIXTRACE" record -o log -p "$sleeper" --duration 200ms
expect_status 0
kill -0 "$sleeper" || fail 'the process did not survive its recording'

# ... and when a signal says so.
for signal in INT TERM QUIT; do
	rm -f log
	"$POSIXTRACE" record -o log -p "$sleeper" >out 2>err &
	recorder=$!
	wait_for test -s log
	kill "-$signal" "$recorder"
	wait_end "SIG$signal" "$recorder"
	expect_status 0
	run "$POSIXTRACE" report log
	expect_status 0
	kill -0 "$sleeper" || fail 'the process did not survive its recording'
done

if [ "$(id -u)" -ne 0 ]; then
	run "$POSIXTRACE" record -o log -p 1
	expect_status 1
	expect_one_line
	expect_err '-p 1: the process of another user; '
fi
