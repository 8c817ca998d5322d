#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# What became slower from one log to another, and what cannot be told.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
: "${TIMED_CALLS:?where is the program that makes calls?}"
: "${FILES_AND_LOCKS:?where is the program that tells of files and locks?}"

command -v python3 >/dev/null || skip 'python3 is not installed'

record() {
	"$POSIXTRACE" record -q -o "$@"
}
record a -- "$TIMED_CALLS" read=1000,100 write=5000,50 open=700,5 \
	mutex=300,10,0x55d5e040 gone=0,3 mark=0,10
record b -- "$TIMED_CALLS" read=2000,100 write=5000,50 open=900,5 \
	mutex=200,10,0x7f01b040 mark=0,25 fresh=0,2

run "$POSIXTRACE" diff --json --by=call,lock,event,process,thread,file a b
expect_status 0
expect_no_err
python3 - out <<'END' || fail 'what became slower'
import json
import sys

diff = json.load(open(sys.argv[1]))

def ns(text):
    return round(float(text) * 1e9)

assert [side["file"] for side in diff["traces"]] == ["a", "b"]
assert all(side["lost"] == 0 and float(side["seconds"]) > 0
           for side in diff["traces"])

calls = {row["call"].removeprefix("posixtrace_"): row for row in diff["calls"]}
assert [row["call"] for row in diff["calls"]] == [
    "posixtrace_" + name for name in ("read", "open", "write", "mutex_wait")]
read = calls["read"]
assert ns(read["added"]) == 100000 and float(read["ratio"]) == 1.953
assert (read["times_A"], read["times_B"]) == (100, 100)
assert ns(read["total_A"]) == 100 * 1000 + 4950
assert abs(ns(read["median_B"]) - 2050) < 20
assert (ns(read["max_A"]), ns(read["max_B"])) == (1099, 2099)
assert read["B_longer"] == 100 and read["verdict"] == "slower"
assert calls["write"]["verdict"] == "alike"
assert calls["write"]["B_longer"] == 50
assert ns(calls["write"]["added"]) == 0
assert calls["mutex_wait"]["verdict"] == "faster"
assert ns(calls["mutex_wait"]["added"]) == -1000
# Of five calls nothing can be told, though each is slower.
assert calls["open"]["verdict"] == "few samples"
assert "B_longer" not in calls["open"]

# The addresses differ by pages.
lock, = diff["locks"]
assert lock["process"] == "timed-calls" and lock["lock"] == "mutex ...040"
assert lock["verdict"] == "faster"

events = {row["event"]: row for row in diff["events"]}
assert events["mark"]["added"] == 15 and events["mark"]["ratio"] == 2.5
assert events["gone"]["verdict"] == "vanished"
assert "ratio" in events["gone"]
assert events["fresh"]["verdict"] == "new" and "ratio" not in events["fresh"]
assert diff["events"][0]["event"] == "mark"
assert diff["events"][-1]["event"] == "gone"

# By names, since the pids differ.
process, = diff["processes"]
assert process["process"] == "timed-calls" and process["times_B"] == 165
thread, = diff["threads"]
assert thread["process"] == thread["thread"] == "timed-calls"
one = {row["file"]: row for row in diff["files"]}
assert set(one) == {"fd 3 of timed-calls", "/data/one"}, one
END

run "$POSIXTRACE" diff a b
expect_status 0
expect_out '^read +\+0\.000100000 +1\.953 +100 +100 .* 100\.0 % slower$'
expect_out '^B +b +'

# The first rows, and those that are picked.
run "$POSIXTRACE" diff --top=1 a b
expect_status 0
expect_out '^other calls +3$'
run "$POSIXTRACE" diff -e write a b
expect_status 0
expect_out '^write '
! grep -q '^read ' out || fail 'a call that is not picked'

# For scripts: total and median, where they can be told.
run "$POSIXTRACE" diff --fail-over 10% a b
expect_status 3
expect_one_line
expect_err 'diff: read: the median grew by 9[0-9.]* %, and 10 % are allowed'
run "$POSIXTRACE" diff --fail-over 99 a b
expect_status 0
run "$POSIXTRACE" diff --fail-over 50% --by=event a b
expect_status 3
expect_err 'diff: mark: the number grew by 150\.0 %'
record more -- "$TIMED_CALLS" read=1000,130
record fewer -- "$TIMED_CALLS" read=2000,40
run "$POSIXTRACE" diff --fail-over 20% a more
expect_status 3
expect_err 'diff: read: the total grew by'
run "$POSIXTRACE" diff --fail-over 20% a fewer
expect_status 3
expect_err 'diff: read: the median grew by'

# More time from one event to the next.
touch on
(sleep 0.5; rm on) &
record steady -- "$TIMED_CALLS" while=on mark=0,1
run "$POSIXTRACE" diff --by=event -e mark a steady
expect_status 0
expect_out '^mark .* sparser$'
run "$POSIXTRACE" diff --by=event -e mark steady a
expect_out '^mark .* denser$'

# Nothing differs; a log and itself.
run "$POSIXTRACE" diff --fail-over 0 --by=call,thread,process,file,lock,event a a
expect_status 0
! grep -qE 'slower|faster|new|vanished' out || fail 'a log differs from itself'

# What two processes have that cannot be matched by pids.
record one -- "$FILES_AND_LOCKS"
record two -- "$FILES_AND_LOCKS"
run "$POSIXTRACE" diff --by=file,lock,thread one two
expect_status 0
! grep -qE 'new|vanished' out || fail 'runs of one program do not match'
expect_out '^fd 7 of files-and-locks '

# Lost events are told, in both.
record lossy --policy loop --stream-size 16K -- \
	"$TIMED_CALLS" read=1000,20000 || :
run "$POSIXTRACE" diff a lossy
expect_status 3
[ "$(awk '$1 == "B" { print $NF }' out)" -gt 0 ] || fail 'no losses'

# What cannot be.
"$MAKE_DUMP" 12 >dump.trx
run "$POSIXTRACE" diff a dump.trx
expect_status 1
expect_one_line
expect_err 'dump.trx: a ThreadX dump.*--by=event'
run "$POSIXTRACE" diff --by=event dump.trx dump.trx
expect_status 0
expect_no_err
for arguments in 'a missing' 'missing a' "$0 a"; do
	# shellcheck disable=SC2086 # words
	run "$POSIXTRACE" diff $arguments
	expect_status 1
	expect_one_line
	expect_no_out
done
misuse() {
	words=$1
	shift
	run "$POSIXTRACE" diff "$@"
	expect_status 2
	expect_one_line
	expect_no_out
	expect_err "$words"
}
misuse 'no traces; give two'
misuse 'only one trace; give two' a
misuse 'b: there are two traces already' a a b
misuse 'only one trace' - -- -
misuse '--by=socks: .* call, thread, process, file, lock or event' --by=socks a b
misuse '--fail-over=ten: not a number' --fail-over=ten a b
misuse '--fail-over=-1: not a number' --fail-over=-1 a b
misuse '--top=0: not a number of rows' --top=0 a b
