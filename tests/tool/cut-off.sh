#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A traced process that shortens the memory it shares does not end its
# recorder, which keeps the log, and says that something is missing.
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
	# Its path stands in the head of the log.
	segment=$(tr -c '[:print:]' '\n' <log |
		grep -m 1 '/posixtrace-[0-9]*/s[0-9]*$')
	[ -n "$segment" ] || fail 'no segment'
	truncate -s "$1" "$segment"
	: >go
	wait_end 'a recorder without memory' "$recorder"
	# Behind the lanes are the chunks, and it may be that all are read.
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
