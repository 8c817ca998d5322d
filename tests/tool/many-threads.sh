#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A log whose front has no room for the names of all threads still has them, and
# so have its conversions.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"
: "${MANY_THREADS:?where is it?}"

N=300

# Each thread prints its id as "tid number", and its name as "tid name".
said() {
	"$POSIXTRACE" report -q --json -e many:hello "$1" |
		sed 's/.*"tid":\([0-9]*\),.*"number":\([0-9]*\).*/\1 worker-\2/' |
		sort
}
named() {
	"$POSIXTRACE" stat "$1" | awk '$3 ~ /^worker-/ { print $2, $3 }' | sort
}
# are_named LOG [N]: so many threads have the name that they are to have.
are_named() {
	said "$1" >numbers
	named "$1" >names
	[ "$(wc -l <numbers)" -eq "${2:-$N}" ] || fail "$1: events are missing"
	cmp numbers names || fail "$1: other names"
}

"$POSIXTRACE" record -q -o many -- "$MANY_THREADS" $N || fail 'record'
are_named many

# Picked out by a name, whether the registry has it or not.
for i in 0 7 $((N - 1)); do
	run "$POSIXTRACE" report -q --json -t "worker-$i" many
	expect_status 0
	[ "$(wc -l <out)" -eq 1 ] || fail "not one event of thread $i"
	expect_out "\"number\":${i}[,}]"
done

# In a part of the log, compressed or not, and in the part of a part.
run "$POSIXTRACE" slice -q -o part -t 'worker-*' many
expect_status 0
are_named part
run "$POSIXTRACE" slice -q -o part.of --last 20 part
expect_status 0
are_named part.of 20
if "$POSIXTRACE" slice -q --compress -o packed many 2>err; then
	are_named packed
fi

# Merged with another log, of which no thread is one of these.
"$POSIXTRACE" record -q -o more -- "$MANY_THREADS" $N || fail 'record'
run "$POSIXTRACE" merge -q -o merged many more
expect_status 0
are_named merged $((2 * N))

# From the other byte order.
"$MAKE_TWIN" many twin
are_named twin

# In a file of TraceX, with their ids.
run "$POSIXTRACE" convert -q --to tracex -o many.trx many
expect_status 0
"$POSIXTRACE" report -q --json many.trx |
	sed -n 's/.*"thread":"\(worker-[0-9]*\) \([0-9]*\)".*/\2 \1/p' |
	sort >named
said many | cmp - named || fail 'other names for TraceX'

command -v python3 >/dev/null || exit 0
export PYTHONDONTWRITEBYTECODE=1

# Of another machine, so that its threads get other ids: names go with them.
python3 "$here/../move_log.py" many there there || fail 'move_log.py'
run "$POSIXTRACE" merge -q -o merged more there
expect_status 0
are_named merged $((2 * N))
sort -n numbers | tail -n 1 | grep -q '^1[0-9]\{7\} ' || fail 'the same ids'

# In a trace of Perfetto, if it can be made.
if "$POSIXTRACE" convert -q --to perfetto -o many.pftrace many 2>err; then
	python3 "$here/../perfetto_walk.py" many.pftrace >tracks.json ||
		fail 'Perfetto would stumble'
	python3 - tracks.json <<'END' | sort >named
import json
import sys

for track in json.load(open(sys.argv[1]))["tracks"]:
    if track.get("thread", {}).get("name"):
        print(track["thread"]["tid"], track["thread"]["name"])
END
	said many | cmp - named || fail 'other names for Perfetto'
fi
