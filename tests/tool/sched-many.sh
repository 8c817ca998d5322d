#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `record --sched` of many threads and of a running process, of a program that is
# killed, and by a recorder that is killed.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
# shellcheck source=tests/tool/sched.sh disable=SC1091
. "$(dirname "$0")/sched.sh"
need_sched

run "$POSIXTRACE" record --sched -o log -- "$SCHED_WORK" 200 10 100 500
expect_status 0
expect_err ' lost 0; '
check_sched log threads=201 ended=201 between

# The program is killed: what it did until then is there, and that it ended.
"$POSIXTRACE" record --sched -o log -- "$SCHED_WORK" 8 0 100 1000 go >out 2>err &
recorder=$!
wait_for test -e log
wait_for pgrep -P "$recorder" -x sched-work >pid
sleep 0.3
kill -KILL "$(cat pid)"
wait_end 'the killed command' "$recorder"
expect_status 137
check_sched log threads=9 ended=9 waited=50

# A process that runs, with all its threads.
"$SCHED_WORK" 20 0 100 1000 go &
worker=$!
kill_at_end "$worker"
sleep 0.1
run "$POSIXTRACE" record --sched --duration=400ms -o log -p "$worker"
# Events of the program are lost while it is attached.
expect_status 0 3
check_sched log threads=20 waited=50
for i in 0 9 19; do
	run "$POSIXTRACE" report -q --json -t "work-$i" -e sched_in log
	[ "$(wc -l <out)" -ge 50 ] || fail "work-$i slept"
done
: >go
wait "$worker"
rm go

# The recorder is killed: what it had added is in the log, and can be recovered with
# the rest.
"$POSIXTRACE" record --sched -o log -- "$SCHED_WORK" 4 0 100 1000 go >out 2>err &
recorder=$!
wait_for test -e log
sleep 2.5
kill -KILL "$recorder"
wait_end 'a killed recorder' "$recorder"
expect_status 137
: >go
run "$POSIXTRACE" recover log
expect_status 0
run "$POSIXTRACE" check log
expect_status 0
check_sched log threads=5 waited=500
