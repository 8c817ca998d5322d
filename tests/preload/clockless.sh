#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Where the time is read by system calls, as it seems here, a program is recorded
# until it installs a seccomp filter, and an event says so.
#
# usage: POSIXTRACE_COMMAND=TOOL clockless.sh PROGRAM
set -eu

program=$1
source=/sys/devices/system/clocksource/clocksource0/current_clocksource
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
echo hpet >"$dir/hpet"
if ! unshare -m true 2>/dev/null || ! [ -e $source ] ||
		! unshare -m mount --bind "$dir/hpet" $source; then
	echo 'this has to be root, and have a clock source'
	exit 77
fi
# shellcheck disable=SC2016 # for the inner shell
unshare -m sh -c '
	mount --bind "$1/hpet" '$source'
	shift
	exec "$@"' sh "$dir" "$POSIXTRACE_COMMAND" record -q --preload \
	-o "$dir/log" -- "$program" >"$dir/out"
"$POSIXTRACE_COMMAND" report --no-header -e posixtrace_not_recorded "$dir/log" \
	>"$dir/events" 2>/dev/null

# The child that is refused twice goes on in between.
if grep -q 'not so' "$dir/out" ||
		! grep -q 'the time is read by system calls' "$dir/events" ||
		grep -q 'kills for calls' "$dir/events"; then
	cat "$dir/out" "$dir/events"
	exit 1
fi
