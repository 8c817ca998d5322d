#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The names of the logs of `record --every`, `--size` and `--snapshot-on`: nothing
# that is there is replaced, followed, or removed without need.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

# shellcheck source=tests/tool/readings.sh disable=SC1091
. "$(dirname "$0")/readings.sh"

# in_background RECORD-ARGUMENT...: a recorder, whose status is in the file status.
in_background() {
	rm -f status
	(
		trap - EXIT
		ended=0
		"$POSIXTRACE" record "$@" >out1 2>err1 || ended=$?
		echo "$ended" >status
	) &
	kill_at_end "$!"
}
expect_background() {
	wait_for test -s status
	[ "$(cat status)" -eq 0 ] || fail "the other recorder: $(cat status err1)"
}

# Two recorders that have the same names keep all that each has recorded.
mkdir two
in_background -q --every 50ms -o two/t.ptl -- sh job "$EXAMPLES_DIR"
run "$POSIXTRACE" record -q --every 50ms -o two/t.ptl -- sh job "$EXAMPLES_DIR"
expect_status 0
expect_background
[ "$(readings two/t-*.ptl)" -eq 1200 ] || fail 'events of one are gone'

# Nor does one with --keep remove what the other is writing.
cat >long <<'END'
"$1/typed" 10
: >has_begun
while [ ! -e is_over ]; do sleep 0.02; done
END
rm -f has_begun is_over
in_background -q --every 1h -o two/k.ptl -- sh long "$EXAMPLES_DIR"
wait_for test -e has_begun
wait_for test -e two/k-000001.ptl
run "$POSIXTRACE" record -q --every 50ms --keep 1 -o two/k.ptl -- \
	sh job "$EXAMPLES_DIR"
expect_status 0
: >is_over
expect_background
[ "$(readings two/k-000001.ptl)" -eq 60 ] || fail 'what was written was removed'

# Snapshots of two recorders.
in_background -q --snapshot-on exit -o two/s.ptl -- sh job "$EXAMPLES_DIR"
run "$POSIXTRACE" record -q --snapshot-on exit -o two/s.ptl -- sh job "$EXAMPLES_DIR"
expect_status 0
expect_background
[ "$(readings two/s-*.ptl)" -eq 1200 ] || fail 'a snapshot is gone'

# A file that has come meanwhile is not replaced, and a link not followed.
cat >plant <<'END'
"$1/typed" 10
while [ ! -e p-000001.ptl ]; do sleep 0.02; done
echo text >p-000002.ptl
ln -s thesis p-000003.ptl
ln -s nothing p-000004.ptl
"$1/typed" 100
sleep 0.2
"$1/typed" 10
END
echo thesis >thesis
run "$POSIXTRACE" record --size 4K --stream-size 64K -o p.ptl -- \
	sh plant "$EXAMPLES_DIR"
expect_status 0
[ "$(cat p-000002.ptl thesis)" = "text
thesis" ] || fail 'a file was replaced'
if [ ! -L p-000004.ptl ] || [ -e nothing ]; then
	fail 'a link was followed, or replaced'
fi
rm p-000002.ptl p-000003.ptl p-000004.ptl
[ "$(readings p-*.ptl)" -eq 720 ] || fail 'events are missing'

# The log that is written is removed.
cat >remove <<'END'
while [ ! -e r-000001.ptl ]; do sleep 0.02; done
"$1/typed" 1
rm r-000001.ptl
"$1/typed" 100
sleep 0.2
"$1/typed" 1
END
run "$POSIXTRACE" record --size 4K --stream-size 64K -o r.ptl -- \
	sh remove "$EXAMPLES_DIR"
expect_status 1
expect_err 'r-000001\.ptl: the log was removed while recording, its [1-9][0-9]* events are lost; '
[ "$(grep -c 'was removed' err)" -eq 1 ] || fail 'not once'
rm r-*
sed 's/100/1/' remove >remove1
run "$POSIXTRACE" record --every 1h -o r.ptl -- sh remove1 "$EXAMPLES_DIR"
expect_status 1
expect_err 'r-000001\.ptl: the log was removed .*, its [1-9][0-9]* events are lost; '

# A snapshot of which nothing is left is none.
cat >unmake <<'END'
while ! ls u-000001.ptl.* 2>/dev/null; do sleep 0.02; done
"$1/typed" 1
rm u-000001.ptl.*
kill -USR2 $PPID
sleep 0.5
END
run "$POSIXTRACE" record --snapshot-on USR2 -o u.ptl -- sh unmake "$EXAMPLES_DIR"
expect_status 1
expect_err 'u-000001\.ptl: the log was removed while recording, its [1-9][0-9]* events '
if grep 'a snapshot (' err; then
	fail 'it was reported as made'
fi

# What is no log stays, whatever it is called.
mkdir kept kept/k-000002.ptl
echo text >kept/k-000001.ptl
ln -s k-000001.ptl kept/k-000003.ptl
run "$POSIXTRACE" record --size 4K --stream-size 8K --keep 2 -o kept/k.ptl -- \
	sh job "$EXAMPLES_DIR"
expect_status 0
[ "$(wc -l <err)" -eq 1 ] || fail 'more than the summary'
[ "$(cat kept/k-000001.ptl)" = text ] || fail 'a text was removed'
[ -d kept/k-000002.ptl ] || fail 'a directory was removed'
[ -L kept/k-000003.ptl ] || fail 'a link was removed'
found=$(ls kept)
[ "$(echo "$found" | wc -l)" -eq 5 ] || fail "these are there: $found"

# A log that cannot be removed is told once, and the others are removed.
if [ "$(id -u)" -eq 0 ] && chmod 755 . && mkdir -m 1777 sticky &&
		setpriv --reuid 65534 --clear-groups "$POSIXTRACE" --version \
		>version 2>&1; then
	"$POSIXTRACE" record -q --every 1h -o sticky/s.ptl -- true
	run setpriv --reuid 65534 --clear-groups "$POSIXTRACE" record --every 50ms \
		--keep 1 -o sticky/s.ptl -- sh -c 'sleep 1'
	expect_status 0
	[ "$(grep -c 's-000001.ptl: cannot be removed' err)" -eq 1 ] ||
		fail 'not told once'
	found=$(ls sticky)
	[ "$(echo "$found" | wc -l)" -eq 2 ] || fail "these are there: $found"
fi

# What a killed recorder of the same process id has left is not in the way.
for options in '-o l.ptl' '--every 1h -o l.ptl' '--snapshot-on exit -o l.ptl'; do
	rm -f l*
	# shellcheck disable=SC2016,SC2086 # of the inner shell; words
	run sh -c 'for left in l.ptl l-000001.ptl; do
		echo left >$left.$$
	done; exec "$0" record "$@"' "$POSIXTRACE" $options -- "$EXAMPLES_DIR/typed" 10
	expect_status 0
	expect_err "^posixtrace: l(-000001)?\.ptl\.[0-9]*: was left .*'posixtrace recover l"
	set -- l*.ptl
	[ "$(readings "$@")" -eq 60 ] || fail "$options: no events"
	[ "$(cat l*.ptl.*)" = "left
left" ] || fail "$options: it was replaced"
done

# Long numbers are numbers.
for number in 1234567890 999999999999999999; do
	: >"n-$number.ptl"
	run "$POSIXTRACE" record -q --every 1h -o n.ptl -- true
	expect_status 0
	[ -s "n-$((number + 1)).ptl" ] || fail 'a long number is none'
done
# Where it comes to an end, names that are taken are left out.
: >n-9999999999999999999.ptl
for end in 0 1; do
	run "$POSIXTRACE" record -q --every 1h -o n.ptl -- true
	expect_status 0
	[ -s "n-1000000000000000000$end.ptl" ] || fail 'the last number'
done

# The name has to be one that could be a log without a number.
mkdir folder
for output in /dev/null . .. folder folder/ missing/; do
	for options in --every=1h --snapshot-on=exit; do
		run "$POSIXTRACE" record "$options" -o "$output" -- true
		expect_status 1
		expect_one_line
	done
done
if [ -n "$(ls -A folder)" ] || [ -e /dev/null-000001 ] || [ -e .-000001 ]; then
	fail 'a file has come'
fi

# On a full disk: what helps, where the events are, and no number is used up.
# full JOB OPTION...
full() {
	# shellcheck disable=SC2016 # of the inner shell
	run unshare --user --map-root-user --mount sh -c '
		mount -t tmpfs -o size=900k none folder 2>/dev/null || exit 77
		trap "ls folder" EXIT
		job=$1
		shift
		"$0" record -o folder/f.ptl "$@" -- sh "$job" "$EXAMPLES_DIR"' \
		"$POSIXTRACE" "$@"
}
cat >many <<'END'
i=0
while [ $i -lt 40 ]; do
	"$1/typed" 400 >typed.out
	i=$((i + 1))
done
sleep 0.2
END
cat >fill <<'END'
while ! ls folder/f-000001.ptl.* >list 2>/dev/null; do sleep 0.02; done
"$1/typed" 10 >typed.out
head -c 10M /dev/zero >folder/zeros 2>/dev/null
kill -USR2 $PPID
sleep 0.5
rm folder/zeros
sleep 2
END
EXAMPLES_DIR=$(cd "$EXAMPLES_DIR" && pwd)
export EXAMPLES_DIR
full many --every 20ms
if [ "$got" -eq 77 ]; then
	echo 'no privilege to mount a small disk: not tried'
	exit 0
fi
expect_status 1
expect_err 'folder/f-[0-9]*\.ptl: No space left on device; .*--keep'
if grep -e '--log-policy' err; then
	fail 'advice that is refused'
fi
last=$(tail -n 1 out)
expect_err "recording goes on in folder/$last; "
number=${last#f-}
number=$(echo "${number%.ptl}" | sed 's/^0*//')
[ "$(wc -l <out)" -eq "$number" ] || fail 'a number was left out'
full fill --snapshot-on USR2
expect_status 0
expect_err 'f-000002\.ptl: No space left on device; recording goes on in folder/f-000001\.ptl\.[0-9]+; '
expect_err 'folder/f-000001\.ptl: a snapshot \(USR2\), '

# A directory that is renamed: the recording is where it is now.
mkdir before
run "$POSIXTRACE" record -o before/s.ptl --snapshot-on exit -- mv before after
expect_status 1
expect_err "before/s-000001\.ptl: No such file or directory; the recording is in $scratch/after/s-000001\.ptl\.[0-9]+\$"
run "$POSIXTRACE" report after/s-000001.ptl.*
expect_status 0

# A snapshot that the disk has no room for says so itself.
cat >run-checksum <<END
'$EXAMPLES_DIR/checksum' /usr/bin >/dev/null
'$EXAMPLES_DIR/checksum' /usr/include >/dev/null
kill -USR2 \$PPID
until [ -e small/s-000001.ptl ]; do sleep 0.05; done
END
mkdir small
# shellcheck disable=SC2016 # of the inner shell
run unshare -m sh -c 'mount -t tmpfs -o size=192k none small 2>/dev/null || exit 77
	"$0" record -o small/s.ptl --snapshot-on USR2 --stream-size 1M -- \
	sh run-checksum' "$POSIXTRACE"
if [ "$got" -eq 77 ]; then
	echo 'no privilege to mount a small disk: not tried'
else
	expect_status 1
	expect_err '^posixtrace: record: small/s-000001\.ptl: No space left on device; it ends early, with [0-9]+ events, and lacks [1-9]'
	! grep -q 'a snapshot (USR2)' err || fail 'it is announced as good'
fi

# What nobody has asked for may find no room at the end.
# shellcheck disable=SC2016
run unshare -m sh -c 'mount -t tmpfs -o size=192k none small 2>/dev/null || exit 77
	exec "$1" record --snapshot-on command --stream-size 1M -o small/s.ptl -- \
		"$2/typed" 5000' sh "$POSIXTRACE" "$EXAMPLES_DIR"
if [ "$got" -ne 77 ]; then
	expect_status 0
	expect_err '^posixtrace: 0 snapshots, and none at the end$'
	[ "$(wc -l <err)" -eq 1 ] || fail 'there is more to say'
fi
