#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# For a trace without events of the program, the reason is reported.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

empty() {
	words=$1
	shift
	run "$POSIXTRACE" record -o log "$@"
	expect_status 0
	expect_err "^posixtrace: log: holds no event of the program: $words"
	[ "$(wc -l <err)" -eq 2 ] || fail 'not two lines'
	run "$POSIXTRACE" report log
	expect_status 0
	expect_out ' posix_trace_start '
	expect_err "^posixtrace: log: holds no event of the program: $words"
}

make_files 1 10

empty 'no process attached, the program is not linked .*--preload' -- true

all='-x checksum:queue_depth -x checksum:file_begin -x checksum:chunk_read
	-x checksum:file_end -x checksum:idle_begin -x checksum:idle_end'
# shellcheck disable=SC2086
empty 'no event of a type that the filter accepts' $all -- \
	"$EXAMPLES_DIR/checksum" files
empty 'no event of a type that the filter accepts' -e no:such -- \
	"$EXAMPLES_DIR/checksum" files

# Linked, but without a trace point in it.
empty 'no trace point was reached' -- "$EXAMPLES_DIR/attributes"

# In a part of a log there may be nothing whatever the program did.
run "$POSIXTRACE" slice -q -o part -e no:such log
expect_status 0
run "$POSIXTRACE" report part
expect_status 0
expect_err '^posixtrace: part: holds no event$'
if grep -E 'peak|trace point' err; then
	fail 'advice on a part of a log'
fi

run "$POSIXTRACE" record -o log -- "$EXAMPLES_DIR/checksum" files
expect_status 0
if grep 'holds no event' err; then
	fail 'a trace with events is called empty'
fi
