#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The options that pick events mean the same in every command that reads a
# trace.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

make_files 40 20000
"$POSIXTRACE" record -q -o log -- "$EXAMPLES_DIR/checksum" -j 3 files >list
"$POSIXTRACE" report -q --json log >all
n=$(wc -l <all)
[ "$n" -gt 60 ] || fail 'too few events to pick from'

# picks WANTED OPTION...: the events in the file WANTED are those that every
# command picks by these options.
picks() {
	wanted=$1
	shift
	"$POSIXTRACE" report -q --json "$@" log >out
	cmp "$wanted" out || fail "report $*"
	"$POSIXTRACE" slice -q -o part "$@" log
	"$POSIXTRACE" report -q --json part | cmp "$wanted" - ||
		fail "slice $*"
	"$POSIXTRACE" convert -q --to log -o part "$@" log
	"$POSIXTRACE" report -q --json part | cmp "$wanted" - ||
		fail "convert $*"
	"$POSIXTRACE" merge -q -o part "$@" log
	"$POSIXTRACE" report -q --json part | cmp "$wanted" - ||
		fail "merge $*"
	"$POSIXTRACE" stat --json "$@" log >out
	expect_out "\"events\": *$(wc -l <"$wanted"),"
	"$POSIXTRACE" view -q -o part.html "$@" log || fail "view $*"
}

sed -n 11,20p all >wanted
picks wanted --events 11-20
head -n 7 all >wanted
picks wanted --events -7
tail -n +30 all >wanted
picks wanted --events 30-
sed -n 5p all >wanted
picks wanted --events 5
tail -n 8 all >wanted
picks wanted --last 8
picks all --last 999999
sed -n 18,20p all >wanted
picks wanted --events 11-20 --last 3
: >wanted
picks wanted --events "$((n + 1))-"

# Counted is what the others let through.
grep '"checksum:file_' all >files.json
sed -n 3,9p files.json >wanted
picks wanted -e 'checksum:file_*' --events 3-9
tail -n 4 files.json >wanted
picks wanted -e 'checksum:file_*' --last 4
grep -v '"checksum:' all >wanted
picks wanted -x 'checksum:*'

# By time: a part that begins at the time of an event has this event and later
# ones.
seconds=$(sed -n '25s/.*"time":"\([0-9]*\)\..*/\1/p' all)
time=$(date -u -d "@$seconds" +%Y-%m-%dT%H:%M:%S)
time=$time.$(sed -n '25s/.*"time":"[0-9]*\.\([0-9]*\)".*/\1/p' all)Z
"$POSIXTRACE" report -q --json --from "@$time" log >wanted
[ -s wanted ] || fail 'nothing from the time of an event on'
picks wanted --from "@$time"
head -n 5 wanted >first
picks first --from "@$time" --events -5
tail -n 2 wanted >last
picks last --from "@$time" --last 2
"$POSIXTRACE" report -q --json --to "@$time" log | tail -n 3 >last
picks last --to "@$time" --last 3

# convert has other names for the times as well, and --to FORMAT beside them.
"$POSIXTRACE" convert -q --to csv -o new --from 1ms --to 2ms log
"$POSIXTRACE" convert -q --to csv -o old --from-time 1ms --to-time 2ms log
cmp new old || fail 'convert --from and --from-time'
run "$POSIXTRACE" convert --to csv --to 1ms --from 2ms -o new log
expect_status 2
expect_err 'would end before it begins'

# trcrpt has the long names, since the letters are those of AIX.
report() {
	"$POSIXTRACE" trcrpt -h "$@" log
}
report >lines
[ "$(wc -l <lines)" -eq "$n" ] || fail 'trcrpt has other events'
report --events 11-20 | sed 's/^.\{35\}//' >out
sed -n '11,20s/^.\{35\}//p' lines | cmp out - || fail 'trcrpt --events'
report --event 'checksum:file_*' --events -4 >out
[ "$(wc -l <out)" -eq 4 ] || fail 'trcrpt --event'
[ "$(grep -c 'checksum:file_' out)" -eq 4 ] || fail 'trcrpt --event: others'
report --exclude 'checksum:*' >out
! grep -q 'checksum:' out || fail 'trcrpt --exclude'
report --from "@$time" >out
"$POSIXTRACE" report -q --json --from "@$time" log >wanted
[ "$(wc -l <out)" -eq "$(wc -l <wanted)" ] || fail 'trcrpt --from'
run "$POSIXTRACE" trcrpt --last 3 log
expect_status 2
expect_one_line
expect_err 'slice --last'

# Every system event of the preload library is in one of its groups.
if [ -n "$PRELOAD_LIB" ] && [ -e "$PRELOAD_LIB" ]; then
	POSIXTRACE_PRELOAD=$PRELOAD_LIB
	export POSIXTRACE_PRELOAD
	"$POSIXTRACE" record -q --preload -o log -- cat list >/dev/null
	"$POSIXTRACE" report -q --json log >all
	grep '"posixtrace_\(open\|close\|read\|write\)"' all >wanted
	[ -s wanted ] || fail 'no I/O'
	picks wanted -e @io
	grep -v '"posixtrace_' all >wanted || :
	picks wanted -x @preload
	grep '"posixtrace_read"' all >wanted
	picks wanted -e @io -x 'posixtrace_[!r]*'
	# By the name that people read, too.
	picks wanted -e read
fi

# misuse WORDS OPTION...: the same for all.
misuse() {
	words=$1
	shift
	for command in report 'convert --to log -o part' 'slice -o part' \
			'merge -o part' stat 'view -o part.html'; do
		# shellcheck disable=SC2086
		run "$POSIXTRACE" $command "$@" log
		expect_status 2
		expect_no_out
		expect_one_line
		expect_err "$words"
	done
}

misuse 'did you mean .@lock' -e @lok
misuse 'no such group; there are' -x @nonsense
misuse 'not a range' --events 0
misuse 'not a range' --events 9-3
misuse 'not a range' --events -
misuse 'not a number of events' --last 0
misuse 'not a number of events' --last 1x
misuse 'not a time' --from soon
misuse 'not an id' -p x
# What begins with @ and is a pattern is no group.
run "$POSIXTRACE" report -q -e '[@]none' log
expect_status 0
