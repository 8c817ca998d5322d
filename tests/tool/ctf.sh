#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# babeltrace2 reads logs by the plugin, and `convert --to ctf` writes CTF.  The
# events are those of `report --json`.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"
: "${EMIT:?where is the maker of logs?}" "${ODD_POINTS:?where is it?}"
: "${MANY_THREADS:?where is it?}"
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

# Compare the contents of "out" with the report of the log at the end.
mkdir reports
n_reports=0
keep() {
	n_reports=$((n_reports + 1))
	mkdir "reports/$n_reports-$1-$2"
	mv out "reports/$n_reports-$1-$2/text"
	cp report.json "reports/$n_reports-$1-$2/report"
}

# check_log LOG STATUS: read by the plugin, and as CTF.
check_log() {
	"$POSIXTRACE" report --json -q "$1" 2>/dev/null |
		only_events "$1" >report.json
	events=$(wc -l <report.json)
	run reader --clock-seconds --no-delta "$1"
	expect_status 0
	keep "$1" log
	rm -rf trace part
	run "$POSIXTRACE" convert --to ctf -o trace "$1"
	expect_status "$2"
	expect_err "^posixtrace: trace: $events events\$"
	run babeltrace2 --clock-seconds --no-delta trace
	expect_status 0
	cp out text
	keep "$1" ctf
	find . -maxdepth 1 \( -name 'trace.*' -o -name 'part.*' \) | grep . >&2 &&
		fail 'something is left'
	return 0
}

# Events with arguments, of threads, and without.
"$POSIXTRACE" record -q -o typed -- "$EXAMPLES_DIR/typed" >list ||
	fail 'record typed'
check_log typed 0
! grep -q 'symbol =' text || fail 'names that nobody asked for'
grep -q 'furnace:batch: { vpid = [0-9]*, vtid = [0-9]*, procname = "typed", ip = 0x[0-9A-F]* }, { name = "batch 1", steps = 3, ' text ||
	fail 'no arguments'
make_files 20 100000
"$POSIXTRACE" record -q -o threads -- "$EXAMPLES_DIR/checksum" -j 3 files \
	>list || fail 'record threads'
check_log threads 0
grep -q ' checksum:file_begin: .*, { text = "files/0019" }$' text ||
	fail 'no text'

# Names for addresses: of a whole log, of a part, and by the plugin alone.
names_of() {
	sed -n 's/.* symbol = "\([^"]\{1,\}\)", source = "\([^"]*\)".*/\1 \2/p' out
}
expect_names() {
	names_of >named
	cmp -s expected named || fail "$1: the names differ"
}
if "$POSIXTRACE" report -q --json --symbols typed >report.json 2>err; then
	sed -n -e 's/.*"symbol":"\([^"]*\)","source":"\([^"]*\)".*/\1 \2/p' -e t \
		-e 's/.*"symbol":"\([^"]*\)".*/\1 /p' report.json >expected
	grep -q '^main+0x' expected || fail 'no names in the report'
	run reader --component=source.posixtrace.log \
		--params='path="typed",symbols=""'
	expect_status 0
	expect_names plugin
	mkdir 'odd "d\d'
	rm -rf trace
	run "$POSIXTRACE" convert -q --to ctf --symbols='odd "d\d' -o trace typed
	expect_status 0
	expect_no_err
	run babeltrace2 trace
	expect_names ctf
	rm -rf trace
	run "$POSIXTRACE" convert -q --to ctf --symbols -e 'furnace:*' -o trace typed
	expect_status 0
	run babeltrace2 trace
	[ "$(names_of | grep -c '^main+0x')" -eq \
		"$(grep -c '"event":"furnace:' report.json)" ] ||
		fail 'names of a part'
	rm -rf trace
fi

# More threads than the front of a log has names for.
"$POSIXTRACE" record -q -o many -- "$MANY_THREADS" 300 || fail 'record many'
check_log many 0
[ "$(sed -n 's/.* procname = "worker-\([0-9]*\)", .*{ number = \1 }$/\1/p' \
	text | sort -u | wc -l)" -eq 300 ] || fail 'no names of threads'

# Times that CTF cannot have become ones that it can.
for ns in -9223372036854775808 9223372036854775807; do
	PYTHONDONTWRITEBYTECODE=1 python3 "$here/../move_log.py" typed far \
		there " $ns" || fail 'move_log.py'
	rm -rf trace
	run "$POSIXTRACE" convert -q --to ctf -o trace far
	expect_status 0
	run babeltrace2 trace
	expect_status 0
	[ "$(wc -l <out)" -eq "$("$POSIXTRACE" report -q --json typed |
		wc -l)" ] || fail 'events are missing'
done

# Names and values that are odd, and data that was cut anywhere.
"$POSIXTRACE" record -q -o odd -- "$ODD_POINTS" || fail 'record odd'
check_log odd 0
"$POSIXTRACE" report --json -q -e 'odd:*' odd >report.json ||
	fail 'report a part'
run "$POSIXTRACE" convert --to ctf -e 'odd:*' -o part odd
expect_status 0
expect_err "^posixtrace: part: $(wc -l <report.json) events\$"
run babeltrace2 --clock-seconds --no-delta part
expect_status 0
keep odd part
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
	posixtrace_fork=05 \
	"posixtrace_connect=0300000000000000${data}${data}${data}3a3a" \
	"posixtrace_shutdown=030000000000000002000000000000000000000000000000$data"
check_log system 0
if [ "$(printf '\1\0' | od -An -td2)" -eq 1 ]; then
	for line in 'malloc: .*, { address = 0x10, size = 255 }' \
		'open: .* { result = 3, .*, path = "/tmp" }' \
		'open: .* { result = 3, .*, path = "" }' \
		'open: .* { text = "/" }' 'fork: .* { pid = 5, status = 0 }' \
		'connect: .* { fd = 3, flags = 0x0, result = 0, duration = 0, address = "::" }' \
		'shutdown: .* { fd = 3, how = 2, result = 0, duration = 0 }'; do
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
	keep dump "$(echo "$variant" | tr ' ' -)"
done
"$MAKE_DUMP" init 10 >dump
check_log dump 0
"$MAKE_DUMP" intel 20 >dump.hex
rm -rf trace
run "$POSIXTRACE" convert --to ctf -o trace - <dump.hex
expect_status 0
expect_err '^posixtrace: trace: 1[0-9] events$'

# A log that is longer than a packet, whole, and the end of it.
"$POSIXTRACE" record -q --stream-size 16M -o long -- "$ODD_POINTS" 2500 ||
	fail 'record long'
n=$("$POSIXTRACE" report --no-header -q long | wc -l)
for last in "$n" 14000; do
	rm -rf trace
	run "$POSIXTRACE" convert --to ctf --last "$last" -o trace long
	expect_status 0
	expect_err "^posixtrace: trace: $last events\$"
	run babeltrace2 --component=sink.utils.counter trace
	expect_out "^ *$last Event messages"
	expect_out '^ *[2-9] Packet beginning messages'
done

# From a moment to another, of one log and of two.
run reader --clock-seconds --no-delta typed
sed -n 20,60p out >expected
from=$(sed -n '1s/^\[\(.*\)\] .*/\1/p' expected)
to=$(sed -n '$s/^\[\(.*\)\] .*/\1/p' expected)
run reader --clock-seconds --no-delta --begin="$from" --end="$to" typed
expect_status 0
diff expected out >&2 || fail 'another part'
run reader --component=sink.utils.counter typed typed odd
expect_status 0
expect_out "^ *$(($(reader typed | wc -l) * 2 + $(reader odd | wc -l))) Event messages"

# All losses are reported, in the form of babeltrace2.
reported() {
	sed -n 's/.*Tracer discarded \([0-9]*\) event.*/\1/p' err |
		awk '{ n += $1 } END { print n + 0 }'
}
check_losses() {
	"$POSIXTRACE" info --json "$1" >info.json || :
	lost=$(sed -n 's/.*"lost_from_stream": \([0-9]*\),$/\1/p' info.json)
	[ "$lost" -gt 0 ] || fail 'no losses'
	run reader "$1"
	expect_status 0
	[ "$(reported)" -eq "$lost" ] ||
		fail "$1: $lost are lost, reported are $(reported)"
	check_log "$1" 3
	run babeltrace2 trace
	[ "$(reported)" -eq "$lost" ] || fail "CTF: $lost are lost, reported are $(reported)"
	rm -rf part
	run "$POSIXTRACE" convert --to ctf -q -e 'checksum:*' -o part "$1"
	expect_status 3
	run babeltrace2 part
	[ "$(reported)" -eq "$lost" ] || fail "part: $lost are lost, reported are $(reported)"
}
make_files 800 10
"$POSIXTRACE" record -q -o loop --policy loop --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files >list || [ $? -eq 3 ] || fail 'record loop'
check_losses loop
# Gaps where the stream is flushed, if it was too slow.
"$POSIXTRACE" record -q -o gaps --stream-size 16K -- "$ODD_POINTS" 300 ||
	[ $? -eq 3 ] || fail 'record gaps'
if "$POSIXTRACE" report -q gaps | grep -q -e '---- LOST'; then
	check_losses gaps
fi
"$POSIXTRACE" record -q -o full --policy until-full --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files >list || [ $? -eq 3 ] || fail 'record full'
check_losses full

run python3 "$rules" reports/*
expect_status 0
