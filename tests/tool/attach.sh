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

# Pids without a process, and processes that cannot be traced; also with `live`.
no_process() {
	for command in 'record -o log' live; do
		# shellcheck disable=SC2086
		run "$POSIXTRACE" $command -p "$1"
		expect_status 1
		expect_one_line
		expect_err "-p $1: $2"
	done
}
# A recorder has a thread that writes the log.
sleep 60 &
sleeper=$!
kill_at_end "$sleeper"
"$POSIXTRACE" record -q -o log -p "$sleeper" >out 2>err &
recorder=$!
kill_at_end "$recorder"
has_threads() {
	[ "$(find "/proc/$1/task" -mindepth 1 -maxdepth 1 | wc -l)" -gt 1 ]
}
wait_for has_threads "$recorder"
tid=$(find "/proc/$recorder/task" -mindepth 1 -maxdepth 1 -printf '%f\n' |
	sort -n | tail -n 1)
no_process "$tid" "no process, but a thread of process $recorder; "
kill "$sleeper"
wait_end 'the recorder with threads' "$recorder"
rm -f log
if [ "$(id -u)" -eq 0 ] && grep -q '^kthreadd$' /proc/2/comm 2>/dev/null; then
	no_process 2 'a thread of the kernel, '
fi
# The shell that would wait for it has become another program.
sh -c 'sh -c "until [ -e go ]; do sleep 0.05; done" &
	echo $! >zombie; exec sleep 60' &
parent=$!
kill_at_end "$parent"
wait_for grep -q '^sleep$' "/proc/$parent/comm"
: >go
zombie=$(cat zombie)
wait_for grep -q '^State:[[:space:]]*Z' "/proc/$zombie/status"
no_process "$zombie" 'the process has ended, .*zombie'

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
expect_err ': no process attached: it reached no trace point meanwhile, .*, or is not linked '
run "$POSIXTRACE" report log
expect_status 0

sleep 60 &
sleeper=$!
kill_at_end "$sleeper"

# ... when its time is over ...
run timeout 20 "$POSIXTRACE" record -o log -p "$sleeper" --duration 200ms
expect_status 0
kill -0 "$sleeper" || fail 'the process did not survive its recording'

# ... and after a signal.
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

# A descriptor is told when a recording has begun, and is closed; if it cannot begin,
# it is closed only.  The command does not have it.
"$POSIXTRACE" record -q --ready-fd 3 -o begun.ptl -- \
	sh -c 'if (: >&3) 2>/dev/null; then echo inherited; fi' 3>told >out 2>err ||
	fail "$(cat err)"
[ ! -s out ] || fail 'the command has the descriptor'
[ "$(cat told)" = "$(stat -c '%d %i begun.ptl' begun.ptl)" ] ||
	fail "it was told '$(cat told)'"
run "$POSIXTRACE" record -q --ready-fd 3 -o none.ptl -- ./no-such-program 3>told
expect_status 127
[ ! -s told ] || fail "of a recording that did not begin, it was told '$(cat told)'"
run "$POSIXTRACE" record -q --ready-fd 9 -o none.ptl -- true 9>&-
expect_status 2
expect_one_line
expect_err '^posixtrace: record: --ready-fd 9: no open descriptor; '
