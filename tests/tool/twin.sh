#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A log of a machine with the other byte order gives the same output as the log
# recorded here, except for a line that shows the byte order.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

: "${MAKE_TWIN:?where is make-twin?}"
has_perfetto=true
! "$POSIXTRACE" convert --help | grep -q 'perfetto *.*not in this build' ||
	has_perfetto=false

# $1: a command whose output, messages and status on the file `log` are the
# same for the two, once $2, a script for sed, has changed the output.
same() {
	for one in here there; do
		cp "$one" log
		status=0
		# shellcheck disable=SC2086
		"$POSIXTRACE" $1 log >"$one.raw" 2>"$one.err" || status=$?
		sed "$2" "$one.raw" >"$one.out"
		echo "status $status" >>"$one.out"
	done
	cmp here.out there.out || fail "$log: $1 prints something else"
	cmp here.err there.err || fail "$log: $1 says something else"
}

# $1: a command that writes the file `result` of the file `log`, the same one
# for the two, once $2, a script for sed, has changed it; its output, messages
# and status, too.
same_file() {
	for one in here there; do
		cp "$one" log
		rm -rf result
		status=0
		# shellcheck disable=SC2086
		"$POSIXTRACE" $1 -o result log >"$one.out" 2>"$one.err" ||
			status=$?
		echo "status $status" >>"$one.out"
		sed "$2" result >"$one.result"
	done
	cmp here.result there.result || fail "$log: $1 writes something else"
	cmp here.out there.out || fail "$log: $1 prints something else"
	cmp here.err there.err || fail "$log: $1 says something else"
}

# $1: a command that writes a log, $2: the ending of the log's name.  The
# contents of the log are the same.
same_log() {
	for one in here there; do
		cp "$one" log
		# shellcheck disable=SC2086
		"$POSIXTRACE" $1 -q -o "$one.$2" log || [ $? -ne 1 ] ||
			fail "$log: $1"
		"$POSIXTRACE" report --json -q "$one.$2" >"$one.out" ||
			[ $? -ne 1 ] || fail "$log: report of what $1 wrote"
		"$POSIXTRACE" info --blocks "$one.$2" |
			sed '/^file/d; /identity/d' >"$one.info"
	done
	cmp here.out there.out || fail "$log: $1 writes other events"
	cmp here.info there.info || fail "$log: $1 writes another log"
}

# Logs are merged in the byte order of this machine, once they are turned.
same_merged() {
	for one in here there; do
		"$POSIXTRACE" merge -q -o "$one.merged" "$one.log" "$one.part" ||
			[ $? -ne 1 ] || fail "$log: merge"
		"$POSIXTRACE" report --json -q "$one.merged" >"$one.out" ||
			[ $? -ne 1 ] || fail "$log: report of what was merged"
	done
	cmp here.out there.out || fail "$log: other events when merged"
}

# As CTF, where babeltrace2 and the plugin for it are.
same_ctf() {
	[ -n "${BABELTRACE_PLUGINS:-}" ] || return 0
	command -v babeltrace2 >/dev/null || return 0
	for one in here there; do
		cp "$one" log
		rm -rf ctf
		"$POSIXTRACE" convert -q --to ctf -o ctf log || [ $? -ne 1 ] ||
			fail "$log: convert --to ctf"
		babeltrace2 --clock-seconds --no-delta ctf >"$one.raw" 2>&1 ||
			fail "$log: babeltrace2"
		# The trace itself has a number of its own.
		sed 's/(UUID: [0-9a-f-]*)//' "$one.raw" >"$one.out"
	done
	cmp here.out there.out || fail "$log: other events as CTF"
}

# Everything that the tools make of a log, but for what check_log looks at.
# $1: lines of info that may differ.
# Data in hexadecimal is as it was recorded.
raw_json='s/"data":"[0-9a-f]*","\(args\|values\)"/"\1"/'
raw_csv='s/,\([01]\),[0-9a-f]*,\(.*=.*\)$/,\1,,\2/'
same_outputs() {
	same 'report -q --absolute' ''
	same 'report -q --csv' "$raw_csv"
	same 'stat --json' ''
	same 'info --json' "/byte_order/d; $1"
	same 'report -q --data text -x *:*' ''
	same_file 'convert --to csv' "$raw_csv"
	same_file 'convert --to json' "$raw_json"
	same_file 'convert --to tracex' ''
	same_file 'convert --to rkh' ''
	same_file 'view' ''
	[ "$has_perfetto" = false ] || same_file 'convert --to perfetto' ''
	same_log 'slice --from 1ms' part
	same_log 'convert --to log' log
	same_merged
	same_ctf
}

# The name of the kind of `log`; lines of info that may differ.
check_log() {
	log=$1
	mv log here
	"$MAKE_TWIN" here there || fail "$log: make-twin"
	"$POSIXTRACE" info here | grep 'byte order' >here.order || :
	"$POSIXTRACE" info there | grep 'byte order' >there.order || :
	[ "$(cat here.order there.order | wc -l)" -eq 2 ] || fail 'no byte order'
	! cmp -s here.order there.order || fail 'of one byte order'
	same report ''
	same 'report -q --json' "$raw_json"
	same 'report -q --from 1ms --to 3ms' ''
	same check ''
	same stat ''
	same trcrpt ''
	same 'info --blocks' "/byte order/d; $2"
	same_outputs "$2"
}

"$POSIXTRACE" record -q -o log -- "$EXAMPLES_DIR/typed" 5 >/dev/null
check_log typed ''
expect_line() {
	grep -qE "$1" here.out || fail "no line '$1'"
}
same 'report -q' ''
expect_line ' furnace:batch +name="batch 3" steps=[0-9]+ recipe=0x[0-9a-f]+ raw=[0-9a-f]+$'

# A template reads the numbers themselves.
echo '010 1.0 L=SVC "furnace:reading" W1 U1 F8 U1' >my.trcfmt
same 'report -q --template my.trcfmt' ''
expect_line ' furnace:reading 1 .* [01]$'

make_files 200 10
"$POSIXTRACE" record -q -o log -- "$EXAMPLES_DIR/checksum" files >/dev/null
check_log threads ''
"$POSIXTRACE" record -q -o log --policy loop --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files >/dev/null || [ $? -eq 3 ]
check_log loop ''
# The other one may be slow enough to lose nothing.
"$REFILL" log || fail 'refill'
check_log losses ''
"$POSIXTRACE" report log 2>/dev/null | grep -q -e '---- LOST' ||
	fail 'nothing was lost'
"$POSIXTRACE" record -q -o log --policy until-full --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files >/dev/null || [ $? -eq 3 ]
check_log until-full ''
"$POSIXTRACE" record -q -o log --log-policy loop --log-size 30K \
	--stream-size 16K -- "$EXAMPLES_DIR/checksum" files >/dev/null ||
	[ $? -eq 3 ]
check_log overwritten ''
if "$POSIXTRACE" record -q -o log --compress -- "$EXAMPLES_DIR/checksum" \
		files >/dev/null 2>&1; then
	# Its blocks may take some bytes more.
	check_log compressed '/^  bytes  *[0-9]/d; /^ *"bytes": /d; /^threads/,/^$/d; /^block list/,/^$/d'
fi
if [ -n "$PRELOAD_LIB" ]; then
	POSIXTRACE_PRELOAD=$PRELOAD_LIB
	export POSIXTRACE_PRELOAD
	"$POSIXTRACE" record -q -o log --preload -- "$EXAMPLES_DIR/checksum" \
		files >/dev/null
	check_log preload ''
	same 'report -q' ''
	expect_line ' open +path="files/'
fi

# One that was not completed cannot be from here.
"$POSIXTRACE" record -q -o log -- "$EXAMPLES_DIR/typed" 1 >/dev/null
"$MAKE_TWIN" log twin
size=$(stat -c %s twin)
for part in 1 3 5 7 9 95 99; do
	head -c $((size * part / 100)) twin >shorter
	run "$POSIXTRACE" report shorter
	expect_status 0 1 3 4
	run "$POSIXTRACE" check shorter
	expect_status 1 4
done
