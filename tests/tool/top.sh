#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The tables of stat while a process runs: by a stream of its own, and of a log
# that grows; as text, as JSON, and on a terminal with its keys.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
: "${TIMED_CALLS:?where is the program that makes calls?}"

command -v python3 >/dev/null || skip 'python3 is not installed'

touch on
"$TIMED_CALLS" while=on read=1000,20 mutex=30000,1,0x1040 &
pid=$!
kill_at_end "$pid"

# Of a process: its calls since then, more and more of them.
run "$POSIXTRACE" top -i 200ms --iterations 3 --by=call,thread "$pid"
expect_status 0
expect_no_err
expect_out "^of +$pid timed-calls$"
expect_out '^lost +0$'
expect_out '^events a second +[0-9.]+$'
awk '$1 == "read" { if ($2 <= n) exit 1; n = $2; pictures++ }
	END { exit pictures != 3 }' out || fail 'the number of reads'
expect_out "^ *$pid +$pid +timed-calls "
[ "$(awk '$1 == "read" || $1 == "mutex_wait" { print $1; exit }' out)" = \
	mutex_wait ] || fail 'not by time'
run "$POSIXTRACE" top --iterations 1 --by=event "$pid"
expect_status 0
expect_out '^read +[0-9]+ +9'
run "$POSIXTRACE" top --iterations 1 --by=lock "$pid"
expect_status 0
expect_out "^0\.000030000 .* $pid timed-calls mutex +0x1040 "
run "$POSIXTRACE" top -i 50ms --iterations 2 --json -e 'read*' "$pid"
expect_status 0
python3 - out <<'END' || fail 'JSON of each picture'
import json
import sys

decoder, text, pictures = json.JSONDecoder(), open(sys.argv[1]).read(), []
while text.strip():
    picture, end = decoder.raw_decode(text.lstrip())
    text = text.lstrip()[end:]
    pictures.append(picture)
assert len(pictures) == 2
assert pictures[0]["calls"][0]["call"] == "posixtrace_read"
assert len(pictures[1]["calls"]) == 1
assert pictures[1]["events"] > pictures[0]["events"]
END

# Only what happens between two pictures: nothing, while it is stopped.
"$POSIXTRACE" top -i 100ms --recent "$pid" >out 2>err &
recent=$!
kill_at_end "$recent"
wait_for grep -q '^read ' out
kill -STOP "$pid"
is_idle() {
	tail -n 8 out | grep -q '^events  *0$'
}
wait_for is_idle
kill -CONT "$pid"
kill -INT "$recent"
wait_end 'top --recent' "$recent"
expect_status 0
expect_no_err

# A log that grows: what stat says of it, without waiting until it is flushed.
# Other tests may record the same program, and to a log of the same name.
ln -s "$TIMED_CALLS" calls-of-top
"$POSIXTRACE" record -q -o log -- ./calls-of-top while=on read=500,5 &
recorder=$!
kill_at_end "$recorder"
mkdir elsewhere
"$POSIXTRACE" record -q -o elsewhere/log -- "$TIMED_CALLS" while=on read=500,5 &
kill_at_end "$!"
is_recorded() {
	"$POSIXTRACE" status >out &&
		grep -q "calls-of-top.*running.*$scratch/log\$" out &&
		grep -q "running.*$scratch/elsewhere/log\$" out
}
wait_for is_recorded
for name in "$scratch/log" log "$recorder" calls-of-top; do
	run "$POSIXTRACE" top -i 100ms --iterations 2 "$name"
	expect_status 0
	expect_no_err
	expect_out "^of +$scratch/log(\.[0-9]+)?$"
	awk '$1 == "read" { if ($2 <= n) exit 1; n = $2; pictures++ }
		END { exit pictures != 2 }' out ||
		fail "$name: the number of reads"
done

# On a terminal: one picture in place of the other, keys, and the last one stays.
cat >terminal.py <<'END'
import os
import pty
import re
import select
import sys
import time

def leave(why):
    print(why)
    sys.exit(77 if why.startswith("no ") else 1)

try:
    pid, terminal = pty.fork()
except OSError:
    leave("no pseudo-terminals")
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
seen = b""

def wait_for(pattern, begin):
    global seen
    until = time.time() + 60
    while not re.search(pattern, seen[begin:], re.S):
        if time.time() > until:
            leave("still not: %r in %r" % (pattern, seen[begin:]))
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                seen += os.read(terminal, 65536)
            except OSError:
                leave("the end, without %r: %r" % (pattern, seen[begin:]))

wait_for(rb"\x1b\[\?1049h.*mutex_wait [^\n]*\n.*read ", 0)
os.write(terminal, b"c")
wait_for(rb"read [^\n]*\nmutex_wait ", len(seen))
os.write(terminal, b"t")
wait_for(rb"mutex_wait [^\n]*\nread ", len(seen))
os.write(terminal, b"q")
wait_for(rb"\x1b\[\?1049l.*calls\r\nCALL", 0)
while True:
    try:
        if not os.read(terminal, 65536):
            break
    except OSError:
        break
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
END
if [ -r /dev/ptmx ]; then
	status=0
	python3 terminal.py "$POSIXTRACE" top -i 50ms "$pid" >said || status=$?
	[ "$status" -eq 0 ] || [ "$status" -eq 77 ] ||
		fail "on a terminal: $status: $(cat said)"
fi

# The end of what is traced is the end, with what there was last.
(sleep 0.5; rm on) &
"$POSIXTRACE" top -i 100ms "$pid" >of_pid 2>err &
attached=$!
"$POSIXTRACE" top -i 100ms "$recorder" >of_log 2>err2 &
following=$!
wait_end 'top PID' "$attached"
expect_status 0
wait_end 'top LOG' "$following"
expect_status 0
wait "$recorder" || fail 'the recorder'
cat err2 >>err
expect_no_err
reads=$("$POSIXTRACE" stat --by=call log | awk '$1 == "read" { print $2 }')
[ "$(awk '$1 == "read" { n = $2 } END { print n }' of_log)" = "$reads" ] ||
	fail 'the last picture is not what the log has'
# Then it is a file like others.
run "$POSIXTRACE" top log
expect_status 0
expect_out "^read +$reads "
# ... also while there is a recording to a file of that name elsewhere.
touch on
"$POSIXTRACE" record -q -o elsewhere/log -- "$TIMED_CALLS" while=on read=500,5 &
recorder=$!
kill_at_end "$recorder"
records_elsewhere() {
	"$POSIXTRACE" status "$recorder" >out 2>&1 && grep -q elsewhere out
}
wait_for records_elsewhere
run "$POSIXTRACE" top log
expect_status 0
expect_out "^read +$reads "
rm on
wait "$recorder" || fail 'the recorder elsewhere'
run "$POSIXTRACE" top --recent log
expect_status 1
expect_err '--recent: a log is shown as a whole'

# A stream that goes on with another log, and so does the view.
touch on
"$POSIXTRACE" record -q --every 1s -o part.ptl -- "$TIMED_CALLS" while=on \
	read=500,5 &
recorder=$!
kill_at_end "$recorder"
is_begun() {
	"$POSIXTRACE" status "$recorder" >out 2>&1 && grep -q '/part' out
}
wait_for is_begun
"$POSIXTRACE" top -i 200ms "$recorder" >out 2>err &
following=$!
has_two() {
	[ "$(awk '$1 == "of" { print $2 }' out | sort -u | wc -l)" -ge 2 ]
}
wait_for has_two
rm on
what='top of a series'
wait "$following" || fail "status $?"
expect_no_err

# Of a process that is not linked with the library there is nothing.
sleep 100 &
kill_at_end "$!"
run "$POSIXTRACE" top -i .1 --iterations 1 "$!"
expect_status 0
expect_out '^none since +it is not linked with libposixtrace; '
expect_err 'no event of a traced thread: no process attached'

# Of one that is, and sleeps, neither.
if [ -e "$PRELOAD_LIB" ]; then
	LD_PRELOAD=$PRELOAD_LIB sleep 100 &
	sleeping=$!
	kill_at_end "$sleeping"
	sleeps() {
		grep -q '^State:.S' "/proc/$sleeping/status" &&
			grep -q /posixtrace- "/proc/$sleeping/maps"
	}
	wait_for sleeps
	run "$POSIXTRACE" top -i 100ms --iterations 1 "$sleeping"
	expect_status 0
	expect_out '^none since +it waits, and '
	kill -STOP "$sleeping"
	is_stopped() {
		grep -q '^State:.T' "/proc/$sleeping/status"
	}
	wait_for is_stopped
	run "$POSIXTRACE" top -i 100ms --iterations 1 "$sleeping"
	expect_status 0
	expect_out '^none since +it is stopped$'
fi

# Losses are shown, and are the status.
"$POSIXTRACE" record -q -o lossy --policy loop --stream-size 16K -- \
	"$TIMED_CALLS" read=1000,20000 || :
run "$POSIXTRACE" top lossy
expect_status 3
expect_out '^lost +[1-9]'

# What cannot be.
"$MAKE_DUMP" 12 >dump.trx
for name in missing dump.trx 999999999; do
	run "$POSIXTRACE" top "$name"
	expect_status 1
	expect_one_line
	expect_no_out
done
misuse() {
	words=$1
	shift
	run "$POSIXTRACE" top "$@"
	expect_status 2
	expect_one_line
	expect_no_out
	expect_err "$words"
}
misuse 'b: one stream or process at a time' a b
misuse '--by=socks: what to group by' --by=socks
misuse '--interval 0: not a time' -i 0
misuse '--iterations=0: not a number' --iterations=0
misuse '--stream-size x: not a size' --stream-size x
