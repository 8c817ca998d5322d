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

# Now only what object 2 does, but no dispatching of signal 5.
cat >switches <<'END'
# A comment, and both ways to write it.
OFF_GROUP_ALL_EVENTS SM
OFF_SMA(2);
ON_ALL_SIGNALS
END
sleep 0.1
run "$POSIXTRACE" filter -p "$machine" -f switches
expect_status 0
expect_no_out
expect_no_err
run "$POSIXTRACE" filter -p "$machine"
expect_status 0
expect_out '^groups   08$'
expect_out '^sma      04 00'
expect_out '^recorded SM\.INIT .* SM\.STATE '
sleep 0.2
run "$POSIXTRACE" filter -p "$machine" OFF_SIGNAL 5 ON_EVENT SM.STATE \
	OFF_EVENT MP.GET
expect_status 0
sleep 0.2

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

# What came in the order of the switching: all, then states, then dispatches
# of signal 5 and the pool.
kill -INT "$recorder"
wait "$recorder" || :
"$POSIXTRACE" report -q --no-header log |
	awk '/ (SM|MP)\./ { print $5, $6 }' >events
grep -q '^MP.GET' events || fail 'no event without a filter'
lines=$(awk '{ print $1 }' events | uniq | awk '
	$1 == last { next }
	{ last = $1 }
	# A run of nothing but SM.STATE is the time of the first filter.
	{ print }' | wc -l)
[ "$lines" -gt 3 ] || fail 'the filter has changed nothing'
longest=$(awk '$1 == "SM.STATE" { n++; if (n > most) most = n; next }
	{ n = 0 }
	END { print most }' events)
[ "$longest" -gt 10 ] || fail "only $longest states in a row"
tail -n 20 events >end
if grep -q SM.STATE end; then
	fail 'SM.STATE was switched on and came'
fi
grep -q SM.DCH end || fail 'SM.DCH was switched off and did not come'
grep -q MP.GET end || fail 'MP.GET was switched off and did not come'
