#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A log as frames, and frames as a log: by receive, and wherever a log is read.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

# comes_back LOG STATUS: all of it does, through frames.  These have nanoseconds
# and no ticks: events of different threads in the same one may change places.
comes_back() {
	"$POSIXTRACE" report --json -q "$1" | sort >before.json || :
	run "$POSIXTRACE" convert --to rkh -o "$1.rkh" "$1"
	expect_status "$2"
	expect_err "^posixtrace: $1.rkh: $(wc -l <before.json) events\$"
	run "$POSIXTRACE" report --json -q "$1.rkh"
	expect_status "$2"
	sort out | cmp -s before.json - || fail "$1: other events in its frames"
	run "$POSIXTRACE" receive -q -o "$1.back" "$1.rkh"
	expect_status "$2"
	"$POSIXTRACE" report --json -q "$1.back" | sort | cmp -s before.json - ||
		fail "$1: other events are received"
}

"$POSIXTRACE" record -q -o typed -- "$EXAMPLES_DIR/typed" 40 >list
comes_back typed 0
cp typed.rkh once.rkh
"$POSIXTRACE" convert --to rkh -q -o typed.rkh typed
cmp -s once.rkh typed.rkh || fail 'the same log gives other frames'

# RKH's own decoders show it as user records.
run "$POSIXTRACE" rkh typed.rkh
expect_status 0
expect_out ' FWK.TCFG .*version=3.4.00'
[ "$(grep -c ' USR.event ' out)" -ge 300 ] || fail 'no user records'

# A loss is where it was, and counted once.
make_files 800 10
"$POSIXTRACE" record -q -o lossy --policy loop --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files >list || :
comes_back lossy 3
lost() {
	"$POSIXTRACE" report "$1" 2>&1 >/dev/null |
		sed -n 's/.*; lost \([0-9]*\).*/\1/p'
}
[ "$(lost lossy)" = "$(lost lossy.rkh)" ] || fail 'other losses'
[ "$(lost lossy)" -gt 0 ] || fail 'nothing was lost'

# A dump, whose first event is at time 0.
: "${MAKE_DUMP:?where is the generator of dumps?}"
"$MAKE_DUMP" 10 >dump.trx
"$POSIXTRACE" convert --to rkh -q -o dump.rkh dump.trx
for log in dump.trx dump.rkh; do
	"$POSIXTRACE" report --csv -q "$log" | cut -d, -f1,2,4,5,9 >"$log.csv"
done
cmp -s dump.trx.csv dump.rkh.csv || fail 'the events of a dump are others'

# A part, and nothing.
"$POSIXTRACE" convert --to rkh -q -e furnace:done -o done.rkh typed
"$POSIXTRACE" report --json -q -e furnace:done typed >before.json
"$POSIXTRACE" report --json -q done.rkh | cmp -s before.json - ||
	fail 'another part'
"$POSIXTRACE" convert --to rkh -q -e no:such -o none.rkh typed
run "$POSIXTRACE" report none.rkh
expect_status 0
expect_err 'holds no event'

# A damaged frame loses its contents, which count as lost events; here there are
# so many that they are not only frames without events ...
size=$(wc -c <typed.rkh)
{
	head -c $((size / 2)) typed.rkh
	head -c 600 /dev/zero | tr '\0' U
	tail -c +$((size / 2 + 601)) typed.rkh
} >hurt.rkh
run "$POSIXTRACE" report hurt.rkh
expect_status 4
expect_err '^posixtrace: hurt.rkh: [1-9] of its frames (is|are) damaged'
expect_out ' ---- LOST [1-9][0-9]* events?, '

# ... and one that ends early is reported.
head -c $((size / 2)) typed.rkh >cut.rkh
run "$POSIXTRACE" report cut.rkh
expect_status 4
expect_err '^posixtrace: cut.rkh: the end of the stream is missing'

run "$POSIXTRACE" convert --to rkh -o /dev/full typed
expect_status 1
expect_one_line
