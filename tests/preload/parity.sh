#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A program does the same whether the preload library is absent, present, or
# present and recording: same output, same status.  The recording then has
# the events that EXPECT lists, as words such as thread_exit=5 or read>=1
# (posixtrace_ goes without saying), and has lost=5 events, for which the status
# of the commands is 3.
#
# The program runs in a new folder that has a FIFO named "fifo" in it.
#
# With PARITY_ONLY_RECORDED it is not preloaded but by `record`, for programs
# that this leaves alone.
#
# RECORD_OPTIONS are more options of `record`.
#
# usage: [EXPECT=...] [RECORD_OPTIONS=...] [PARITY_ONLY_RECORDED=yes] POSIXTRACE_COMMAND=TOOL PRELOAD_LIB=FILE parity.sh COMMAND [ARG...]
set -eu

case $1 in
*/*)
	program=$(realpath "$1")
	shift
	set -- "$program" "$@"
	;;
esac
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/here"
mkfifo "$dir/here/fifo"
cd "$dir/here"

# run NAME COMMAND...: leaves NAME.out and NAME.status
run() {
	name=$1
	shift
	status=0
	"$@" </dev/null >"$dir/$name.out" 2>&1 || status=$?
	echo "status $status" >"$dir/$name.status"
}

run plain "$@"
runs=recorded
if [ -z "${PARITY_ONLY_RECORDED:-}" ]; then
	runs='preloaded recorded'
	# By its name alone: its folder may have a space in its own.
	run preloaded env LD_PRELOAD="${PRELOAD_LIB##*/}" \
		LD_LIBRARY_PATH="${PRELOAD_LIB%/*}${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" "$@"
fi
# shellcheck disable=SC2086 # words
run recorded "$POSIXTRACE_COMMAND" record --quiet --preload \
	${RECORD_OPTIONS:-} -o "$dir/log" -- "$@"

lost=
case ${EXPECT:-} in
*lost=*)
	lost=3
	if grep -q ' 3$' "$dir/recorded.status"; then
		cp "$dir/plain.status" "$dir/recorded.status"
	fi
	;;
esac

failed=0
for run in $runs; do
	for what in out status; do
		if ! diff "$dir/plain.$what" "$dir/$run.$what" >"$dir/diff"; then
			echo "$1: plain (<) and $run (>) differ:"
			head -n 20 "$dir/diff"
			failed=1
		fi
	done
done
[ $failed -eq 0 ] || exit 1

"$POSIXTRACE_COMMAND" report --json "$dir/log" >"$dir/json" 2>"$dir/summary" ||
	[ $? -eq "${lost:-0}" ] || { cat "$dir/summary"; exit 1; }
for expected in ${EXPECT:-}; do
	event=${expected%%[>=]*}
	wanted=${expected##*=}
	if [ "$event" = lost ]; then
		count=$("$POSIXTRACE_COMMAND" info "$dir/log" |
			awk '/lost from stream/ { print $NF }')
	else
		count=$(grep -c "\"event\":\"posixtrace_$event\"" \
			"$dir/json" || :)
	fi
	case $expected in
	*'>='*) [ "$count" -ge "$wanted" ] && continue ;;
	*) [ "$count" -eq "$wanted" ] && continue ;;
	esac
	echo "$1: $count x $event, expected $expected"
	failed=1
done
if [ $failed -ne 0 ]; then
	echo "recorded:"
	grep -o '"event":"[^"]*"' "$dir/json" | sort | uniq -c
	cat "$dir/summary"
fi
exit $failed
