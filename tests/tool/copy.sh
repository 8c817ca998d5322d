#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A copy of a log made by convert has the same contents, with and without
# compression, as a whole or in part, including losses.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

# same OPTION...: the copy and the log give the same output.
same() {
	"$POSIXTRACE" report -q --json "$from" >expected || [ $? -eq 3 ]
	run "$POSIXTRACE" convert --to log -o copy "$@" "$from"
	expect_status "${status:-0}"
	[ "$(wc -l <err)" -le 1 ] || fail 'more than a line'
	"$POSIXTRACE" report -q --json copy >out || [ $? -eq 3 ]
	cmp out expected || fail "the copy of $from $* differs"
	run "$POSIXTRACE" check copy
	expect_status "${status:-0}"
}

make_files 40 30000
"$POSIXTRACE" record -q -o log -- "$EXAMPLES_DIR/checksum" -j 3 files >list
from=log
same
if "$POSIXTRACE" record -q -o packed --compress -- true 2>err; then
	same --compress
	same --compress=1
	mv copy packed
	from=packed
	same
	from=log
fi

"$POSIXTRACE" report -q --json -e 'checksum:file_*' log | tail -n 9 >expected
run "$POSIXTRACE" convert --to log -o part -q -e 'checksum:file_*' --last 9 log
expect_status 0
expect_no_err
run "$POSIXTRACE" report -q --json part
expect_status 0
cmp out expected || fail 'a part'
run "$POSIXTRACE" convert --to log -o none -q -e no:such log
expect_status 0
run "$POSIXTRACE" check none
expect_status 0

# The gap is where it was, and as large.
make_files 800 10
"$POSIXTRACE" record -q -o lost --policy loop --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files >list || [ $? -eq 3 ] || fail 'record'
from=lost
status=3
same
"$POSIXTRACE" report -q lost | grep -e '---- LOST' >expected
"$POSIXTRACE" report -q copy | grep -e '---- LOST' >out
sed 's/ *---/---/; s/^ *[0-9.]* *//' expected >told
sed 's/ *---/---/; s/^ *[0-9.]* *//' out | cmp - told || fail 'the gap'

run "$POSIXTRACE" convert --to log -o copy --names x log
expect_status 2
expect_one_line
run "$POSIXTRACE" convert --to tracex -o copy --compress log
expect_status 2
expect_one_line
run "$POSIXTRACE" convert --to log -o copy --compress=99 log
expect_status 2
expect_one_line
