#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# When the recorder is killed, the command continues, and all events can be
# read: those in the log, and those in memory, in the segment that the log
# names.  The log is reported as incomplete.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

make_files 800 10
cat >job <<'END'
"$1/checksum" files >list
: >ready
while [ -e list ] && [ ! -e go ]; do sleep 0.05; done
: >survived
END
"$POSIXTRACE" record -o log -- sh job "$EXAMPLES_DIR" >out 2>err &
recorder=$!
wait_for test -e ready
kill -KILL "$recorder"
wait_end 'a killed recorder' "$recorder"
expect_status 137

run "$POSIXTRACE" report log
expect_status 4
expect_err '^posixtrace: log: incomplete, '
[ "$(grep -c ' checksum:file_end ' out)" -eq 800 ] || fail 'not all is there'
run "$POSIXTRACE" report log
[ "$(grep -c ' checksum:file_end ' out)" -eq 800 ] || fail 'and not twice'

: >go
wait_for test -e survived

# No other stream needs the segment, whose path is in the head of the log.  A
# create that needed its slot may have removed it.
segment=$(tr -c '[:print:]' '\n' <log | grep -m 1 '/posixtrace-[0-9]*/s[0-9]*$')
rm -f "$segment" "$segment.names"
