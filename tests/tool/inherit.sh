#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Children of the command are recorded, unless --no-inherit is given.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

make_files 2 10
cat >twice <<'END'
"$1/checksum" files
"$1/checksum" files
exit 0
END

run "$POSIXTRACE" record -o log -- sh twice "$EXAMPLES_DIR"
expect_status 0
[ "$(wc -l <out)" -eq 4 ] || fail 'the children did not do their work'
run "$POSIXTRACE" report --no-header -e checksum:file_begin log
expect_status 0
[ "$(wc -l <out)" -eq 4 ] || fail 'not all files are there'
[ "$(awk '{ print $3 }' out | sort -u | wc -l)" -eq 2 ] || fail 'not two children'

run "$POSIXTRACE" record -o log --no-inherit -- sh twice "$EXAMPLES_DIR"
expect_status 0
run "$POSIXTRACE" report --no-header -e 'checksum:*' log
expect_status 0
expect_no_out
