#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `record --snapshot-on` an event.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

# The first run of `typed` has to cause it, or not; the second one is later.
cat >job <<'END'
"$1/typed" 10
sleep 0.1
"$1/typed" 1
END

# causes CONDITION, or causes_not CONDITION
try() {
	rm -f s-*
	run "$POSIXTRACE" record --hold-off 1h -o s.ptl --snapshot-on "$1" -- \
		sh job "$EXAMPLES_DIR"
	expect_status 0
}
causes() {
	try "$1"
	expect_err '^posixtrace: s-000001\.ptl: a snapshot \(.*\), [0-9]+ events, '
	run "$POSIXTRACE" check s-000001.ptl
	expect_status 0
	"$POSIXTRACE" report -q s-000001.ptl | grep -q furnace: || fail 'no events'
	[ ! -e s-000002.ptl ] || fail 'it was not held off'
}
causes_not() {
	try "$1"
	expect_err '^posixtrace: 0 snapshots, and none at the end$'
}

causes furnace:reading
causes 'furnace:reading.zone == 1'
causes 'furnace:reading.celsius > 1.5'
causes ' furnace:reading.door!=0 '
causes 'furnace:reading.door<1'
causes 'furnace:batch.name == batch 10'
causes 'furnace:reading gap > 20ms'
causes_not furnace:reading.zone
causes_not 'furnace:reading.zone > 1000'
causes_not 'furnace:reading.missing == 1'
causes_not 'furnace:batch.name == batch'
causes_not 'furnace:reading gap > 1h'
causes_not 'furnace slice > 1ms'

# Without an event for that long, while there is none.
cat >silent <<'END'
"$1/typed" 1
: >ready
while [ ! -e go ]; do sleep 0.02; done
END
"$POSIXTRACE" record -q -o silent.ptl --snapshot-on 'furnace:batch gap > 100ms' -- \
	sh silent "$EXAMPLES_DIR" &
recorder=$!
kill_at_end "$recorder"
wait_for test -e silent-000001.ptl
: >go
wait "$recorder" || fail "status $?"

# Slices, and what the preload library records.
if [ -n "$PRELOAD_LIB" ]; then
	for condition in 'posixtrace_open.path == job' 'posixtrace_read.result > 10' \
			'posixtrace_read.duration > 1ns'; do
		rm -f p-*
		run "$POSIXTRACE" record --preload --hold-off 1h -o p.ptl \
			--snapshot-on "$condition" -- head -n 2 job
		expect_status 0
		expect_err '^posixtrace: p-000001\.ptl: a snapshot \('
	done
fi
run "$POSIXTRACE" record --hold-off 1h -o w.ptl \
	--snapshot-on 'checksum:file slice > 1us' -- "$EXAMPLES_DIR/checksum" job
expect_status 0
expect_err '^posixtrace: w-000001\.ptl: a snapshot \(checksum:file slice > 1us\)'

for condition in 'a.b > x' 'a gap > 0' 'a gap < 1s' 'a slice == 1s' ' > 1' '.a > 1' \
		'a. > 1' 'a.b >' '' SIGTERM 'a*' usr1 TERM sigusr2 'a.b = 1' 'a.b=1' \
		'a.b => 1' 'a.b ~ 1' 'a.b =~ 1' 'a.b > nan' 'a gap' 'a slice' \
		'a gap >' @io; do
	run "$POSIXTRACE" record --snapshot-on "$condition" -- true
	expect_status 2
	expect_one_line
	if grep "'a gap >':  is" err; then
		fail 'a place is empty'
	fi
done
run "$POSIXTRACE" record --snapshot-on usr1 -- true
expect_err 'choose USR1 or USR2$'
run "$POSIXTRACE" record --every 1s --keep 2147483648 -- true
expect_status 2
expect_err '--keep 2147483648: too large; '
run "$POSIXTRACE" record --every 1s --keep '' -- true
expect_status 2
expect_err "--keep '': "

# Conditions that could not be met are told at the end.
never() {
	causes_not "$1"
	expect_err "^posixtrace: --snapshot-on '.*': $2"
}
never furnace:readings 'no event of that name was recorded: furnace:readings$'
never 'furnace slice > 1ms' 'no event of that name .*: furnace_begin$'
never 'furnace:reading.missing == 1' 'events furnace:reading have no argument missing$'
never 'furnace:reading.zone == "1"' 'zone is a number; '
never 'furnace:reading.zone == nan' 'zone is a number; '
never 'furnace:batch.name > 5' 'name is a text, '
causes_not 'furnace:reading.zone > 1000'
[ "$(wc -l <err)" -eq 1 ] || fail 'it was told of one that could be met'
