#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `record -e` and `-x` select event types by names that may not exist yet.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

make_files 5 10

# The types of the events in the log, each once.
types() {
	"$POSIXTRACE" report -q --no-header log | awk '{ print $5 }' | sort -u |
		tr '\n' ' '
}

run "$POSIXTRACE" record -o log -e checksum:file_begin -e checksum:file_end -- \
	"$EXAMPLES_DIR/checksum" files
expect_status 0
got_types=$(types)
want='checksum:file_begin checksum:file_end posix_trace_start posix_trace_stop '
[ "$got_types" = "$want" ] || fail "-e: $got_types"

run "$POSIXTRACE" record -o log -e checksum:file_begin -e checksum:file_end \
	-x checksum:file_end -- "$EXAMPLES_DIR/checksum" files
expect_status 0
got_types=$(types)
want='checksum:file_begin posix_trace_start posix_trace_stop '
[ "$got_types" = "$want" ] || fail "-e and -x: $got_types"

run "$POSIXTRACE" record -o log -x checksum:file_begin -x never:used -- \
	"$EXAMPLES_DIR/checksum" files
expect_status 0
got_types=$(types)
case $got_types in
*checksum:file_begin*) fail "-x: $got_types" ;;
*checksum:file_end*) ;;
*) fail "-x left out too much: $got_types" ;;
esac

# The number of filtered types is reported at the start.
run "$POSIXTRACE" report log
expect_out ' posix_trace_start +filtered=2 types$'
