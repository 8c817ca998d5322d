#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The examples work as described, and their traces can be read.
#
# usage: EXAMPLES_DIR=DIR POSIXTRACE_COMMAND=TOOL [PRELOAD_LIB=FILE] run.sh [EXAMPLE...]
set -eu

: "${EXAMPLES_DIR:?}" "${POSIXTRACE_COMMAND:?}"
dir=$(mktemp -d)
pids=
cleanup() {
	for pid in $pids; do
		kill "$pid" 2>/dev/null || :
	done
	rm -rf "$dir"
}
trap cleanup EXIT
trap 'exit 1' HUP INT TERM

fail() {
	echo "$example: $*" >&2
	exit 1
}

# has FILE PATTERN...: each pattern is in the file.
has() {
	file=$1
	shift
	for pattern; do
		grep -q -e "$pattern" "$file" || {
			cat "$file" >&2
			fail "no '$pattern' in what is above"
		}
	done
}

# count FILE PATTERN NUMBER
count() {
	found=$(grep -c -e "$2" "$1" || :)
	[ "$found" -eq "$3" ] || fail "$found lines with '$2', expected $3"
}

run_attributes() {
	"$EXAMPLES_DIR/attributes" >"$dir/attributes"
	has "$dir/attributes" '^generation version  *[^ ]' '^stream name  *""' \
		'^creation time  *20[0-9-]* [0-9:.]*$' \
		'^clock resolution  *0\.[0-9]* s$' \
		'^stream policy  *POSIX_TRACE_LOOP$' \
		'^log policy  *POSIX_TRACE_LOOP$' \
		'^maximum data size  *[1-9][0-9]* bytes$' \
		'^maximum user event size  *[1-9][0-9]* bytes$' \
		'^maximum system event size  *[1-9][0-9]* bytes$' \
		'^stream size  *[1-9][0-9]* bytes$'
	count "$dir/attributes" . 10
}

make_tree() {
	mkdir -p "$dir/tree/folder"
	printf '123456789' >"$dir/tree/check"
	: >"$dir/tree/empty"
	seq 1 100000 >"$dir/tree/folder/numbers"
}

# 3 files; the check value of this CRC-32 is published.
checksum_output() {
	has "$1" '^cbf43926 9 .*/check$' '^00000000 0 .*/empty$' \
		'^[0-9a-f]* 588895 .*/numbers$'
	count "$1" . 3
}

# From a report as JSON: what the program did, down to each read.
checksum_events() {
	count "$1" '"event":"checksum:file_begin"' 3
	count "$1" '"event":"checksum:file_end"' 3
	count "$1" '"event":"checksum:queue_depth"' 6
	count "$1" '"event":"checksum:chunk_read"' 10
	has "$1" '"event":"posix_trace_start"' '"event":"posix_trace_stop"'
}

run_checksum() {
	make_tree
	"$EXAMPLES_DIR/checksum" -j 3 "$dir/tree" >"$dir/out"
	checksum_output "$dir/out"

	"$EXAMPLES_DIR/checksum" --trace "$dir/self.ptl" "$dir/tree" \
		>"$dir/out"
	checksum_output "$dir/out"
	"$POSIXTRACE_COMMAND" report --json "$dir/self.ptl" >"$dir/json"
	checksum_events "$dir/json"

	"$POSIXTRACE_COMMAND" record --quiet -o "$dir/other.ptl" -- \
		"$EXAMPLES_DIR/checksum" -j 2 "$dir/tree" >"$dir/out"
	checksum_output "$dir/out"
	"$POSIXTRACE_COMMAND" report --json "$dir/other.ptl" >"$dir/json"
	checksum_events "$dir/json"

	if [ -n "${PRELOAD_LIB:-}" ]; then
		"$POSIXTRACE_COMMAND" record --quiet --preload -o "$dir/all.ptl" -- \
			"$EXAMPLES_DIR/checksum" -j 2 "$dir/tree" >"$dir/out"
		checksum_output "$dir/out"
		"$POSIXTRACE_COMMAND" report --json "$dir/all.ptl" >"$dir/json"
		checksum_events "$dir/json"
		count "$dir/json" '"event":"posixtrace_thread_create"' 2
		count "$dir/json" '"event":"posixtrace_thread_exit"' 2
		has "$dir/json" '"event":"posixtrace_read"'
	fi

	status=0
	"$EXAMPLES_DIR/checksum" "$dir/tree/check" "$dir/missing" \
		>"$dir/out" 2>"$dir/err" || status=$?
	[ $status -eq 1 ] || fail "status $status for a missing file"
	has "$dir/out" '^cbf43926 9 '
	has "$dir/err" 'missing: No such file or directory$'
}

run_analyser() {
	make_tree
	"$EXAMPLES_DIR/checksum" --trace "$dir/read.ptl" "$dir/tree" >"$dir/out"
	"$EXAMPLES_DIR/analyser" "$dir/read.ptl" >"$dir/text"
	has "$dir/text" '^stream "checksum" of ' '^stream running: no, ' \
		'^log full: no, events lost from it: no, error: none$' \
		'^  posix_trace_unnamed_userevent$' '^  checksum:idle_end$' \
		' posix_trace_start [0-9a-f ]*$' \
		' posix_trace_stop 00000000$' \
		' checksum:chunk_read 00000100$\| checksum:chunk_read 00010000$'
	count "$dir/text" '^[0-9.]* [0-9]* [^ ]* checksum:file_begin ' 3
	"$POSIXTRACE_COMMAND" report --json "$dir/read.ptl" >"$dir/json"
	count "$dir/text" "^$(grep -c . "$dir/json") events\$" 1

	printf 'not a log' >"$dir/bad"
	if "$EXAMPLES_DIR/analyser" "$dir/bad" 2>"$dir/err"; then
		fail 'reads what is not a log'
	fi
	has "$dir/err" 'analyser: .*bad: Invalid argument$'
}

# The flight recorder serves as a program that runs for a while.
run_controller() {
	"$EXAMPLES_DIR/flight_recorder" 100000 0 >"$dir/out" &
	target=$!
	pids="$pids $target"
	# It can be traced once it runs, which may take its time.
	tries=0
	until "$EXAMPLES_DIR/controller" $target "$dir/other.ptl" 1 \
			flight:compute flight:never_opened 2>"$dir/err"; do
		tries=$((tries + 1))
		[ $tries -lt 100 ] || fail "$(cat "$dir/err")"
		sleep 0.05
	done
	kill -0 $target || fail 'the target did not survive'
	kill $target
	wait $target || :
	"$POSIXTRACE_COMMAND" report --json "$dir/other.ptl" >"$dir/json"
	has "$dir/json" "\"pid\":$target,.*\"event\":\"flight:cycle_begin\"" \
		'"event":"posix_trace_filter"' '"event":"posix_trace_stop"'
	# The type named was filtered out up to the change of the filter.
	sed -n '/"posix_trace_filter"/q; p' "$dir/json" >"$dir/before"
	sed -n '/"posix_trace_filter"/,$p' "$dir/json" >"$dir/after"
	has "$dir/before" '"event":"flight:read_input"'
	count "$dir/before" '"event":"flight:compute"' 0
	has "$dir/after" '"event":"flight:compute"' \
		'"event":"flight:read_input"'

	status=0
	"$EXAMPLES_DIR/controller" $target "$dir/none.ptl" 1 2>"$dir/err" ||
		status=$?
	[ $status -eq 1 ] || fail "status $status for a pid that is gone"
	has "$dir/err" 'No such process$'
}

run_flight_recorder() {
	"$EXAMPLES_DIR/flight_recorder" 600 300 >"$dir/out"
	has "$dir/out" '^iteration 300 is [0-9.]* ms late$' \
		'^[1-9][0-9]* events recorded, the last 10 are:$' \
		'^ *-[0-9.]* ms  flight:compute *300$' \
		'^ *0\.000 ms  flight:write_output *300$' \
		'^600 iterations, [12] recordings read$'
	# The slow step is the computation: 10 ms before its result came.
	awk '$3 == "flight:compute" && $4 == 300 && $1 <= -10 { found = 1 }
		END { exit !found }' "$dir/out" || fail 'it took no time'
	# Only the newest events are there: so small a stream holds fewer.
	awk '/events recorded/ && $1 >= 1000 { bad = 1 } END { exit bad }' \
		"$dir/out" || fail 'nothing was forgotten'
}

if [ $# -eq 0 ]; then
	set -- attributes checksum analyser controller flight_recorder
fi
for example; do
	rm -rf "${dir:?}"/*
	"run_$example"
	echo "$example: fine"
done
