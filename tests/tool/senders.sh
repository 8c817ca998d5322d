#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `receive --each`: many senders at the same time, and a log for each.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

# shellcheck source=tests/tool/readings.sh disable=SC1091
. "$(dirname "$0")/readings.sh"

# receive_each OPTION...: in the background, with at most $files descriptors, if that
# is not empty; $receiver is it, and $port where.
files=
receive_each() {
	rm -f said
	(
		# shellcheck disable=SC3045
		[ -z "$files" ] || ulimit -n "$files"
		exec "$POSIXTRACE" receive --each "$@" tcp-listen:127.0.0.1:0 2>said
	) &
	receiver=$!
	kill_at_end "$receiver"
	wait_for grep -qs ' listens on port [1-9][0-9]*$' said
	port=$(sed -n 's/.* listens on port //p' said)
}

# end_receiving STATUS
end_receiving() {
	kill -TERM "$receiver"
	status=0
	wait "$receiver" || status=$?
	cp said err
	[ "$status" -eq "$1" ] || fail "it has the status $status"
}

send() {
	"$POSIXTRACE" live --frames -o "tcp:127.0.0.1:$port" -- "$@"
}

# Send until there is a file `go`; $sender does it.
begin_sending() {
	rm -f ready go
	"$POSIXTRACE" live --frames -o "tcp:127.0.0.1:$port" -- \
		sh sending "$EXAMPLES_DIR" 2>sender &
	sender=$!
	kill_at_end "$sender"
}

cat >sending <<'END'
"$1/typed" 10
: >ready
while [ ! -e go ]; do sleep 0.02; done
END

# lines_of N PATTERN: what it has said has so many lines of it.
lines_of() {
	[ "$(grep -c "$2" said)" -eq "$1" ]
}

# has_all LOG: it has all readings of `typed 10`, whether it is complete or not.
has_all() {
	[ "$("$POSIXTRACE" report -q "$1" 2>/dev/null | grep -c furnace:reading)" -eq 60 ]
}

# None waits for another one, and each has all of its events.
mkdir logs
receive_each -o logs/from.ptl
senders=
for n in 10 20 30 40 50 60; do
	send "$EXAMPLES_DIR/typed" "$n" &
	senders="$senders $!"
done
for sender in $senders; do
	wait "$sender" || fail 'a sender'
done
wait_for test -e logs/from-000006.ptl
wait_for lines_of 6 'events, lost 0'
end_receiving 0
[ "$(readings logs/from-*.ptl)" -eq 1260 ] || fail 'not all events'
for log in logs/*; do
	case $log in logs/from-00000[1-6].ptl) ;; *) fail "there is $log" ;; esac
done
"$POSIXTRACE" merge -q -o all logs
[ "$(readings all)" -eq 1260 ] || fail 'not all events are merged'

# What is sent after a loss of the connection is in the next log; who sends nothing
# that is known leaves none, and is reported; the oldest are removed.
receive_each --keep 2 -o logs/from.ptl
begin_sending
wait_for test -e ready
wait_for test -e logs/from-000007.ptl
# The log can be read meanwhile.
wait_for has_all logs/from-000007.ptl
kill -KILL "$sender"
: >go
wait_for grep -q 'from-000007.ptl: the stream has no end' said
send "$EXAMPLES_DIR/typed" 10
wait_for test -e logs/from-000008.ptl
python3 - "$port" <<'END'
import socket, sys
with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as s:
    s.sendall(b"GET / HTTP/1.1\r\n\r\n" * 1000)
socket.create_connection(("127.0.0.1", int(sys.argv[1]))).close()
END
wait_for lines_of 2 'no frames of'
end_receiving 1
[ "$(echo logs/*)" = 'logs/from-000007.ptl logs/from-000008.ptl' ] ||
	fail "there are $(echo logs/*)"
[ "$(readings logs/from-000008.ptl)" -eq 60 ] || fail 'after it'

# One that is silent is dead, as after a network is cut; it has sent each second.
receive_each -o silent.ptl
begin_sending
wait_for test -e silent-000001.ptl
kill -STOP "$sender"
wait_for grep -q ': silent for 10 s, so it is taken for dead$' said
kill -CONT "$sender"
: >go
wait "$sender" || :
end_receiving 4
cp sender err
expect_err 'reader|receiver|Broken pipe'

# With few descriptors the others wait.
files=40
receive_each -o few.ptl
files=
senders=
for n in 1 2 3 4 5 6 7 8 9 10; do
	send "$EXAMPLES_DIR/typed" 10 &
	senders="$senders $!"
done
for sender in $senders; do
	wait "$sender" || fail 'a sender that waited'
done
wait_for lines_of 10 'events, lost 0'
end_receiving 0
[ "$(readings few-*.ptl)" -eq 600 ] || fail 'not all events with few descriptors'

# A signal completes what there is.
receive_each -q -o cut.ptl
begin_sending
wait_for test -e ready
wait_for has_all cut-000001.ptl
end_receiving 4
: >go
wait "$sender" || :
has_all cut-000001.ptl || fail 'a log that was cut'

run "$POSIXTRACE" receive --each file
expect_status 2
expect_one_line
run "$POSIXTRACE" receive --keep 3 tcp-listen:127.0.0.1:0
expect_status 2
expect_one_line
run "$POSIXTRACE" receive --each -o no/where tcp-listen:127.0.0.1:0
expect_status 1
expect_one_line
