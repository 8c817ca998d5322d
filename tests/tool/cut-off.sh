#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A traced process that truncates the shared memory does not end its recorder.
# The recorder keeps the log, and reports that events are missing.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

make_files 100 10
cat >job <<'END'
"$1/checksum" files >list
: >ready
while [ -e list ] && [ ! -e go ]; do sleep 0.05; done
END

# cut SIZE: the segment has that size when the command ends.
cut() {
	rm -f ready go log
	"$POSIXTRACE" record -q -o log -- sh job "$EXAMPLES_DIR" >out 2>err &
	recorder=$!
	kill_at_end "$recorder"
	wait_for test -e ready
	# The head of the log has the path of the segment.
	segment=$(tr -c '[:print:]' '\n' <log |
		grep -m 1 '/posixtrace-[0-9]*/s[0-9]*$')
	[ -n "$segment" ] || fail 'no segment'
	truncate -s "$1" "$segment"
	: >go
	wait_end 'a recorder without memory' "$recorder"
	# The chunks follow the lanes; all of them may have been read.
	if [ "$1" -gt 4096 ] && [ "$got" -eq 0 ]; then
		run "$POSIXTRACE" check -q log
		expect_status 0
		return
	fi
	expect_status 4
	expect_one_line
	expect_err '^posixtrace: record: a traced process has cut off memory '
	run "$POSIXTRACE" report -q log
	expect_status 4
	run "$POSIXTRACE" check -q log
	expect_status 4
}

cut 0
cut 4096
cut 300000
