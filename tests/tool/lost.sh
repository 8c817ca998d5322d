#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Losses are counted, shown where they were, advised on, and no success.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

make_files 800 10
events=$("$POSIXTRACE" record -o whole -- "$EXAMPLES_DIR/checksum" files \
	2>&1 >list | sed -n 's/^posixtrace: \([0-9]*\) events.*/\1/p')
[ "$events" -ge 2400 ] || fail "only $events events to lose some of"

# The number of events that stdout says were lost.
told() {
	sed -n 's/.*---- LOST \([0-9]*\) events\{0,1\}, .*/\1/p' out |
		awk '{ n += $1 } END { print n + 0 }'
}

# A flight recorder: the newest are there, the oldest are lost.
run "$POSIXTRACE" record -o log --policy loop --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files
expect_status 3
expect_err '; lost [1-9][0-9]*; peak fill 100 % of 16K, '
expect_err ', --stream-size [0-9]+K would have held them; log$'
lost=$(sed -n 's/.*; lost \([0-9]*\);.*/\1/p' err)
size=$(sed -n 's/.*--stream-size \([0-9]*K\) .*/\1/p' err)

run "$POSIXTRACE" report log
expect_status 3
expect_out '  ---- LOST [0-9]+ events, [0-9.]+ [mun]?s ----$'
[ "$(grep -c -e '---- LOST' out)" -eq 1 ] || fail 'more than one loss'
[ "$(told)" -eq "$lost" ] || fail "lost are $lost, told are $(told)"
[ "$(tail -n 1 out | awk '{ print $5 }')" = posix_trace_stop ] ||
	fail 'the newest events are not there'
expect_out ' posix_trace_resume$'
expect_err "; lost $lost; "
if grep -q "$(printf '\033')" out; then
	fail 'colour where there is no terminal'
fi

# It is shown whatever is picked out; it is red if that is asked for.
run "$POSIXTRACE" report --no-header -e no:such --color log
expect_status 3
[ "$(wc -l <out)" -eq 1 ] || fail 'not just the loss'
expect_out "^$(printf '\033')\[31m.*---- LOST .*$(printf '\033')\[0m\$"

# In JSON it is the two events of the standard.
run "$POSIXTRACE" report --json -q log
expect_status 3
[ "$(grep -c '"event":"posix_trace_overflow"' out)" -eq 1 ] || fail 'overflow'
[ "$(grep -c '"event":"posix_trace_resume"' out)" -eq 1 ] || fail 'resume'

# The advice is good.
run "$POSIXTRACE" record -o log --policy loop --stream-size "$size" -- \
	"$EXAMPLES_DIR/checksum" files
expect_status 0
expect_err '; lost 0; '

# A stream that is full to the end says so at the end.
run "$POSIXTRACE" record -o log --policy until-full --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files
expect_status 3
lost=$(sed -n 's/.*; lost \([0-9]*\);.*/\1/p' err)
run "$POSIXTRACE" report log
expect_status 3
[ "$(told)" -eq "$lost" ] || fail "lost are $lost, told are $(told)"
expect_out ' posix_trace_stop +auto=1$'
expect_out '  ---- LOST [0-9]+ events, until the end ----$'

# What LOOP overwrote is not older than the stream.
for policy in loop until-full flush; do
	run "$POSIXTRACE" record -o log --policy "$policy" \
		--stream-size 64K -- "$EXAMPLES_DIR/typed" 20000
	expect_status 0 3
	"$POSIXTRACE" report --absolute log >out || [ $? -eq 3 ]
	created=$(sed -n '1s/.* created=\([^ ]*\).*/\1/p' out)
	tail -n +3 out | awk -v created="$created" '$1 < created { exit 1 }' ||
		fail "$policy: events before the stream was created"
done
run "$POSIXTRACE" record -o log --policy loop --stream-size 64K -- \
	"$EXAMPLES_DIR/typed" 20000
expect_status 3
lost=$(sed -n 's/.*; lost \([0-9]*\);.*/\1/p' err)
run "$POSIXTRACE" report log
expect_out "^ +0.000000000 .* ---- LOST $lost events, "

# A log with a limit says that it lost something, and which option helps.
run "$POSIXTRACE" record -o log --log-policy loop --log-size 32K -- \
	"$EXAMPLES_DIR/checksum" files
expect_status 3
expect_err '; lost 0; .*; log lost [1-9][0-9]*, a larger --log-size'
lost=$(sed -n 's/.*log lost \([0-9]*\),.*/\1/p' err)
run "$POSIXTRACE" report log
expect_status 3
[ "$(told)" -eq "$lost" ] || fail "lost are $lost, told are $(told)"
[ "$(tail -n 1 out | awk '{ print $5 " " $6 }')" = 'posix_trace_stop auto=0' ] ||
	fail 'a log with LOOP stopped'
run "$POSIXTRACE" record -o log --log-policy until-full --log-size 32K -- \
	"$EXAMPLES_DIR/checksum" files
expect_status 3
run "$POSIXTRACE" report log
expect_status 3
grep -v -e '---- LOST' out | tail -n 1 | grep -qE ' posix_trace_stop +auto=1$' ||
	fail 'the last event of a full log'
[ "$(told)" -ge 1 ] || fail 'the loss of a full log is not told'
