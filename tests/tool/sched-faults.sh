#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `record --sched=faults` records each page fault, with its address, of a command and of a
# process that runs already.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
# shellcheck source=tests/tool/sched.sh disable=SC1091
. "$(dirname "$0")/sched.sh"
need_sched

cat >compare.py <<'END'
import json

first, size = open("place").read().split()
first, size = int(first, 16), int(size)
events = [json.loads(line) for line in open("log.json")]
faults = [event for event in events if event["event"] == "posixtrace_page_fault"]
there = [event for event in faults
         if 0 <= int(event["args"]["address"], 16) - first < 300 * size]
assert [int(event["args"]["address"], 16) for event in there] == \
    [first + i * size + 5 for i in range(300)], there
assert len({event["tid"] for event in there}) == 1
assert there[0]["tid"] != there[0]["pid"]
# By one instruction.
assert len({event["args"]["code"] for event in there}) == 1
END
compare() {
	check_sched log
	python3 compare.py || fail "$1"
}

run "$POSIXTRACE" record --sched=faults -o log -- "$TOUCHES" 300 </dev/null
expect_status 0
cp out place
compare 'of a command'
run "$POSIXTRACE" report -q -e page_fault log
expect_out ' page_fault +cpu=[0-9]+ address=0x[0-9a-f]+ code=0x[0-9a-f]+$'
run "$POSIXTRACE" stat log
expect_status 0
expect_out '^page_fault +[0-9]+ '

mkfifo go
"$TOUCHES" 300 <go >place &
worker=$!
kill_at_end "$worker"
exec 3>go
"$POSIXTRACE" record -q --sched=faults -o log -p "$worker" 2>err 3>&- &
recorder=$!
wait_for test -s log
sleep 0.3
exec 3>&-
wait_end 'the program' "$worker"
wait_end 'the recorder' "$recorder"
expect_status 0
compare 'of a process'

# Nobody asked for them.
run "$POSIXTRACE" record -q --sched -o log -- "$TOUCHES" 300 </dev/null
expect_status 0
run "$POSIXTRACE" report -q log
! grep page_fault out || fail 'faults that nobody asked for'
run "$POSIXTRACE" record --sched=fault -o log -- true
expect_status 2
expect_one_line
