#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `rkh` decodes streams of RKH into text, JSON, charts and logs.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

: "${RKH_STREAMS:?where is the program that makes streams?}"

for name in kinds damage flat bare reset; do
	"$RKH_STREAMS" "$name" >stream
	mv stream "$name"
done

# Lines of Trazer's, blanks and all.
has_line() {
	grep -qxF -e "$1" out || fail "$what: no line '$1'"
}

run "$POSIXTRACE" rkh --trazer kinds
expect_status 0
has_line '          0| [  0] | FWK | TCFG       : Update RKH Configuration from client'
has_line '                                      | RKH_VERSION                   = 3.4.00'
has_line '                                      | TRZ_RKH_CFGPORT_TRC_SIZEOF_TSTAMP= 32'
has_line '                                      | TRZ_RKH_CFG_SMA_TRC_SNDR_EN   = 1'
has_line '                                      | tstamp_tick_hz                = 1000'
has_line '         10| [  0] | FWK | AO         : obj=0x00001000, nm=blinky'
has_line '        110| [ 10] | MP  | INIT       : mp=isr, nb=40, bs=40'
has_line '        230| [ 22] | SMA | GET        : ao=blinky, sig=TICK, pid=small, rc=40, nelem=40, nmin=40, rt=-1, nseq=0'
has_line '        240| [ 23] | SMA | FIFO       : ao=blinky, sig=TICK, snr=isr, pid=small, rc=40, nelem=40, nmin=40, nseq=1'
has_line '        320| [ 31] | SM  | TRN        : ao=blinky, sst=on, tst=off'
has_line '        460| [ 45] | SM  | EXE_ACT    : Entry, ao=blinky, st=on, fn=toggle'
has_line '        530| [ 52] | FWK | EN         :  '
has_line '        650| [ 64] | FWK | ASSERT     : (40), &text.c'
has_line '        730| [ 72] | SM  | TRN        : ao=blinky, sst=on, tst=on'
has_line '        740| [ 73] | USR | LEVEL      : User trace information'
has_line '                                  | -0123'
has_line '                                  | 0xBEEF'
has_line '                                  | [ 64 75 6D 70 ]'
has_line '                                  | event=TICK'

run "$POSIXTRACE" rkh --trazer damage
expect_status 4
has_line '***** Stream Checksum Error'
has_line '***** May be have lost trace info, sequence are not correlatives'
has_line '***** Unknown trace event = (31)'

# Text of our own: losses with their times, damage with its place.
run "$POSIXTRACE" rkh damage
expect_status 4
expect_out '^---- LOST at least 5 frames before sequence 5, or joined late ----$'
expect_out '^---- LOST at least 1 frame before sequence 7, between 10 and 30 ----$'
expect_out '^---- LOST at least 20 frames before sequence 32, between 50 and 60 ----$'
expect_out '^---- offset 22: wrong checksum; skipped 15 bytes ----$'
expect_out '^---- offset 38: id 0x63: longer .*; 15 bytes left over ----$'
expect_out '^---- offset 85: ends in the middle of an escape; skipped 2 bytes ----$'
expect_out '^---- offset 98: id 0x1f: no record has this id; skipped 7 bytes ----$'
expect_err 'lost at least 27 frames in 4 places'
expect_err 'skipped 5 bytes before the first flag'

run "$POSIXTRACE" rkh -q kinds
expect_status 0
expect_no_err
expect_out '^         750   74  USR.USR#9         -001$'
expect_out 'UT.EXPECT         line=7, evt=TIM.TOUT, t=timer, sig=TICK, ao=blinky$'
run "$POSIXTRACE" rkh -q --hz 1000 kinds
expect_out '^         0.750000000   74  USR.USR#9'
run "$POSIXTRACE" rkh reset
expect_status 0
expect_out '^---- the target began anew ----$'
run "$POSIXTRACE" rkh bare
expect_status 0
expect_out '^ +-  SM.STATE          ao=blinky, nxtst=off$'

# Ids of an old version are decoded if the version is given.
run "$POSIXTRACE" rkh --map 2.0 flat
expect_status 0
expect_out 'SMA.GET           ao=blinky, sig=TICK, rt=10, nseq=1$'
expect_err 'does not send its configuration'

# JSON: one object per frame.
run "$POSIXTRACE" rkh --json damage
expect_status 4
expect_out '^\{"kind":"badchk","off":22,.*"reason":"wrong checksum"\}$'
expect_out '^\{"kind":"rec","off":54,"len":30|"left":15'
expect_out '^\{"kind":"short","off":88,"len":9,"id":99,"nseq":10,"gap":0'
expect_out '^\{"kind":"unknown","off":98,.*"id":31,"nseq":11,"gap":0,.*"group":null,"name":null,"args":\{\}'
expect_out '"nseq":32,"gap":20,"ts":60,.*"group":"SM","name":"STATE","args":\{"ao":"0X1000","nxtst":"0X2000"\}'
run "$POSIXTRACE" rkh --json kinds
expect_out '"args":\{"0":-1,"1":200,"2":-123,.*,"7":"100 %","8":"64756d70","9":"isr"'

run "$POSIXTRACE" rkh --msc kinds
expect_status 0
expect_out '^---: TARGET START;$'
expect_out '^isr->blinky: TICK\[arrow.type=line\];$'
expect_out '^blinky--blinky: on;$'

# As a log, with the right names, times and losses.
run "$POSIXTRACE" rkh -o log kinds
expect_status 0
expect_no_out
run "$POSIXTRACE" report --absolute log
expect_status 0
expect_out '00:00:00.330000000.* SM.STATE +"ao=blinky, nxtst=on"$'
expect_out ' USR.LEVEL +"-001, 200, '
[ "$(grep -c ' FWK\.' out)" -eq 31 ] || fail "$(grep -c ' FWK\.' out) records of FWK"
run "$POSIXTRACE" rkh -o lossy damage
expect_status 4
run "$POSIXTRACE" report lossy
expect_status 3
expect_out 'LOST 20 events'
expect_err '; lost 27$'

# Records with the same time keep their order, whatever their objects are.  The
# clock is so fast that there are hundreds of ticks of the same time.
"$POSIXTRACE" rkh -q --json kinds |
	sed 's/.*"group":"\([^"]*\)","name":"\([^"]*\)".*/\1.\2/' >expected
run "$POSIXTRACE" rkh -q --hz 10000000000 -o fast kinds
expect_status 0
"$POSIXTRACE" report -q --json fast | sed 's/.*"event":"\([^"]*\)".*/\1/' >out
cmp out expected || fail 'another order'
[ "$("$POSIXTRACE" report -q --json fast | cut -d '"' -f 4 | uniq | wc -l)" \
	-lt "$(wc -l <out)" ] || fail 'no two of one time'

# A recording that cannot go on is kept: the target will not send it again.
i=0
while [ $i -lt 400 ]; do
	cat kinds
	i=$((i + 1))
done >long
(
	# shellcheck disable=SC3045
	ulimit -f 1600
	run "$POSIXTRACE" rkh -o limited long
	expect_status 1
	expect_err 'limited: File too large; the log is not complete, raise the limit of a file.s size \(ulimit -f\)$'
)
run "$POSIXTRACE" report -q limited
expect_status 4
[ "$(wc -l <out)" -gt 70 ] || fail 'nothing is left of it'

# The commands that read logs read captures too, as that log.
run "$POSIXTRACE" report -q --no-header log
cp out as_log
run "$POSIXTRACE" convert --to log -o converted kinds
expect_status 0
run "$POSIXTRACE" report -q --no-header converted
expect_status 0
cmp as_log out || fail 'convert makes another log of a capture'
run "$POSIXTRACE" report -q --no-header kinds
expect_status 0
cmp as_log out || fail 'report shows a capture otherwise'
run "$POSIXTRACE" convert --to log -e 'SM.*' -o converted - <kinds
expect_status 0
tail -c +6 damage >flagged
run "$POSIXTRACE" stat flagged
expect_status 4
expect_err 'flagged: [0-9]+ of its frames are damaged'
expect_out ' lost +27$'
run "$POSIXTRACE" convert --to log -o converted flagged
expect_status 4
printf '~ no frames' >none
rm converted
run "$POSIXTRACE" convert --to log -o converted none
expect_status 1
expect_one_line
[ ! -e converted ] || fail 'a log of nothing'

# Whatever is not a stream.
: >empty
run "$POSIXTRACE" rkh empty
expect_status 0
expect_err 'is empty'
run "$POSIXTRACE" rkh - <kinds
expect_status 0
head -c 20000 /dev/zero >zeros
run "$POSIXTRACE" rkh zeros
expect_status 4
expect_err 'no frame in it'

# Selection by the options that all commands have.
"$POSIXTRACE" rkh -q --json kinds | grep '"group":"SM"' >all
"$POSIXTRACE" rkh -q --json -e 'SM.*' kinds | cmp all - || fail 'rkh -e'
"$POSIXTRACE" rkh -q --json -e 'SM.*' --events 2-4 kinds >out
sed -n 2,4p all | cmp out - || fail 'rkh --events'
"$POSIXTRACE" rkh -q --json -x '[!S]*' -x 'SMA.*' kinds | cmp all - ||
	fail 'rkh -x'
"$POSIXTRACE" rkh -q --json --from 310ms --to 330ms kinds >out
[ "$(sed 's/.*"time":\([0-9]*\).*/\1/' out | tr '\n' ' ')" = '310 320 330 ' ] ||
	fail 'rkh --from and --to'
"$POSIXTRACE" rkh -q --json -t 'blink*' kinds >out
[ -s out ] || fail 'rkh -t'
! grep -v '"ao":"blinky"' out || fail 'rkh -t: others'
"$POSIXTRACE" rkh -q -o picked -e 'SM.*' kinds
run "$POSIXTRACE" report -q --json -e 'SM.*' picked
[ "$(wc -l <out)" -eq "$(wc -l <all)" ] || fail 'a log of what is wanted'
# No loss is left out with the record that it is in front of.
lost() {
	"$POSIXTRACE" rkh -q --json "$@" damage | sed 's/.*"gap":\([0-9]*\).*/+\1/' |
		tr -d '\n'
}
[ "$((0$(lost -x 'no:such')))" -eq "$((0$(lost)))" ] || fail 'lost'
[ "$((0$(lost -x 'MP.*' -x 'TIM.*')))" -eq "$((0$(lost)))" ] ||
	fail 'a loss is left out'

# Misuse.
misuse() {
	words=$1
	shift
	run "$POSIXTRACE" rkh "$@"
	expect_status 2
	expect_one_line
	expect_err "$words"
}
misuse 'no stream'
misuse 'one stream at a time' kinds damage
misuse 'choose one' --json --trazer kinds
misuse 'no such version' --map 4 kinds
misuse "'sig=3' is none" --config ts=4,sig=3 kinds
misuse 'not a number' --hz 0 kinds
misuse 'do not tell of processes' -p 1 kinds
misuse 'have no ids' -t 1 kinds
misuse 'have no dates' --from @2026-01-31T12:00:00Z kinds
misuse 'report --last' --last 3 kinds
run "$POSIXTRACE" rkh nothing
expect_status 1
expect_one_line
run "$POSIXTRACE" rkh .
expect_status 1
if [ -w /dev/full ]; then
	status=0
	"$POSIXTRACE" rkh kinds >/dev/full 2>err || status=$?
	ended 'rkh >/dev/full' "$status"
	expect_status 1
	expect_err 'not complete'
fi
