#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Events as they come, as text and as frames; frames back into a log that is
# the same as one that was recorded.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

# What does not change from run to run.
essence() {
	"$POSIXTRACE" report -q --no-header "$1" |
		sed -e 's/recipe=[^ ]*//' | awk '{ $1 = $2 = $3 = $4 = ""; print }'
}

run "$POSIXTRACE" live -- "$EXAMPLES_DIR/typed" 3
expect_status 0
expect_out ' furnace:reading +zone=1 celsius=[0-9.]+ door=true$'
expect_out ' posix_trace_stop '
[ "$(grep -c ' furnace:' out)" -eq 24 ] || fail 'not all events'
# Patterns, which the filter of the stream cannot have, and threads.
run "$POSIXTRACE" live --json -e 'furnace:[bd]*' -x '*:done' -- \
	"$EXAMPLES_DIR/typed" 3
expect_status 0
[ "$(grep -c furnace:batch out)" -eq 3 ] || fail 'live -e PATTERN'
[ "$(grep -c furnace: out)" -eq 3 ] || fail 'live -x PATTERN'
grep -q posix_trace_start out || fail 'no start beside what a pattern names'
run "$POSIXTRACE" live --json -t 1 -- "$EXAMPLES_DIR/typed" 3
expect_status 0
! grep -q furnace: out || fail 'live -t'
run "$POSIXTRACE" live -e @oi true
expect_status 2
expect_err 'did you mean .@io'
run "$POSIXTRACE" live -t x true
expect_status 2
expect_err 'not an id'

run "$POSIXTRACE" live --json -e furnace:done -- "$EXAMPLES_DIR/typed" 3
expect_out '"event":"furnace:done",.*"args":\{"what":"batch 2, 3 steps"\}'
if grep -q furnace:reading out; then
	fail '-e lets through what it should not'
fi

# They come while the process runs.
"$EXAMPLES_DIR/machine" 1000000 &
machine=$!
kill_at_end "$machine"
"$POSIXTRACE" live -p "$machine" >followed 2>err &
follower=$!
kill_at_end "$follower"
wait_for grep -q SM.STATE followed
kill -INT "$follower"
wait_end 'live -p' "$follower"
expect_status 0 3
run "$POSIXTRACE" live -p "$machine" --duration 200ms
expect_status 0 3
kill -0 "$machine" || fail 'the process did not survive'

# The status is that of the command; no reader is no failure.
run "$POSIXTRACE" live -- sh -c 'exit 9'
expect_status 9
run "$POSIXTRACE" live -- ./nothing
expect_status 127
expect_one_line
"$POSIXTRACE" live -p "$machine" 2>err | head -n 3 >out
expect_no_err

# As frames into a file, and back.
run "$POSIXTRACE" live --frames -o frames -- "$EXAMPLES_DIR/typed" 50
expect_status 0
run "$POSIXTRACE" receive frames -o log
expect_status 0
expect_err '^posixtrace: 402 events, lost 0 \(0 on the line\)'
"$POSIXTRACE" record -q -o recorded -- "$EXAMPLES_DIR/typed" 50 >/dev/null
essence log >got_log
essence recorded >want_log
cmp -s got_log want_log || fail 'the received log is another one'

# Through a pipe, standard output and input.
mkfifo pipe
"$POSIXTRACE" receive -q pipe -o log &
receiver=$!
run "$POSIXTRACE" live --frames -o pipe -- "$EXAMPLES_DIR/typed" 3
expect_status 0
wait_end receive "$receiver"
expect_status 0
[ "$("$POSIXTRACE" report -q log | grep -c furnace:)" -eq 24 ] ||
	fail 'not all events through the pipe'
# A signal ends the log by its name; it lacks what was still to come.
for signal in TERM HUP QUIT; do
	rm -f log
	"$POSIXTRACE" receive -q pipe -o log &
	receiver=$!
	kill_at_end "$receiver"
	exec 5>pipe
	head -c "$(($(wc -c <frames) / 2))" frames >&5
	wait_for ls log.*
	kill -"$signal" "$receiver"
	wait_end receive "$receiver"
	exec 5>&-
	run "$POSIXTRACE" check log
	expect_status 4
	[ -z "$(find . -name 'log.*')" ] || fail "$signal: a draft is left"
done

# The output of the traced command is not taken for frames or for objects of
# --json, also if it comes between them.  If it cannot be separated, it does not
# count as a loss.
cat >nine_times <<-'END'
	for i in 1 2 3 4 5 6 7 8 9; do
		"$EXAMPLES_DIR/typed" 1
		sleep 0.02
	done
END
printing() {
	"$POSIXTRACE" live "$@" -e furnace:batch -- sh nine_times
}
run printing --frames
expect_status 0
expect_err '^1 batches$'
mv out aside
run "$POSIXTRACE" receive - -o log <aside
expect_status 0
expect_err '^posixtrace: [0-9]+ events, .* 0 damaged; log$'
[ "$("$POSIXTRACE" report -q log | grep -c furnace:)" -eq 9 ] ||
	fail 'not all events beside the output'
run printing --json
expect_status 0
expect_err '^1 batches$'
if grep -qv '^{.*}$' out; then
	fail 'the output is among the objects'
fi
printing --frames >both 2>&1
run "$POSIXTRACE" receive - -o log <both
expect_status 0
[ "$("$POSIXTRACE" report -q log | grep -c furnace:)" -eq 9 ] ||
	fail 'not all events with the output among them'

# A loss is a gap in the log, and counted: remove a part from the middle.
size=$(wc -c <frames)
head -c $((size / 2)) frames >holed
tail -c +$((size / 2 + 2000)) frames >>holed
run "$POSIXTRACE" receive holed -o log
expect_status 3
lost=$(sed -n 's/.* lost \([0-9]*\) (.*/\1/p' err)
got_events=$(sed -n 's/^posixtrace: \([0-9]*\) events.*/\1/p' err)
# Including the event that reports the losses and the one that ends the gap.
[ "$((lost + got_events))" -eq 404 ] ||
	fail "$lost and $got_events are not 402 and 2"
run "$POSIXTRACE" report log
expect_status 3
expect_out "---- LOST $lost events, "

# A receiver that joins late gets the rest; if the line breaks, it keeps what it
# has received.
tail -c $((size / 3)) frames >late
run "$POSIXTRACE" receive late -o log
expect_status 0
expect_err 'joined late: [0-9]+ events had been sent before$'
run "$POSIXTRACE" report log
expect_status 0
expect_out ' furnace:done +what="batch 50, 3 steps"$'
head -c $((size / 3)) frames >early
run "$POSIXTRACE" receive early -o log
expect_status 4
expect_err 'the stream has no end'
run "$POSIXTRACE" report log
expect_status 4
expect_out ' furnace:done '

# Files that are no streams of frames.
head -c 20000 /dev/urandom >noise
: >nothing
for source in noise nothing /dev/null; do
	rm -f log
	run "$POSIXTRACE" receive "$source" -o log
	expect_status 1
	expect_one_line
	[ ! -e log ] || fail "$source gave a log"
done
run "$POSIXTRACE" receive ./missing -o log
expect_status 1
expect_one_line
run "$POSIXTRACE" receive
expect_status 2
run "$POSIXTRACE" live --frames --json -- true
expect_status 2
run "$POSIXTRACE" live -o frames -- true
expect_status 2
run "$POSIXTRACE" live --frames --baud 12 -- true
expect_status 2
if [ -w /dev/full ]; then
	run "$POSIXTRACE" live --frames -o /dev/full -- "$EXAMPLES_DIR/typed" 3
	expect_status 1
fi

# A port is none of 16 bits of any number.
for port in 65536 99999 18446744073709551617 0x 0x19C9 -1 1a; do
	for name in "tcp-listen:$port" "tcp-listen:localhost:$port" \
			"tcp:localhost:$port"; do
		for command in "receive -o absent $name" \
				"rkh tcp:${name#*:}" \
				"live --frames -o $name -- true"; do
			# shellcheck disable=SC2086
			run "$POSIXTRACE" $command
			expect_status 2
			expect_one_line
			expect_err ": $port is no port; choose one from [01] to 65535$"
		done
	done
done
run "$POSIXTRACE" receive -o absent tcp:localhost:0
expect_status 2
expect_err 'choose one from 1 to'
# Nor what has none, or one that is no service: misuse in each command.
for name in tcp: tcp:nonsense tcp:localhost: tcp:localhost:no-such-service \
		tcp-listen: tcp-listen:no-such-service tcp-listen:localhost: \
		"tcp:$(printf '%0300d' 0):80"; do
	for command in "receive -o absent $name" "live --frames -o $name -- true" \
			"rkh tcp:${name#*:}"; do
		# shellcheck disable=SC2086
		run "$POSIXTRACE" $command
		expect_status 2
		expect_one_line
	done
done
run "$POSIXTRACE" rkh tcp:localhost:0
expect_status 2
if [ -e absent ]; then
	fail 'a log that nobody sends'
fi

# If the reader is too slow, the size is recommended that would have avoided the
# losses, also if the command fails.
cat >slow.sh <<'END'
{ "$@"; echo $? >status; } 2>err | { sleep 1; cat >out; }
END
slow() {
	sh slow.sh "$POSIXTRACE" live --stream-size 16K -- "$@"
	what="live -- $*"
	got=$(cat status)
	expect_err '^posixtrace: [1-9][0-9]* events were lost; --stream-size [0-9]+[KM] would have held them$'
}
slow "$EXAMPLES_DIR/typed" 20000
expect_status 3
size=$(sed -n 's/.*--stream-size \([0-9]*[KM]\) .*/\1/p' err)
sh slow.sh "$POSIXTRACE" live --stream-size "$size" -- "$EXAMPLES_DIR/typed" 20000
got=$(cat status)
expect_status 0
# shellcheck disable=SC2016 # for the shell in there
slow sh -c '"$1" 20000; exit 7' sh "$EXAMPLES_DIR/typed"
expect_status 7

# If the receiver ends, that is an error: the rest is lost.
cat >gone.sh <<'END'
{ "$@"; echo $? >status; } 2>err | head -c 1000 >/dev/null
END
gone() {
	what="live --frames to who has gone, $1"
	sh gone.sh "$POSIXTRACE" live --frames -o - -- "$EXAMPLES_DIR/typed" "$1"
	got=$(cat status)
	expect_status 1
	: >out
	expect_err '^posixtrace: live: -: the receiver has disconnected; later events were not sent$'
	[ "$(grep -c '^posixtrace' err)" -eq 1 ] || fail 'said twice'
}
gone 20000
# A reader of lines may close them early.
sh gone.sh "$POSIXTRACE" live -- "$EXAMPLES_DIR/typed" 20000
[ "$(cat status)" -eq 0 ] || fail 'a reader of lines that goes is a failure'

# By TCP, either side listening; a port that is free, if it still is.
if command -v python3 >/dev/null; then
	port=$(python3 -c 'import socket
s = socket.socket()
s.bind(("127.0.0.1", 0))
print(s.getsockname()[1])')
	"$POSIXTRACE" receive -q "tcp-listen:127.0.0.1:$port" -o log &
	receiver=$!
	kill_at_end "$receiver"
	send() {
		"$POSIXTRACE" live --frames -o "tcp:127.0.0.1:$port" -- \
			"$EXAMPLES_DIR/typed" 3 >out 2>err
	}
	wait_for send
	wait_end 'receive by TCP' "$receiver"
	expect_status 0
	[ "$("$POSIXTRACE" report -q log | grep -c furnace:)" -eq 24 ] ||
		fail 'not all events by TCP'
	# A port chosen by the system is printed.
	"$POSIXTRACE" receive -q tcp-listen:127.0.0.1:0 -o log 2>listens &
	receiver=$!
	kill_at_end "$receiver"
	wait_for grep -q ' listens on port [1-9][0-9]*$' listens
	"$POSIXTRACE" live --frames -o "tcp:127.0.0.1:$(sed 's/.* //' listens)" \
		-- "$EXAMPLES_DIR/typed" 3 >out 2>err || fail 'the port told'
	wait_end 'receive at a port that was chosen' "$receiver"
	expect_status 0
	"$POSIXTRACE" live --frames -o "tcp-listen:127.0.0.1:$port" -- \
		"$EXAMPLES_DIR/typed" 3 >/dev/null &
	sender=$!
	kill_at_end "$sender"
	receive() {
		"$POSIXTRACE" receive -q "tcp:127.0.0.1:$port" -o log 2>err
	}
	wait_for receive
	wait "$sender" || fail 'the listening sender failed'
	[ "$("$POSIXTRACE" report -q log | grep -c furnace:)" -eq 24 ] ||
		fail 'not all events from a listening sender'
fi
