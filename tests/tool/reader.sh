#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A reader written from posixtrace-log(5) alone says of every kind of log what
# the report says.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"

command -v python3 >/dev/null || skip 'python3 is not installed'
reader=$here/../read_log.py

# same NAME OPTION...: record with the options and compare, but for the events
# that a gap is told by, which stand in no log.
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

# What a killed recorder has written is some of what the report knows.
rm -r files
make_files 400 10
cat >job <<'END'
"$1/checksum" files >list
: >ready
while [ ! -e go ]; do sleep 0.05; done
: >survived
END
"$POSIXTRACE" record -q -o killed --stream-size 64K -- sh job \
	"$EXAMPLES_DIR" &
recorder=$!
wait_for test -e ready
kill -KILL "$recorder"
wait "$recorder" 2>/dev/null || :
"$POSIXTRACE" report -q --json killed >killed.report || [ $? -eq 4 ] ||
	fail 'report killed'
segment=$(tr -c '[:print:]' '\n' <killed | grep -m 1 '/posixtrace-[0-9]*/s[0-9]*$')
: >go
wait_for test -e survived
rm "$segment" "$segment.names"
python3 "$reader" killed >got || fail 'read killed'
[ "$(wc -l <got)" -ge 400 ] || fail 'hardly anything was written'
cut -d '"' -f 5- got | sort >got.sorted
cut -d '"' -f 5- killed.report | sort | comm -13 - got.sorted >alien
[ ! -s alien ] || fail 'the reader finds events that the report does not'

# Old logs; a machine of the other byte order refuses them.
[ "$(printf '\001\000' | od -An -td2 | tr -d ' ')" -eq 1 ] ||
	skip 'the golden logs are of another byte order'
for number in 1 2; do
	golden=$here/../golden/log-$number
	gzip -dc "$golden.json.gz" >expected
	gzip -dc "$golden.ptl.gz" >old
	if [ $number -eq 2 ] && [ ! -e packed.report ]; then
		continue
	fi
	run "$POSIXTRACE" report -q --json old
	expect_status 0
	cmp out expected || fail "golden log $number"
	python3 "$reader" old | cmp - expected || fail "read golden log $number"
	entries=$(python3 "$here/../check_index.py" old) || fail 'a wrong index'
	[ $number -eq 1 ] || [ "$entries" -eq 186 ] || fail 'no index'
done
