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

# `check` counts what `report` does.
same_counts() {
	run "$POSIXTRACE" report log
	events=$(sed -n 's/^posixtrace: \([0-9]*\) events.*/\1/p' err)
	run "$POSIXTRACE" check log
	expect_status 3
	expect_out "^log: whole, $events events, $1 lost\$"
}

# The number of lost events in the output.
reported() {
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
[ "$(reported)" -eq "$lost" ] || fail "$lost are lost, reported are $(reported)"
[ "$(tail -n 1 out | awk '{ print $5 }')" = posix_trace_stop ] ||
	fail 'the newest events are not there'
expect_out ' posix_trace_resume$'
expect_err "; lost $lost; "
if grep -q "$(printf '\033')" out; then
	fail 'colour where there is no terminal'
fi

# Losses are shown whatever is selected; in red with --color.
run "$POSIXTRACE" report --no-header -e no:such --color log
expect_status 3
[ "$(wc -l <out)" -eq 1 ] || fail 'not just the loss'
expect_out "^$(printf '\033')\[31m.*---- LOST .*$(printf '\033')\[0m\$"

# In JSON it is the two events of the standard.
run "$POSIXTRACE" report --json -q log
expect_status 3
[ "$(grep -c '"event":"posix_trace_overflow"' out)" -eq 1 ] || fail 'overflow'
[ "$(grep -c '"event":"posix_trace_resume"' out)" -eq 1 ] || fail 'resume'
grep -q "\"event\":\"posix_trace_overflow\",.*,\"data\":\"\",\"lost\":$lost}\$" \
	out || fail "JSON does not say that $lost events were lost"
[ "$(grep -c '"lost":' out)" -eq 1 ] || fail 'lost where nothing was lost'

# The advice is good.
run "$POSIXTRACE" record -o log --policy loop --stream-size "$size" -- \
	"$EXAMPLES_DIR/checksum" files
expect_status 0
expect_err '; lost 0; '

# A stream that is full at the end is reported at the end.
run "$POSIXTRACE" record -o log --policy until-full --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files
expect_status 3
lost=$(sed -n 's/.*; lost \([0-9]*\);.*/\1/p' err)
run "$POSIXTRACE" report log
expect_status 3
[ "$(reported)" -eq "$lost" ] || fail "$lost are lost, reported are $(reported)"
expect_out ' posix_trace_stop +auto=1$'
expect_out '  ---- LOST [0-9]+ events, until the end ----$'

# A gap may have begun before what other threads recorded and the line above it
# shows: no time is shown as negative, and none is counted twice.
for _ in 1 2 3 4 5 6 7 8 9 10; do
	run "$POSIXTRACE" record -q -o log --stream-size 8K -- \
		"$EXAMPLES_DIR/checksum" -j 4 files
	expect_status 0 3
	run "$POSIXTRACE" report -q --no-header log
	awk '$2 < 0 { exit 1 }' out || fail 'a negative delta'
	awk '{ sum += $2; time = $1 > time ? $1 : time }
		END { gap = time * 1e6 - sum; exit gap > 1 || gap < -1 }' out ||
		fail 'the deltas are not the time'
done

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

# For a log with a limit, losses are reported with the option that avoids them.
run "$POSIXTRACE" record -o log --log-policy loop --log-size 32K -- \
	"$EXAMPLES_DIR/checksum" files
expect_status 3
expect_err '; lost 0; .*; log lost [1-9][0-9]*, a larger --log-size'
lost=$(sed -n 's/.*log lost \([0-9]*\),.*/\1/p' err)
run "$POSIXTRACE" report log
expect_status 3
[ "$(reported)" -eq "$lost" ] || fail "$lost are lost, reported are $(reported)"
[ "$(tail -n 1 out | awk '{ print $5 " " $6 }')" = 'posix_trace_stop auto=0' ] ||
	fail 'a log with LOOP stopped'
same_counts "$lost"
# Events of the recorder have room of their own, also the first ones.  A loss is
# reported where its first event is missing.
for threads in 1 4; do
	run "$POSIXTRACE" record -o log --log-policy until-full \
		--log-size 32K -- "$EXAMPLES_DIR/checksum" -j "$threads" files
	expect_status 3
	lost=$(sed -n 's/.*log lost \([0-9]*\),.*/\1/p' err)
	run "$POSIXTRACE" report log
	expect_status 3
	grep -v -e '---- LOST' out | tail -n 1 |
		grep -qE ' posix_trace_stop +auto=1$' ||
		fail 'the last event of a full log'
	grep -q ' posix_trace_start ' out ||
		fail 'a full log does not say how it began'
	[ "$(reported)" -eq "$lost" ] || fail "$lost are lost, reported are $(reported)"
	if grep -e '---- LOST .*until the end' out; then
		fail 'the loss is not reported where it began'
	fi
	same_counts "$lost"
done

# What a reader passes over at the start of a LOOP log is lost from the log, so
# the gap at the end is not made less by it.
run "$POSIXTRACE" record -o log --log-policy loop --log-size 16K \
	--policy until-full --stream-size 64K -- "$EXAMPLES_DIR/typed" 20000
expect_status 3
run "$POSIXTRACE" check log
expect_status 3
lost=$(sed -n 's/.* \([0-9]*\) lost$/\1/p' out)
run "$POSIXTRACE" report log
expect_status 3
[ "$(reported)" -eq "$lost" ] || fail "$lost are lost, reported are $(reported)"

# The fill level refers to the size in use, not to the size requested.
run "$POSIXTRACE" record -o log --policy loop --stream-size 8K \
	--max-data 64K -- "$EXAMPLES_DIR/checksum" files
expect_status 0 3
expect_err '^posixtrace: --stream-size 8192: no stream is that small with that --max-data; it has [0-9.]+ KiB$'
size=$(sed -n 's/.*; it has \(.*\)$/\1/p' err)
expect_err "; peak fill [0-9]+ % of $size, "
run "$POSIXTRACE" report log
expect_err "; peak fill [0-9]+ % of $size, "

# For compressed events the necessary size is unknown, so none is recommended.
if "$POSIXTRACE" record -q -o log --compress -- true 2>err; then
	run "$POSIXTRACE" record -o log --compress --policy loop \
		--stream-size 16K -- "$EXAMPLES_DIR/checksum" files
	expect_status 3
	expect_err '; peak fill 100 % of 16K, a larger --stream-size holds more; log$'
	run "$POSIXTRACE" report log
	expect_err '; peak fill 100 % of 16K, a larger --stream-size holds more$'
fi

# Nor do those of a flight recorder that was killed.
cat >job <<'END'
"$1/typed" 20000 >list
: >ready
while [ -e ready ] && [ ! -e go ]; do sleep 0.05; done
END
"$POSIXTRACE" record -o log --policy loop --stream-size 64K -- \
	sh job "$EXAMPLES_DIR" >out 2>err &
recorder=$!
wait_for test -e ready
kill -KILL "$recorder"
wait_end 'a killed recorder' "$recorder"
run "$POSIXTRACE" report log
: >go
expect_status 4
expect_err '^posixtrace: [0-9]+ events, size not known, .*; lost [1-9][0-9]*; peak fill 100 % of 64K, a larger --stream-size holds more$'
"$POSIXTRACE" recover -q log || [ $? -eq 3 ] || fail 'the rest is not given back'
