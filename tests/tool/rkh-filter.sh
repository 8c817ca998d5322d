#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `filter` switches the RKH filters of a process while it runs, by the command
# line and by a file.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

"$EXAMPLES_DIR/machine" 1000000 &
machine=$!
kill_at_end "$machine"
run "$POSIXTRACE" filter -p "$machine"
expect_status 1
expect_one_line

"$POSIXTRACE" record -q -o log -p "$machine" &
recorder=$!
kill_at_end "$recorder"
is_traced() {
	"$POSIXTRACE" filter -p "$machine" >out 2>err
}
wait_for is_traced
expect_err 'no filter is set'

# What of the machine is in the log by now, event and argument a line; it goes
# on while the log is read.
recorded() {
	"$POSIXTRACE" report -q --no-header log 2>/dev/null |
		awk '/ (SM|MP)\./ { print $5, $6 }' >events
}
all_came() {
	recorded
	grep -q '^MP.GET' events
}
only_states_came() {
	recorded
	[ "$(tail -n 20 events | grep -c '^SM.STATE')" -eq 20 ]
}
no_states_came() {
	recorded
	tail -n 20 events >end
	! grep -q '^SM.STATE' end &&
		grep -q '^SM.DCH' end && grep -q '^MP.GET' end
}
wait_for all_came

# Only events of object 2, but no dispatching of signal 5.
cat >switches <<'END'
# A comment, and both ways to write it.
OFF_GROUP_ALL_EVENTS SM
OFF_SMA(2);
ON_ALL_SIGNALS
END
run "$POSIXTRACE" filter -p "$machine" -f switches
expect_status 0
expect_no_out
expect_no_err
run "$POSIXTRACE" filter -p "$machine"
expect_status 0
expect_out '^groups   08$'
expect_out '^sma      04 00'
expect_out '^recorded SM\.INIT .* SM\.STATE '
wait_for only_states_came
run "$POSIXTRACE" filter -p "$machine" OFF_SIGNAL 5 ON_EVENT SM.STATE \
	OFF_EVENT MP.GET
expect_status 0
wait_for no_states_came

run "$POSIXTRACE" filter -p "$machine" OFF_EVENT SM.STAT
expect_status 2
expect_one_line
run "$POSIXTRACE" filter -p "$machine" SWITCH
expect_status 2
expect_one_line
run "$POSIXTRACE" filter -p "$machine" OFF_SMA
expect_status 2
expect_one_line
run "$POSIXTRACE" filter -p "$machine" OFF_SMA 257
expect_status 2
echo 'OFF_GROUP XX' >>switches
run "$POSIXTRACE" filter -p "$machine" -f switches
expect_status 1
expect_err 'switches:5: OFF_GROUP XX'
run "$POSIXTRACE" filter OFF_SMA 1
expect_status 2
run "$POSIXTRACE" filter -p "$machine" --none OFF_SMA 1
expect_status 2

kill -INT "$recorder"
wait_end 'the recorder' "$recorder"
expect_status 0 3
no_states_came || fail 'SM.STATE is there, or what was switched off is not'
