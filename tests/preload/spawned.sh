#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Children made by vfork() and posix_spawn() are in a trace, and what they run:
# both with the pid under which their own events are.
#
# usage: POSIXTRACE_COMMAND=TOOL PRELOAD_LIB=FILE spawned.sh RUN_BY
set -eu

run_by=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
ways='posix_spawn posix_spawnp'
# Not on every machine.
if nm -D --defined-only "$PRELOAD_LIB" | grep -q ' vfork$'; then
	ways="$ways vfork"
fi
true=$(command -v env)

for way in $ways; do
	"$POSIXTRACE_COMMAND" record -q --preload -o "$dir/log" -- \
		"$run_by" "$way" "$true" --version >/dev/null
	"$POSIXTRACE_COMMAND" report --no-header -e 'posixtrace_fork' \
		-e 'posixtrace_exec' -e 'posixtrace_exit' "$dir/log" \
		>"$dir/events" 2>/dev/null
	child=$(sed -n 's/.* fork  *child=\([0-9]*\)$/\1/p' \
		"$dir/events")
	if ! grep -q " exec  *path=\"$true\" result=$child$" \
			"$dir/events" ||
			! grep -q " exit  *pid=$child status=0$" \
			"$dir/events"; then
		echo "$way: not so: fork, exec and exit of child '$child'"
		cat "$dir/events"
		exit 1
	fi
done
