#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `recover` writes the events in memory to the log of a killed recorder, and
# removes the memory.  Also tests `record -p all`.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

# Streams of others may be listed, too.
listed() {
	run "$POSIXTRACE" recover
	expect_status 0
	grep -q " $scratch/$1\$" out
}

make_files 300 10
"$POSIXTRACE" record -q --all -o log >out 2>err &
recorder=$!
kill_at_end "$recorder"
wait_for test -s log
run "$EXAMPLES_DIR/checksum" files
expect_status 0
if listed log; then
	fail 'a recording that goes on can be recovered'
fi
run "$POSIXTRACE" recover log
expect_status 1
expect_one_line
expect_err '^posixtrace: recover: log: in use by its recorder '
run "$POSIXTRACE" recover --discard log
expect_status 1
expect_one_line
expect_err '^posixtrace: recover: log: in use by its recorder; end that first$'
kill -KILL "$recorder"
wait_end 'a killed recorder' "$recorder"
expect_status 137

# Reading it takes no memory: the part of the segment that was never used has none.
listed log || fail 'it is not listed'
grep " $scratch/log\$" out >listed
run "$POSIXTRACE" report log
expect_status 4
[ "$(grep -c ' checksum:file_end ' out)" -eq 300 ] || fail 'not all is there'
cp out before
listed log || fail 'it is not listed any more'
grep " $scratch/log\$" out | cmp - listed || fail 'reading has taken memory'

# A copy can be recovered, and takes nothing from the log, whatever its name.
cp log copy
mv log moved
for time in first second; do
	run "$POSIXTRACE" recover copy
	expect_status 0
	[ $time = second ] || expect_err '; it is a copy, and the memory stays '
	listed moved || fail "recovering a copy the $time time has taken the memory"
done
mv moved log
run "$POSIXTRACE" report copy
expect_status 0
sed 's/^# copy /# log /' out | cmp - before || fail 'a copy has other events'

# It is listed, also under a name that it has got since.
listed log || fail 'it is not listed'
mv log other
listed other || fail 'it is not listed under its new name'
mv other log
run "$POSIXTRACE" recover --json
expect_status 0
expect_out "\"log\": \"$scratch/log\""
expect_out '"target": -1'

run "$POSIXTRACE" recover log
expect_status 0
expect_err '^posixtrace: log: [0-9]+ events recovered, 0 lost '
if listed log; then
	fail 'recovered, and still listed'
fi
run "$POSIXTRACE" report log
expect_status 0
[ "$(grep -c ' checksum:file_end ' out)" -eq 300 ] || fail 'some are lost'
run "$POSIXTRACE" recover log
expect_status 0
expect_err '^posixtrace: log: complete, nothing to recover$'
run "$POSIXTRACE" recover -q log
expect_status 0
expect_no_err

# Events for which a log with a limit has no room are reported, and the status
# is not 0.  `check` reports the same number, also of recovered events.
for policy in loop until-full; do
	"$POSIXTRACE" record -q --all --log-policy "$policy" --log-size 16K \
		-o limited >out 2>err &
	recorder=$!
	kill_at_end "$recorder"
	wait_for test -s limited
	run "$EXAMPLES_DIR/checksum" files
	expect_status 0
	kill -KILL "$recorder"
	wait_end 'a killed recorder' "$recorder"
	run "$POSIXTRACE" recover limited
	expect_status 3
	expect_one_line
	why='which was full'
	[ "$policy" != loop ] || why='its oldest, which newer ones replaced'
	expect_err ", 0 lost from the stream, [1-9][0-9]* lost from the log, $why\$"
	lost=$(sed -n 's/.* \([0-9]*\) lost from the log.*/\1/p' err)
	run "$POSIXTRACE" check limited
	expect_status 3
	expect_out ", $lost lost\$"
	rm limited
done

# Files that are no logs, and logs that have nothing in memory.
echo 'no log' >text
run "$POSIXTRACE" recover text
expect_status 1
expect_one_line
run "$POSIXTRACE" recover missing text
expect_status 1
"$POSIXTRACE" record -q -p all -o gone >out 2>err &
recorder=$!
kill_at_end "$recorder"
wait_for test -s gone
kill -KILL "$recorder"
wait_end 'a killed recorder' "$recorder"
segment=$(tr -c '[:print:]' '\n' <gone | grep -m 1 '/posixtrace-[0-9]*/s[0-9]*$')
cp gone copy
run "$POSIXTRACE" recover gone
expect_status 0
[ ! -e "$segment" ] || fail 'the segment is still there'
run "$POSIXTRACE" recover copy
expect_status 4
expect_one_line

# A log that was overwritten or removed is not listed as existing, and its
# segment can be discarded.
killed_recorder() {
	"$POSIXTRACE" record -q -p all -o "$1" >out 2>err &
	recorder=$!
	kill_at_end "$recorder"
	wait_for test -s "$1"
	kill -KILL "$recorder"
	wait_end 'a killed recorder' "$recorder"
}
for name in rewritten removed wanted; do
	killed_recorder "$name"
	listed "$name" || fail "$name: it is not listed"
done
cat log >rewritten
rm removed
# One that was removed has the name it was created by.
former() {
	run "$POSIXTRACE" recover
	expect_status 0
	sed -n "s:.*K ([a-z]*) \($scratch/$1[.0-9]*@[0-9]*\.s[0-9]*\)\$:\1:p" out
}
rewritten=$(former rewritten) removed=$(former removed)
[ "${rewritten%@*}" = "$scratch/rewritten" ] ||
	fail 'written over, and not listed so'
[ -n "$removed" ] || fail 'removed, and not listed so'
run "$POSIXTRACE" recover rewritten
expect_status 0
expect_err 'complete, nothing to recover$'
run "$POSIXTRACE" recover --json
expect_status 0
expect_out "\"was\": \"${removed%@*}\""
expect_out "\"name\": \"$removed\""
expect_out '"state": "overwritten"'
expect_out '"state": "removed"'
expect_out '"state": "incomplete"'
for name in "$removed" "$rewritten" wanted; do
	run "$POSIXTRACE" recover --discard "$name"
	expect_status 0
	expect_err "^posixtrace: .*$name: [0-9]+K of memory given back"
	run "$POSIXTRACE" recover
	if grep "/$(basename "$name")$" out; then
		fail "$name: discarded, and still listed"
	fi
	run "$POSIXTRACE" recover --discard "$name"
	expect_status 1
	expect_one_line
done
run "$POSIXTRACE" recover wanted
expect_status 4

# The log has been replaced by another one of the same path.  Neither is taken
# for the other, and the path alone does not identify the leftover.
killed_recorder first
rm first
old=$(former first)
killed_recorder second
path=${old%@*}
mv second "$path"
run "$POSIXTRACE" recover
[ "$(grep -c "$path" out)" -eq 2 ] || fail 'they are not both listed'
grep -q " $old\$" out || fail 'the old one has no name of its own'
grep -q " $path\$" out || fail 'the new one has lost its name'
run "$POSIXTRACE" recover --discard "$path"
expect_status 1
expect_one_line
new=$(sed -n 's/.* name it \(.*@.*\)$/\1/p' err)
[ -n "$new" ] || fail 'not told how to name the new one'
run "$POSIXTRACE" recover --discard "$old"
expect_status 0
expect_one_line
run "$POSIXTRACE" recover --discard "$old"
expect_status 1
listed "${path##*/}" || fail 'the new one has gone, too'
run "$POSIXTRACE" recover --discard "$new"
expect_status 0
if listed "${path##*/}"; then
	fail 'the new one cannot be discarded by its whole name'
fi
# A stream without a log leaves nothing that could be recovered, but is listed
# and given back.
sleep 60 &
kill_at_end "$!"
"$POSIXTRACE" live -q -p "$!" >out 2>err &
live=$!
kill_at_end "$live"
# When the stream is there it has a thread that waits for the end.
has_threads() {
	[ "$(find "/proc/$1/task" -mindepth 1 -maxdepth 1 | wc -l)" -gt 1 ]
}
wait_for has_threads "$live"
# Streams of others may be there, too.
unlogged() {
	run "$POSIXTRACE" recover
	expect_status 0
	grep -o "@$live\.s[0-9]*\$" out
}
if unlogged; then
	fail 'a stream that goes on is listed'
fi
kill -KILL "$live"
wait_end 'a killed posixtrace live' "$live"
expect_status 137
name=$(unlogged) || fail 'it is not listed'
expect_out "K \(no log\) $name\$"
run "$POSIXTRACE" recover --json
expect_status 0
expect_out '"state": "no log"'
expect_out "\"name\": \"$name\""
run "$POSIXTRACE" recover --discard "$name"
expect_status 0
expect_err "^posixtrace: $name: [0-9]+K of memory given back, of a stream without a log\$"
if unlogged; then
	fail 'it is still listed'
fi

# Nothing that can be discarded without a name is left the second time.
run "$POSIXTRACE" recover --discard
expect_status 0
run "$POSIXTRACE" recover --discard
expect_status 0
expect_err '^posixtrace: nothing to discard'
run "$POSIXTRACE" recover -q --discard
expect_no_err

for arguments in '--all' '--all log' '--discard --all log' '--discard --json'; do
	# shellcheck disable=SC2086 # several of them
	run "$POSIXTRACE" recover $arguments
	expect_status 2
	expect_one_line
done

run "$POSIXTRACE" recover --json log
expect_status 2
expect_one_line
run "$POSIXTRACE" record -p all true
expect_status 2
expect_one_line

# Of all processes none may have come by; what else runs here may.
run "$POSIXTRACE" record -o log --all --duration 10ms
expect_status 0
if grep 'holds no event' err; then
	expect_err 'no process attached: none that is linked .* reached a trace point'
fi

# What was complete and has been cut since is not called complete.  The stream has
# room for all events: they are recorded within milliseconds, in which the
# recorder need not have had a processor.
run "$POSIXTRACE" record -q --stream-size 4M -o log -- "$EXAMPLES_DIR/typed" 5000
expect_status 0
run "$POSIXTRACE" recover log
expect_status 0
expect_err 'log: complete, nothing to recover$'
truncate -s -65536 log
run "$POSIXTRACE" recover log
expect_status 4
expect_one_line
expect_err 'log: was complete and has been damaged since'

# Nor is the reason guessed at of a log whose events in memory were given up.
killed_recorder given-up
run "$POSIXTRACE" recover --discard given-up
expect_status 0
run "$POSIXTRACE" report given-up
expect_status 4
expect_err ': the log was not completed, and no event of it is in memory$'
