#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# babeltrace2 reads logs through the plugin, and `convert --to ctf` makes CTF
# of them: event by event what `report --json` says.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"
: "${EMIT:?where is the maker of logs?}" "${ODD_POINTS:?where is it?}"
: "${MAKE_DUMP:?where is it?}" "${BABELTRACE_PLUGINS:?where is the plugin?}"

for program in babeltrace2 python3; do
	command -v $program >/dev/null || skip "$program is not installed"
done
export PYTHONIOENCODING=utf-8
rules=$here/../ctf_rules.py

# babeltrace2 with the plugin of the build.
reader() {
	babeltrace2 --plugin-path="$BABELTRACE_PLUGINS" "$@"
}

# same REPORT TEXT [HOST]: they say the same.
same() {
	run python3 "$rules" "$@"
	expect_status 0
	events=$(cat out)
}

# check_log LOG STATUS: read by the plugin, as CTF, and as CTF of a part.
check_log() {
	got=0
	"$POSIXTRACE" report --json -q "$1" >report.json 2>/dev/null || got=$?
	host=$("$POSIXTRACE" info "$1" 2>/dev/null | sed -n 's/^  host  *//p')
	run reader --clock-seconds --no-delta "$1"
	expect_status 0
	mv out text
	same report.json text "$host"
	rm -rf trace part
	run "$POSIXTRACE" convert --to ctf -o trace "$1"
	expect_status "$2"
	expect_err "^posixtrace: trace: $events events\$"
	run babeltrace2 --clock-seconds --no-delta trace
	expect_status 0
	mv out text
	same report.json text "$host"
	# By another log.
	run "$POSIXTRACE" convert --to ctf -q --events 1- -o trace/../part "$1"
	expect_status "$2"
	find . -maxdepth 1 \( -name 'trace.*' -o -name 'part.*' \) | grep . >&2 &&
		fail 'something is left'
	return 0
}

# Events with arguments, of threads, and without.
"$POSIXTRACE" record -q -o typed -- "$EXAMPLES_DIR/typed" >list ||
	fail 'record typed'
check_log typed 0
grep -q 'furnace:batch: { vpid = [0-9]*, vtid = [0-9]*, procname = "typed", ip = 0x[0-9A-F]* }, { name = "batch 1", steps = 3, ' text ||
	fail 'no arguments'
make_files 20 100000
"$POSIXTRACE" record -q -o threads -- "$EXAMPLES_DIR/checksum" -j 3 files \
	>list || fail 'record threads'
check_log threads 0
grep -q ' checksum:file_begin: .*, { text = "files/0019" }$' text ||
	fail 'no text'

# Names and values that are odd, and data that was cut anywhere.
"$POSIXTRACE" record -q -o odd -- "$ODD_POINTS" || fail 'record odd'
check_log odd 0
for size in 0 3 9 20; do
	"$POSIXTRACE" record -q --max-data $size -o cut -- "$ODD_POINTS" ||
		fail "record cut to $size"
	check_log cut 0
done

# System events have fields, too.
data=0000000000000000
"$EMIT" system 256 "posixtrace_malloc=1000000000000000ff00000000000000" \
	"posixtrace_open=0300000000000000${data}${data}2f746d70" \
	"posixtrace_open=0300000000000000${data}${data}" \
	posixtrace_open=2f "posixtrace_fork=0500000000000000$data" \
	posixtrace_fork=05
check_log system 0
if [ "$(printf '\1\0' | od -An -td2)" -eq 1 ]; then
	for line in 'malloc: .*, { address = 0x10, size = 255 }' \
		'open: .* { result = 3, .*, path = "/tmp" }' \
		'open: .* { result = 3, .*, path = "" }' \
		'open: .* { text = "/" }' 'fork: .* { pid = 5, status = 0 }'; do
		grep -q " posixtrace_$line\$" text || fail "no $line"
	done
fi

# No events, a dump of ThreadX, and one in a text.
"$EMIT" none 16
rm -rf trace
check_log none 0
run "$POSIXTRACE" convert --to ctf -e none:such -o empty none
expect_status 0
expect_err '^posixtrace: empty: 0 events$'
run babeltrace2 empty
expect_status 0
expect_no_out
for variant in big long 'big long' smp; do
	# shellcheck disable=SC2086 # words
	"$MAKE_DUMP" $variant 20 >dump
	"$POSIXTRACE" report --json -q dump >report.json
	run reader --clock-seconds --no-delta dump
	expect_status 0
	mv out text
	same report.json text
done
"$MAKE_DUMP" init 10 >dump
check_log dump 0
"$MAKE_DUMP" intel 20 >dump.hex
rm -rf trace
run "$POSIXTRACE" convert --to ctf -o trace - <dump.hex
expect_status 0
expect_err '^posixtrace: trace: 1[0-9] events$'

# A log that is longer than a packet, and as many events as there are.
"$POSIXTRACE" record -q --stream-size 16M -o long -- "$ODD_POINTS" 2500 ||
	fail 'record long'
run "$POSIXTRACE" report --json long
n=$(wc -l <out)
rm -rf trace
run "$POSIXTRACE" convert --to ctf -o trace long
expect_err "^posixtrace: trace: $n events\$"
run babeltrace2 trace
[ "$(wc -l <out)" -eq "$n" ] || fail 'not all events'
[ "$(find trace -type f -size +1200k | wc -l)" -eq 1 ] || fail 'not long'

# Losses are told as babeltrace2 tells them, all of them.
told() {
	sed -n 's/.*Tracer discarded \([0-9]*\) event.*/\1/p' err |
		awk '{ n += $1 } END { print n + 0 }'
}
check_losses() {
	"$POSIXTRACE" info --json "$1" >info.json || :
	lost=$(sed -n 's/.*"lost_from_stream": \([0-9]*\),$/\1/p' info.json)
	[ "$lost" -gt 0 ] || fail 'no losses'
	run reader "$1"
	expect_status 0
	[ "$(told)" -eq "$lost" ] ||
		fail "$1: lost are $lost, told are $(told)"
	check_log "$1" 3
	run babeltrace2 trace
	[ "$(told)" -eq "$lost" ] || fail "CTF: lost are $lost, told are $(told)"
}
make_files 800 10
"$POSIXTRACE" record -q -o loop --policy loop --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files >list || [ $? -eq 3 ] || fail 'record loop'
check_losses loop
"$POSIXTRACE" record -q -o full --policy until-full --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files >list || [ $? -eq 3 ] || fail 'record full'
check_losses full

# What is refused, in one line, leaves nothing behind.
refused() {
	status=$1
	shift
	run "$POSIXTRACE" convert --to ctf "$@"
	expect_status "$status"
	expect_no_out
	expect_one_line
	find . -name '*.[0-9]*' | grep . >&2 && fail 'something is left'
	return 0
}
mkdir full-dir empty-dir
: >full-dir/file
refused 1 -o full-dir typed
refused 1 -o typed typed
refused 1 -o /dev/null typed
refused 1 -o no/such/dir typed
refused 1 -o new missing
refused 1 -o new list
refused 2 -o new --compress typed
refused 2 typed
[ ! -e new ] || fail 'something was made'
run "$POSIXTRACE" convert --to ctf -q -o empty-dir/ typed
expect_status 0
expect_no_err
[ -s empty-dir/metadata ] || fail 'nothing in the empty directory'
(
	PATH=$scratch/bin
	export PATH
	"$POSIXTRACE" convert --to ctf -o new typed
) >out 2>err || got=$?
expect_status 1
expect_one_line
expect_err 'babeltrace2: .*; install the package babeltrace2'

# babeltrace2 that fails, or is ended.
mkdir bin
for ending in 'echo "no idea" >&2; exit 7' 'kill -KILL $$' 'mkdir trace' \
	'mkdir trace; : >trace/metadata' 'exit 1'; do
	printf '#!/bin/sh\n%s\n' "$ending" >bin/babeltrace2
	chmod +x bin/babeltrace2
	PATH=$scratch/bin:$PATH refused 1 -o new typed
	[ ! -e new ] || fail 'something was made'
done

# Where there is no room: a file system of its own, for which it takes root.
if unshare -m true 2>/dev/null; then
	mkdir room
	for size in 4k 16k 24k 64k; do
		run unshare -m sh -c "mount -t tmpfs -o size=$size none room &&
			'$POSIXTRACE' convert --to ctf -e 'odd:*' -o room/trace long; got=\$?
			ls -A room >left; exit \$got"
		expect_status 1
		expect_one_line
		[ ! -s left ] || fail "$size: something is left"
	done
fi

# What the plugin says of what it cannot read; nothing crashes it.
run reader --component=source.posixtrace.log --params='path="list"'
expect_status 1
expect_err 'list: not a log of libposixtrace'
for params in 'path=1' 'inputs=["typed","odd"]' 'other="typed"' \
	'path="typed",other=1' 'inputs=[]' 'path="missing"'; do
	run reader --component=source.posixtrace.log --params="$params"
	expect_status 1
	expect_err 'source.posixtrace.log'
done
run reader list
[ "$got" -ne 0 ] || fail 'any file is taken for a log'
