#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `convert --to clickhouse`: its rows are the lines of `report --json`.
# shellcheck source=tests/tool/support.sh disable=SC1091
here=$(cd "$(dirname "$0")" && pwd)
. "$here/support.sh"
: "${MAKE_DUMP:?where is the generator of dumps?}"

# same LOG [TAG...]
same() {
	log=$1
	shift
	"$POSIXTRACE" report -q --json "$log" >lines || [ $? -ge 3 ] || fail "report $log"
	words=
	for tag in "$@"; do
		words="$words --tag $tag"
	done
	# shellcheck disable=SC2086 # words
	"$POSIXTRACE" convert -q --to clickhouse $words -o rows "$log" ||
		[ $? -ge 3 ] || fail "convert $log"
	python3 "$here/../rowbinary.py" lines "$@" <rows || fail "$log: other rows"
}

"$POSIXTRACE" record -q -o typed -- "$EXAMPLES_DIR/typed" 200 >list
same typed
same typed rack=7 role=a=b
make_files 4 10
"$POSIXTRACE" record -q -o small --stream-size 8K --policy loop -- \
	"$EXAMPLES_DIR/checksum" files || [ $? -eq 3 ]
same small
if [ -n "$PRELOAD_LIB" ]; then
	POSIXTRACE_PRELOAD=$PRELOAD_LIB "$POSIXTRACE" record -q --preload \
		-o calls -- sh -c 'ls / | wc; cat /no/such; exit 0' >out 2>&1
	same calls
fi
for variant in '' big long; do
	# shellcheck disable=SC2086 # words
	"$MAKE_DUMP" $variant 50 >dump
	same dump
done

run "$POSIXTRACE" convert --to clickhouse --tag rack -o rows typed
expect_status 2
expect_err '^posixtrace: convert: --tag rack: not KEY=VALUE'
run "$POSIXTRACE" convert --to clickhouse --tag rack=1 --tag rack=2 -o rows typed
expect_status 2
expect_err "'rack' was given before"
run "$POSIXTRACE" convert --to csv --tag rack=1 -o rows typed
expect_status 2
run "$POSIXTRACE" schema
expect_status 2
run "$POSIXTRACE" schema oracle
expect_status 2
run "$POSIXTRACE" schema clickhouse
expect_status 0
expect_out '^CREATE TABLE IF NOT EXISTS posixtrace_events'
