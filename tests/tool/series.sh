#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `record` into several logs: by time and size, and snapshots.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

# shellcheck source=tests/tool/readings.sh disable=SC1091
. "$(dirname "$0")/readings.sh"

# By time: every event is in one of them, and each has the names.
run "$POSIXTRACE" record --every 100ms -o t.ptl -- sh job "$EXAMPLES_DIR"
expect_status 0
expect_err '; t-00000[0-9]\.ptl$'
[ ! -e t.ptl ] || fail 'there is a log without a number'
[ -e t-000003.ptl ] || fail 'there are not enough logs'
[ "$(readings t-*.ptl)" -eq 600 ] || fail 'not all events, or some twice'

# merge takes the directory.
mkdir parts empty
mv t-*.ptl parts
echo text >parts/notes
run "$POSIXTRACE" merge -q -o all parts/
expect_status 0
[ "$(readings all)" -eq 600 ] || fail 'not all events are merged'
run "$POSIXTRACE" merge -o none empty
expect_status 2
expect_one_line
expect_err 'empty: no logs in this directory; '

# By size; it goes on behind those that are there.
mkdir logs
: >logs/s-000041.ptl
: >logs/s-xyz.ptl
: >logs/s-0000042.ptl
run "$POSIXTRACE" record --size 4K --stream-size 8K -o logs/s.ptl -- sh job "$EXAMPLES_DIR"
expect_status 0
[ -e logs/s-000043.ptl ] || fail 'it did not go on'
rm logs/s-000041.ptl
[ "$(readings logs/s-0000[0-9][0-9].ptl)" -eq 600 ] || fail 'not all events'

# The oldest are removed; what only looks like one is not.
run "$POSIXTRACE" record --size 4K --stream-size 8K --keep 2 -o logs/s.ptl -- sh job "$EXAMPLES_DIR"
expect_status 0
found=$(ls logs)
[ "$(echo "$found" | wc -l)" -eq 4 ] || fail "these are there: $found"
case $found in *s-0000042.ptl*s-xyz.ptl*) ;; *) fail 'others are gone' ;; esac

# A recorder that is killed leaves a log that can be recovered, and others that are
# whole; the next one goes on.
"$POSIXTRACE" record -q --every 100ms -o k -- sh job "$EXAMPLES_DIR" &
recorder=$!
kill_at_end "$recorder"
wait_for test -e k-000003
kill -KILL "$recorder"
wait "$recorder" 2>/dev/null || :
n=0
for log in k-0*; do
	run "$POSIXTRACE" recover "$log"
	case $got in 0|3) ;; *) fail "$log: status $got" ;; esac
	run "$POSIXTRACE" check "$log"
	expect_status 0
	n=$((n + 1))
done
run "$POSIXTRACE" record -q --every 1h -o k -- "$EXAMPLES_DIR/typed" 1
expect_status 0
[ -e "k-$(printf %06d $((n + 1)))" ] || fail 'it did not go on'

# Snapshots by a signal: the newest events, and each is in one of them.
cat >steps <<'END'
"$1/typed" 10
: >ready1
while [ ! -e go1 ]; do sleep 0.02; done
"$1/typed" 20
: >ready2
while [ ! -e go2 ]; do sleep 0.02; done
"$1/typed" 30
END
"$POSIXTRACE" record --snapshot-on USR2 -o n.ptl -- sh steps "$EXAMPLES_DIR" \
	2>said &
recorder=$!
kill_at_end "$recorder"
wait_for test -e ready1
kill -USR2 "$recorder"
wait_for test -e n-000001.ptl
: >go1
wait_for test -e ready2
kill -USR2 "$recorder"
wait_for test -e n-000002.ptl
: >go2
wait "$recorder" || fail "status $?"
cp said err
expect_err '^posixtrace: n-000001\.ptl: a snapshot \(USR2\), [0-9]+ events, '
expect_err '^posixtrace: 2 snapshots, and none at the end$'
[ "$(readings n-000001.ptl)" -eq 60 ] || fail 'the first snapshot'
[ "$(readings n-000002.ptl)" -eq 120 ] || fail 'the second snapshot'
for left in n-*; do
	case $left in n-00000[12].ptl) ;; *) fail "left: $left" ;; esac
done

# By another process, which learns the name; nothing holds it off.
rm ready* go*
"$POSIXTRACE" record -q --snapshot-on USR1 --hold-off 1h -o 'q r.ptl' \
	--name asked -- sh steps "$EXAMPLES_DIR" &
recorder=$!
kill_at_end "$recorder"
wait_for test -e ready1
run "$POSIXTRACE" snapshot asked
expect_status 0
[ "$(cat out)" = "$(pwd -P)/q r-000001.ptl" ] || fail "the name: $(cat out)"
[ "$(readings 'q r-000001.ptl')" -eq 60 ] || fail 'the first that was asked for'
: >go1
wait_for test -e ready2
run "$POSIXTRACE" snapshot -q 'q r.ptl'
expect_status 0
expect_no_out
[ "$(readings 'q r-000002.ptl')" -eq 120 ] || fail 'the second'
: >go2
wait "$recorder" || fail "status $?"
[ ! -e 'q r-000003.ptl' ] || fail 'one that nobody has asked for'
run "$POSIXTRACE" snapshot asked
expect_status 1
expect_one_line

pids=

# Who makes no snapshots says so, and is left out of all.
rm ready* go*
run "$POSIXTRACE" record -q --snapshot-on command -o none.ptl -- true
expect_status 0
[ ! -e none-000001.ptl ] || fail 'without a command'
"$POSIXTRACE" record -q -o whole.ptl -- sh steps "$EXAMPLES_DIR" &
recorder=$!
kill_at_end "$recorder"
wait_for test -e ready1
run "$POSIXTRACE" snapshot whole.ptl
expect_status 1
expect_one_line
expect_err 'whole\.ptl: its recorder makes no snapshots; '
run "$POSIXTRACE" snapshot --all
expect_status 0
# Each that asks is told, however many do.
for n in 1 2 3 4 5 6 7 8; do
	(! "$POSIXTRACE" snapshot whole.ptl >/dev/null 2>&1 || : >"made$n") &
	pids="$pids $!"
done
for pid in $pids; do
	wait "$pid"
done
[ "$(echo made*)" = 'made*' ] || fail "a snapshot that was refused: $(echo made*)"
: >go1
: >go2
wait "$recorder" || fail "status $?"
[ "$(readings whole.ptl)" -eq 360 ] || fail 'the whole log'

cat >crash <<'END'
"$1/typed" 10
kill -SEGV $$
END

# As the command ends, or only if it crashes.
run "$POSIXTRACE" record --snapshot-on exit -o e.ptl -- "$EXAMPLES_DIR/typed" 10
expect_status 0
[ "$(readings e-000001.ptl)" -eq 60 ] || fail 'the end'
run "$POSIXTRACE" record --snapshot-on SIGUSR1 --snapshot-on crash -o c.ptl -- \
	"$EXAMPLES_DIR/typed" 10
expect_status 0
expect_err '^posixtrace: 0 snapshots, and none at the end$'
run "$POSIXTRACE" record --snapshot-on crash -o c.ptl -- \
	sh crash "$EXAMPLES_DIR"
expect_status 139
[ "$(readings c-000001.ptl)" -eq 60 ] || fail 'the crash'

# A while after the signal, and no other one too soon.
rm -f ready* go*
"$POSIXTRACE" record -q --snapshot-on USR1 --snapshot-after 2s --hold-off 1h \
	-o a.ptl -- sh steps "$EXAMPLES_DIR" &
recorder=$!
kill_at_end "$recorder"
wait_for test -e ready1
kill -USR1 "$recorder"
: >go1
wait_for test -e ready2
wait_for test -e a-000001.ptl
kill -USR1 "$recorder"
: >go2
wait "$recorder" || fail "status $?"
[ "$(readings a-000001.ptl)" -eq 180 ] || fail 'what came after the signal'
[ ! -e a-000002.ptl ] || fail 'it was not held off'

# If the next log cannot be made, the recording goes on in this one.
if [ "$(id -u)" -ne 0 ]; then
	mkdir closed
	cat >close <<'END'
"$1/typed" 10
chmod a-w closed
sleep 0.3
"$1/typed" 10
END
	run "$POSIXTRACE" record --every 100ms -o closed/x.ptl -- \
		sh close "$EXAMPLES_DIR"
	chmod u+w closed
	expect_err 'closed/x-.*: Permission denied; '
	[ "$(readings closed/x-*.ptl)" -eq 120 ] || fail 'events are missing'
fi

for options in '--snapshot-on SIGTERM' '--keep 3' '--keep 0 --every 1s' '--every 0' \
		'--size x' '--hold-off 1s' '--snapshot-on exit --every 1s' \
		'--snapshot-on USR1 --snapshot-on USR2' \
		'--snapshot-on exit --policy until-full' '--snapshot-on a.b>c' \
		'--snapshot-on .a>1' '--snapshot-on a>1' '--snapshot-on a.b>' \
		'--size 1M --log-policy loop'; do
	# shellcheck disable=SC2086
	run "$POSIXTRACE" record $options -- true
	expect_status 2
	expect_one_line
done
