#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Tables have what `report --json` prints, to the nanosecond: of logs of either
# byte order, damaged ones, ones where events were lost, dumps and captures.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"
: "${EMIT:?where is the maker of logs?}" "${MAKE_DUMP:?and that of dumps?}"
: "${MAKE_TWIN:?where is make-twin?}" "${REFILL:?and refill?}"

"$POSIXTRACE" query --examples >out 2>err || skip 'built without SQLite'
command -v python3 >/dev/null || skip 'python3 is not installed'

same() {
	PYTHONDONTWRITEBYTECODE=1 python3 "$here/query_rows.py" "$POSIXTRACE" \
		"$@" >out 2>err || fail "$*: other rows"
}

"$POSIXTRACE" record -q -o typed -- "$EXAMPLES_DIR/typed" 20 >list
same typed 40
"$MAKE_TWIN" typed twin
same twin
"$EMIT" odd 40 'a"b=00' 'drop table events=6161' events=00 Events=02 \
	sqlite_master=01 time_ns=03 "it's=04"
same odd

# With the names of places, also beside a dump, whose columns are before them.
if "$POSIXTRACE" report -q --symbols typed >out 2>err; then
	"$POSIXTRACE" report -q --json --symbols typed >out 2>err
	expect_out '"symbol":"'
	same typed 5 --symbols
	"$MAKE_DUMP" 40 >dump.trx
	same dump.trx 5 --symbols
	run "$POSIXTRACE" query -q --symbols typed dump.trx \
		'SELECT count(symbol) > 0, count(DISTINCT context) > 0 FROM events'
	expect_status 0
	expect_out '1  *1$'
fi

# Where events were lost, in each way.
make_files 800 10
"$POSIXTRACE" record -q -o loop --policy loop --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files >list || :
same loop 40
"$POSIXTRACE" record -q -o full --policy until-full --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files >list || :
same full 40
"$POSIXTRACE" record -q -o ring --log-policy loop --log-size 64K --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files >list || :
same ring 40
for log in loop full ring; do
	"$MAKE_TWIN" $log twin
	same twin 5
done
"$REFILL" refill || fail 'refill'
same refill 40
"$REFILL" refill full || fail 'refill full'
same refill 40

# A block that is damaged, one that is cut off, and an incomplete log.
cp ring bad
printf 'damaged' | dd of=bad bs=1 seek=$(($(wc -c <bad) / 2)) conv=notrunc \
	2>/dev/null
same bad
head -c $(($(wc -c <ring) * 2 / 3)) ring >short.ptl
same short.ptl

# ThreadX, by names of its words; and frames of a stream.
"$MAKE_DUMP" 300 >dump.trx
same dump.trx
for variant in big long; do
	"$MAKE_DUMP" $variant 40 >dump.trx
	same dump.trx 5
done
# Cut off: the newest events are missing, or some in the middle.
for n in 16 100; do
	"$MAKE_DUMP" $n >dump.trx
	head -c 700 dump.trx >cut.trx
	same cut.trx 5
	"$POSIXTRACE" report -q --json cut.trx | grep '"lost":8' >out || :
	expect_out '"data":"","lost":8}$'
done
"$POSIXTRACE" convert --to rkh -q -o frames typed
same frames 5
