#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `status` lists streams, running and left by dead recorders, without disturbing
# them; `start`, `stop` and `flush` do that with those of other processes.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

# member NAME: of the only stream in `out`.
member() {
	sed -n "s/^ *\"$1\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}$/\1/p" out
}

# expect MEMBER VALUE
expect() {
	[ "$(member "$1")" = "$2" ] || fail "$1 is '$(member "$1")', not '$2'"
}

# It records its own process, until it is told to end.
cat >job <<'END'
"$1/checksum" files >list
: >ready
while [ ! -e go ]; do sleep 0.05; done
END
make_files 300 10

"$POSIXTRACE" record -q -o log -- sh job "$EXAMPLES_DIR" >out1 2>err1 &
recorder=$!
kill_at_end "$recorder"
wait_for test -e ready

run "$POSIXTRACE" status -i 0 --json log
expect_status 0
expect_no_err
expect controller "$recorder"
expect state running
expect policy flush
expect log "$scratch/log"
expect lost 0
expect processes 1
[ "$(member threads)" -ge 2 ] || fail 'the threads are not counted'
[ "$(member stream_size)" -ge 1048576 ] || fail 'the size is not that of the stream'
[ -e "$(member segment)" ] || fail 'its memory is not there'
expect rate ''

# By each of its names; with a rate.
name=$(member name)
target=$(member target)
mkdir below
ln -s ../log below/link
for which in "$name" "$recorder" "$target" log "$scratch/log" ./log \
	below/../log "../${scratch##*/}/log" below/link; do
	run "$POSIXTRACE" status --json --interval 10ms "$which" "$recorder"
	expect_status 0
	expect controller "$recorder"
	[ "$(member rate)" ] || fail 'there is no rate'
done
run "$POSIXTRACE" status
expect_status 0
expect_out '^STREAM +RECORDER +TARGET +STATE +AGE +MEMORY +FILL +PEAK FILL +RATE +LOST +LOG$'
expect_out " $recorder +$target +running .*%.* bytes/s +0 $scratch/log\$"
run "$POSIXTRACE" status no-such-stream
expect_status 1
expect_one_line
expect_err 'no-such-stream: no such stream; '

# Nobody has noticed.
: >go
wait_end 'a recorder' "$recorder"
expect_status 0
run "$POSIXTRACE" check log
expect_status 0
run "$POSIXTRACE" report log
if grep -q 'posix_trace_stop ' out; then
	[ "$(grep -c 'posix_trace_stop ' out)" = 1 ] || fail 'it was stopped'
fi
run "$POSIXTRACE" status -i 0 "$recorder"
expect_status 1

# It is stopped and started from outside, and what it has is in its log at once.
rm -f go ready log
"$POSIXTRACE" record -q -o log -- sh job "$EXAMPLES_DIR" >out1 2>err1 &
recorder=$!
kill_at_end "$recorder"
wait_for test -e ready
run "$POSIXTRACE" flush ./log
expect_status 0
expect_err "^posixtrace: $scratch/log: flushed\$"
# Of what is in the file itself.
cp log flushed
run "$POSIXTRACE" report --json flushed
[ "$(grep -c '"checksum:file_end"' out)" -eq 300 ] || fail 'flushed, and not in the log'
run "$POSIXTRACE" stop "$recorder"
expect_status 0
run "$POSIXTRACE" status -i 0 --json log
expect state stopped
run "$EXAMPLES_DIR/checksum" files
run "$POSIXTRACE" start -q log
expect_status 0
expect_no_err
run "$POSIXTRACE" status -i 0 --json log
expect state running
# A recorder that cannot answer; the command is not done later.
kill -STOP "$recorder"
# Its threads go on until one of them has taken the signal.
is_stopped() {
	! cat /proc/"$recorder"/task/*/status | grep '^State:' | grep -qv 'T (stopped)'
}
wait_for is_stopped
run "$POSIXTRACE" stop log
expect_status 1
expect_one_line
expect_err ': its recorder, .*, has not answered '
kill -CONT "$recorder"
run "$POSIXTRACE" flush log
run "$POSIXTRACE" status -i 0 --json log
expect state running
: >go
wait_end 'a recorder' "$recorder"
expect_status 0
run "$POSIXTRACE" report log
# The shutdown stops it again.
[ "$(grep -c ' posix_trace_start ' out)" = 2 ] || fail 'it was not started twice'
[ "$(grep -c ' posix_trace_stop ' out)" = 2 ] || fail 'it was not stopped twice'
run "$POSIXTRACE" check log
expect_status 0
run "$POSIXTRACE" stop log
expect_status 1
expect_err 'no such stream'

# One whose log is full stays stopped.
rm -f go ready log
"$POSIXTRACE" record -q --log-policy until-full --log-size 16K -o log -- \
	sh job "$EXAMPLES_DIR" >out1 2>err1 &
recorder=$!
kill_at_end "$recorder"
wait_for test -e ready
run "$POSIXTRACE" flush -q log
expect_status 0
run "$POSIXTRACE" start log
expect_status 1
expect_one_line
expect_err "^posixtrace: start: $scratch/log: is full, so its stream stays stopped; "
: >go
wait_end 'a recorder' "$recorder"

# Several that start and stop one do not take it for full.
rm -f go ready log
"$POSIXTRACE" record -q -o log -- sh job "$EXAMPLES_DIR" >out1 2>err1 &
recorder=$!
kill_at_end "$recorder"
wait_for test -e ready
toggle()
{
	for _ in $(seq 60); do
		"$POSIXTRACE" stop -q log || echo "stop failed: $?"
		"$POSIXTRACE" start -q log || echo "start failed: $?"
	done
}
toggle >toggled1 2>&1 &
one=$!
kill_at_end "$one"
toggle >toggled2 2>&1
wait_end 'the other one' "$one"
if [ -s toggled1 ] || [ -s toggled2 ]; then
	fail "$(cat toggled1 toggled2 | head -2)"
fi
: >go
wait_end 'a recorder' "$recorder"

# A stream that nobody reads is full, and loses events.
rm -f go ready log
"$POSIXTRACE" record -q --stream-size 64K --policy until-full -o log -- \
	sh job "$EXAMPLES_DIR" >out1 2>err1 &
recorder=$!
kill_at_end "$recorder"
wait_for test -e ready
run "$POSIXTRACE" status -i 0 --json log
expect_status 0
expect policy until-full

# What a killed one leaves.
kill -KILL "$recorder"
wait_end 'a killed recorder' "$recorder"
expect_status 137
: >go
run "$POSIXTRACE" status -i 0 --json log
expect_status 0
expect state dead
expect log "$scratch/log"
run "$POSIXTRACE" recover -q --discard log
expect_status 0
run "$POSIXTRACE" status -i 0 log
expect_status 1

# One without a log has no thread that could do it.
sleep 60 &
kill_at_end $!
"$POSIXTRACE" live -q -p "$!" >out1 2>err1 &
live=$!
kill_at_end "$live"
has_stream() {
	"$POSIXTRACE" status -i 0 "$live" >out2 2>err2
}
wait_for has_stream
run "$POSIXTRACE" stop "$live"
expect_status 1
expect_one_line
expect_err ': has no log, so only '
kill "$live"
wait_end 'posixtrace live' "$live"

run "$POSIXTRACE" start
expect_status 2
expect_one_line
run "$POSIXTRACE" start --all x
expect_status 2
expect_one_line
run "$POSIXTRACE" stop ''
expect_status 2
expect_one_line

for arguments in '-i' '-i 1x' '-i -1' '-i 2h' '--nonsense' "''"; do
	eval "run \"\$POSIXTRACE\" status $arguments"
	expect_status 2
	expect_one_line
done
