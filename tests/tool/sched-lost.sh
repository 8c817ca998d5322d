#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# What the kernel had no room for, while the recorder was stopped, is told as lost; what
# threads did is not known from there on until they are seen again, and never wrong.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
# shellcheck source=tests/tool/sched.sh disable=SC1091
. "$(dirname "$0")/sched.sh"
need_sched

"$POSIXTRACE" record --sched -x work:sleeps -x work:woke -o log -- \
	"$SCHED_WORK" 8 0 1 1 go >out 2>err &
recorder=$!
wait_for test -e log
sleep 0.3
kill -STOP "$recorder"
# A ring has room for some ten thousand switches of a processor.
switches() {
	cat "/proc/$worker/task"/*/status | awk '/ctxt_switches/ { n += $2 } END { print n }'
}
worker=$(pgrep -P "$recorder" -x sched-work)
before=$(switches)
have_switched() {
	[ "$(switches)" -gt $((before + 100000)) ]
}
wait_for have_switched
kill -CONT "$recorder"
sleep 0.5
: >go
wait_end 'the recorder' "$recorder"
expect_status 3
expect_err ' lost [1-9][0-9]*; '
expect_err '--sched: [1-9][0-9]* switches are lost, '
lost=$(sed -n 's/.* lost \([0-9]*\); .*/\1/p' err)
check_sched log threads=9
sum=$(sed -n 's/.*"event":"posix_trace_overflow".*"lost":\([0-9]*\).*/\1/p' log.json |
	awk '{ n += $1 } END { print n }')
[ "$sum" -eq "$lost" ] || fail "$lost lost, $sum in gaps"
grep -q '"after":"unknown"' log.json || fail 'what is lost is not known'
run "$POSIXTRACE" check log
expect_status 3
run "$POSIXTRACE" stat log
expect_status 3
