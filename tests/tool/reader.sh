#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A reader that was written from posixtrace-log(5) alone gives the same contents
# as the report, for every kind of log.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"

command -v python3 >/dev/null || skip 'python3 is not installed'
reader=$here/../read_log.py

# same NAME OPTION...: record with the options and compare, except for the
# events that report a gap, which are in no log.
same() {
	name=$1
	shift
	"$POSIXTRACE" record -q -o "$name" "$@" -- \
		"$EXAMPLES_DIR/checksum" files >list || [ $? -eq 3 ] ||
		fail "record $name"
	"$POSIXTRACE" report -q --json "$name" >"$name.report" ||
		[ $? -eq 3 ] || fail "report $name"
	grep -vE '"posix_trace_(overflow|resume)"' "$name.report" >expected || :
	python3 "$reader" "$name" | grep -v '"posix_trace_overflow"' >got ||
		fail "read $name"
	[ -s got ] || fail "$name is empty"
	python3 - expected got <<'END' || fail "$name: the readers differ"
import json
import sys

expected, got = ([json.loads(line) for line in open(name)]
                 for name in sys.argv[1:])
assert len(expected) == len(got), (len(expected), len(got))
for pair in zip(expected, got):
    pair[0].pop("values", None)
    assert pair[0] == pair[1], pair
END
}

make_files 40 30000
same append
same loop --log-policy loop --log-size 64K
same until-full --log-policy until-full --log-size 32K
same small --stream-size 16K --policy loop
same full --stream-size 16K --policy until-full

# With compressed blocks, if that can be done here.
if "$POSIXTRACE" record -q -o packed --compress -- true 2>err; then
	same packed --compress
	same packed-loop --compress=1 --log-policy loop --log-size 64K
	same packed-full --compress=19 --log-policy until-full --log-size 8K
else
	expect_err 'libzstd is not there'
fi
