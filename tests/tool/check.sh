#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `check` reports each fault and its place, and does not change the file.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
: "${MAKE_DUMP:?where is the generator of dumps?}" "${EMIT:?and of logs?}"

# Byte $2 of file $1 becomes \$3 (octal) in the file `bad`; the following ones, too:
# 1\2 are two.
spoil() {
	cp "$1" bad
	# shellcheck disable=SC2059 # an escape
	printf "\\$3" | dd of=bad bs=1 seek="$2" conv=notrunc 2>/dev/null
}

# $1 at offset $2 of file $3 is a fault at offset $4 with the words $5.
faulty() {
	spoil "$3" "$2" "$1"
	cksum bad >before
	run "$POSIXTRACE" check bad
	expect_status 4
	expect_out "^offset $4: $5"
	expect_out ': damaged, but readable, '
	cksum bad | cmp -s - before || fail 'the file was changed'
	run "$POSIXTRACE" check -q bad
	expect_status 4
	expect_no_out
	expect_no_err
	run "$POSIXTRACE" check --json bad
	expect_status 4
	expect_out '"severity": "fault"'
}

# A log.
make_files 3 5000
"$POSIXTRACE" record -q -o log -- "$EXAMPLES_DIR/checksum" files/* \
	>/dev/null || fail 'record'
run "$POSIXTRACE" check log
expect_status 0
expect_no_err
[ "$(wc -l <out)" -eq 1 ] || fail 'more than one line about a whole log'
expect_out '^log: whole, [0-9]+ events, none lost$'
faulty 1 8 log 8 'TXTB header: the base address is 0x1, not 0x0'
faulty 7 49 log 49 'registry slot: type 7 is not of a log'
faulty 7 $((53248 + 72 * 65 + 9)) log $((53248 + 72 * 65)) \
	'the name of event type 65 is damaged'
# The exit status tells of a name that is lost, whatever is asked for.
names() {
	cp "$2" bad
	dd if=/dev/zero of=bad bs=1 seek=$((53248 + 72 * $1)) count=72 conv=notrunc \
		2>/dev/null
}
lacks_names() {
	"$@" >out 2>err && got=0 || got=$?
	expect_status 4
}
if "$POSIXTRACE" query --examples >out 2>&1; then
	# The registry in front has no room for that many.
	# shellcheck disable=SC2046 # words
	"$EMIT" types 40 $(seq -f 't%g' 300)
	names 314 types
	lacks_names "$POSIXTRACE" check bad
	lacks_names "$POSIXTRACE" info bad
	for sql in 'SELECT count(*) FROM events' 'SELECT * FROM types' \
			'SELECT max(time_ns) FROM events' 'SELECT 1' \
			'SELECT sum(events) FROM threads' \
			'SELECT event FROM events'; do
		lacks_names "$POSIXTRACE" query bad "$sql"
	done
	# Those of the system are known.
	names 2 log
	"$POSIXTRACE" query -q --no-header bad \
		'SELECT event FROM events LIMIT 1' >out || :
	expect_out '^posix_trace_start$'
fi
# In front of the first block is what the program executed.
block=$("$POSIXTRACE" info --blocks log | sed -n 's/^  *1  *\([0-9][0-9]*\) .*/\1/p')
faulty 177 $((block + 129)) log $((block + 128)) \
	'block 1: the checksum of its records'
faulty 177 $((block + 20)) log "$block" '[0-9]+ bytes that are no block'
expect_out 'block 1 is missing before this one'
[ "$block" -gt 724992 ] || fail 'no image in front'
faulty 177 $((724992 + 150)) log 724992 'images: not all of what processes executed'

faulty "101$(printf '\\101%.0s' $(seq 31))" 64 log 64 \
	'registry slot: the name has no end'
faulty "$(od -An -b -j 52 -N 4 log | sed 's/^ //; s/ /\\/g')" 100 log 100 \
	'registry slot: object 0x[0-9a-f]+ is in slot 0, too'
faulty 1 $((45056 - 24)) log $((45056 - 32)) 'window: an unused entry is not zero'
faulty 1 $((45056 - 32)) log $((45056 - 32)) 'window: an entry behind an unused one'
cp log bad
dd if=/dev/zero of=bad bs=512 seek=88 count=1 conv=notrunc 2>/dev/null
run "$POSIXTRACE" check bad
expect_status 1
expect_out '^offset 45056: the head is all zero: the log was never begun'
spoil log 45064 11
run "$POSIXTRACE" check bad
expect_status 1
expect_out '^offset 45064: the log has version 9, this program reads version 1'
spoil log $((45056 + 100)) 177
run "$POSIXTRACE" check bad
expect_status 1
expect_out '^offset 45524: the checksum of the head is'
expect_err 'bad: cannot be read'
spoil log 45056 1
run "$POSIXTRACE" check bad
expect_status 1
expect_out '^offset 45056: the head does not begin with PXTLOG1'
head -c 40000 log >bad
run "$POSIXTRACE" check bad
expect_status 1
expect_out '^offset 40000: the file ends before the head'
head -c $(($(stat -c %s log) - 8)) log >bad
run "$POSIXTRACE" check bad
expect_status 4
expect_out ': a block begins here and is not whole'

# A dump.
"$MAKE_DUMP" 10 >dump
run "$POSIXTRACE" check dump
expect_status 0
expect_out '^ThreadX dump: whole, 10 events, none lost$'
[ "$(wc -l <out)" -eq 1 ] || fail 'more than one line about a whole dump'
run "$POSIXTRACE" check --json dump
expect_status 0
expect_out '"readable": true,'
expect_out '"faults": 0,'
buffer=$((48 + 8 * 48))
faulty 1 32 dump 32 'the current pointer 0x[0-9a-f]+ is at no entry'
faulty 1 24 dump 24 'the buffer starts at 0x[0-9a-f]+, but the registry ends at'
faulty 1 12 dump 12 'the registry starts at 0x[0-9a-f]+, not behind the header'
faulty 1 28 dump 28 'the buffer has 337 bytes, no multiple'
faulty 0 5 dump 4 "the timer's mask 0xffff00ff is not a row of ones"
faulty 377 20 dump 20 'the registry has [0-9]+ bytes, no multiple'
faulty 7 48 dump 48 "object slot: 'available' is 7"
faulty 36 49 dump 49 'object slot: type 30 is none'
faulty '0\0\0\0' 52 dump 52 'object slot: in use, but its address is 0'
faulty '0\1\0\40' 100 dump 100 \
	'object slot: address 0x20000100 is also that of the object at offset 48'
faulty "101$(printf '\\101%.0s' $(seq 31))" 64 dump 64 \
	'object slot: the name has no end'
faulty 20 49 dump 464 'entry: the thread 0x20000100 is no thread, but the object'
run "$POSIXTRACE" check bad
expect_out '^offset 49: remark: object slot: type 16 is reserved$'
for name in 'empty 0' 'not-readable 1'; do
	spoil dump 64 "${name#* }"
	run "$POSIXTRACE" check bad
	expect_status 0
	expect_out "^offset 64: remark: object slot: the name is $(echo "${name% *}" | tr - ' ')"
done
faulty 0 $((buffer + 9)) dump $((buffer + 8)) 'entry: 0 is no event id'
faulty 177 $((buffer + 5)) dump $((buffer + 4)) 'entry: 0x[0-9a-f]+ is no priority'
faulty 1 $((buffer + 15 * 32)) dump $((buffer + 15 * 32)) \
	'entry: in use, but behind one that is not'
head -c $((buffer + 5 * 32 + 3)) dump >bad
run "$POSIXTRACE" check bad
expect_status 4
expect_out "^offset $((buffer + 5 * 32 + 3)): the file ends too early: 5 entries"
head -c $((buffer + 10 * 32 + 3)) dump >bad
run "$POSIXTRACE" check bad
expect_status 4
expect_out "^offset $((buffer + 10 * 32 + 3)): the file ends where the next "
spoil dump $buffer 1
run "$POSIXTRACE" check bad
expect_status 0
expect_out "^offset $buffer: remark: entry: the thread 0x[0-9a-f]+ is not in"

# Nothing of the kind.
: >empty
run "$POSIXTRACE" check empty
expect_status 1
expect_out '^offset 0: the file is empty'
expect_err 'empty: cannot be read: not a trace log or ThreadX dump'
run "$POSIXTRACE" check -q empty
expect_status 1
expect_no_out
expect_no_err
head -c 60 dump >bad
run "$POSIXTRACE" check bad
expect_status 1
expect_out '^offset 12: the object registry has 384 bytes and the file only 60'
run "$POSIXTRACE" check /dev/null
expect_status 1
expect_one_line
run "$POSIXTRACE" check dump log
expect_status 2

# A log that is being written is neither whole nor damaged; of a killed recorder it
# is incomplete.
"$POSIXTRACE" record -q --all -o live >out 2>err &
recorder=$!
kill_at_end "$recorder"
wait_for test -s live
run "$EXAMPLES_DIR/checksum" files/*
expect_status 0
for times in 1 2 3; do
	run "$POSIXTRACE" check live
	expect_status 5
	expect_no_err
	expect_out '^log: being written, not checked, [0-9]+ events, none lost$'
	[ "$(wc -l <out)" -eq 1 ] || fail "time $times: more than one line"
done
run "$POSIXTRACE" check -q live
expect_status 5
expect_no_out
run "$POSIXTRACE" check --json live
expect_status 5
expect_out '"being_written": true,'
expect_out '"faults": 0,'
kill -KILL "$recorder"
wait_end 'a killed recorder' "$recorder"
run "$POSIXTRACE" check live
expect_status 4
expect_out 'the log was not completed'
run "$POSIXTRACE" recover live
expect_status 0
run "$POSIXTRACE" check --json live
expect_status 0
expect_out '"being_written": false,'

# One that another command writes, as `recover` does, is not checked.
cp live locked
exec 8<>locked
flock 8
run "$POSIXTRACE" check locked
expect_status 5
expect_out '^log: being written, not checked, '
exec 8>&-
run "$POSIXTRACE" check locked
expect_status 0
