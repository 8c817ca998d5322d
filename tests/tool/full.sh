#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# If recording ended because a stream or a log was full, each command that
# summarises the log reports the time.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

# ended WHAT TIME: all commands report it in one line, with advice.
ended() {
	line="^posixtrace: log: the $1 was full $2 s after the first event, and nothing was recorded after that; a larger --$1-size or "
	for command in report 'report --json' 'report -e no:such' \
			'report --from 0.000001 --last 1' stat info trcrpt; do
		# shellcheck disable=SC2086
		run "$POSIXTRACE" $command log
		expect_status 3 4
		expect_err "$line"
	done
	for command in stat info; do
		run "$POSIXTRACE" $command --json log
		expect_out "^ *\"seconds_until_full\": $2"
	done
}

# The first column of the line with this text.
time_of() {
	"$POSIXTRACE" report -q log | awk -v what="$1" '$0 ~ what { print $1 }'
}

for place in stream log; do
	size=16K
	[ "$place" = stream ] || size=64K
	policy=--policy
	[ "$place" = stream ] || policy=--log-policy
	run "$POSIXTRACE" record -o log "--$place-size" "$size" \
		"$policy" until-full -- "$EXAMPLES_DIR/typed" 20000
	expect_status 3
	time=$(time_of 'posix_trace_stop +auto=1$')
	expect_err "^posixtrace: log: the $place was full $time s after the first event, "
	ended "$place" "$time"
done

# Without a recorder, no process writes the STOP event.
cat >job <<'END'
"$1/typed" 20000 >list
: >ready
while [ -e ready ] && [ ! -e go ]; do sleep 0.05; done
END
"$POSIXTRACE" record -q -o log --policy until-full --stream-size 16K -- \
	sh job "$EXAMPLES_DIR" &
recorder=$!
wait_for test -e ready
kill -KILL "$recorder"
wait_end 'a killed recorder' "$recorder"
: >go
# Each command takes a clock anchor when it opens the log, since the recorder has
# written none after these events: their times may differ by some nanoseconds.
time=$(time_of '---- LOST' | awk '{
	printf "(%.6f|%.6f|%.6f)[0-9]{3}", $1 - 1e-6, $1, $1 + 1e-6
}')
ended stream "$time"
run "$POSIXTRACE" recover log
expect_status 3
ended stream "$time"

# Whatever else was lost, these go on to the end.
for options in '--policy loop --stream-size 16K' '--stream-size 8K' \
		'--log-policy loop --log-size 16K' '--policy until-full'; do
	# shellcheck disable=SC2086
	run "$POSIXTRACE" record -o log $options -- "$EXAMPLES_DIR/typed" 2000
	expect_status 0 3
	! grep 'was full' err || fail "$options: it was not full"
	for command in report stat info; do
		run "$POSIXTRACE" "$command" log
		! grep 'was full' err || fail "$command: it was not full"
		! grep 'until full' out || fail "$command: it was not full"
	done
	# One that was overwritten is full, if it was.
	case $options in
	'--policy loop '*) ;;
	*) expect_out '^ *stream was full +no$' ;;
	esac
done
