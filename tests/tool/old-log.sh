#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Logs of earlier versions, and those of recorders that were killed, give the
# independent reader what they give the report.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"

command -v python3 >/dev/null || skip 'python3 is not installed'
reader=$here/../read_log.py

# What a killed recorder has written is some of what the report knows.
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
# The stream is smaller than what was recorded, so that some of it gets written.
is_written() {
	python3 "$reader" killed >got 2>/dev/null || :
	[ "$(wc -l <got)" -ge 400 ]
}
wait_for is_written
kill -KILL "$recorder"
wait "$recorder" 2>/dev/null || :
"$POSIXTRACE" report -q --json killed >killed.report || [ $? -eq 4 ] ||
	fail 'report killed'
segment=$(tr -c '[:print:]' '\n' <killed | grep -m 1 '/posixtrace-[0-9]*/s[0-9]*$')
: >go
wait_for test -e survived
rm -f "$segment" "$segment.names"
python3 "$reader" killed >got || fail 'read killed'
[ "$(wc -l <got)" -ge 400 ] || fail 'hardly anything was written'
cut -d '"' -f 5- got | sort >got.sorted
sed 's/,"values":{.*}}$/}/' killed.report | cut -d '"' -f 5- | sort | comm -13 - got.sorted >alien
[ ! -s alien ] || fail 'the reader finds events that the report does not'

# Old logs.  On a machine of the other byte order the report has the data of
# system events in that, and the reader as it was recorded.
[ "$(printf '\001\000' | od -An -td2 | tr -d ' ')" -eq 1 ] ||
	skip 'the golden logs are of another byte order'
for number in 1 2; do
	golden=$here/../golden/log-$number
	# Of event sets, the zeros at the end were printed then.
	gzip -dc "$golden.json.gz" |
		sed -E '/"posix_trace_(start|filter)"/s/(00)+"\}$/"}/' >expected
	gzip -dc "$golden.ptl.gz" >old
	[ $number -eq 1 ] || "$POSIXTRACE" record -q -o packed --compress -- true \
		2>err || continue
	run "$POSIXTRACE" report -q --json old
	expect_status 0
	# Nor were their values.
	sed 's/,"values":{.*}}$/}/' out | cmp - expected ||
		fail "golden log $number"
	python3 "$reader" old | cmp - expected || fail "read golden log $number"
	entries=$(python3 "$here/../check_index.py" old) || fail 'a wrong index'
	[ $number -eq 1 ] || [ "$entries" -eq 186 ] || fail 'no index'
done
