#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `report` lists ThreadX dumps of every variant, in every form they come in.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
: "${MAKE_DUMP:?where is the generator of dumps?}"

# The same events from every kind of target, but for what the words hold.
"$MAKE_DUMP" 10 >little
run "$POSIXTRACE" report little
expect_status 0
expect_out '^# little  ThreadX dump, little endian, ULONG of 4 bytes'
expect_out '^ +TICKS +DELTA +PRIO  CONTEXT +EVENT +DATA$'
expect_out '^ +0 +\+0 +5/3  thread two +user_event_4096 +info_1=0x0 info_2=0x1'
expect_out '^ +10 +\+10 +5/3  thread one +tx_queue_send +queue_ptr=0x10 '
expect_out ' +30 +\+10 +interrupt\(thread two\) +tx_isr_enter +stack_ptr=0x30 '
expect_err '^posixtrace: 10 events, 90 ticks; none was overwritten'
tail -n +3 out >expected
for variant in big long 'big long'; do
	# shellcheck disable=SC2086 # words
	"$MAKE_DUMP" $variant 10 >other
	run "$POSIXTRACE" report --no-header other
	expect_status 0
	diff expected out >&2 || fail "$variant: other events"
done

# ... and from every form.
for form in intel srec digits; do
	"$MAKE_DUMP" "$form" 10 >"$form.text"
	run "$POSIXTRACE" report --no-header "$form.text"
	expect_status 0
	diff expected out >&2 || fail "$form: other events"
	"$POSIXTRACE" report --no-header -q - <"$form.text" >out
	diff expected out >&2 || fail "$form: other events by standard input"
done

# Damage is reported with its line.
sed '3s/.\(.\)$/\1/' digits.text >bad
run "$POSIXTRACE" report bad
expect_status 1
expect_one_line
expect_err 'bad:[0-9]+: an odd number of digits; '
sed '3s/^:..../:2000/; 3s/\(.*\)..\(.\)$/\100\2/' intel.text >bad
run "$POSIXTRACE" report bad
expect_status 1
expect_one_line
expect_err 'bad:3: the checksum is 0x00, not 0x'
sed '4s/^S3../S310/' srec.text >bad
run "$POSIXTRACE" report bad
expect_status 1
expect_err 'bad:4: the record has [0-9]+ bytes instead of 17; '
sed 3d intel.text >bad
run "$POSIXTRACE" report -q bad
expect_err 'bad:3: the address does not follow the one before'

# Wrapped: the oldest first.
"$MAKE_DUMP" 21 >ring
run "$POSIXTRACE" report ring
expect_status 0
expect_err '16 events, 150 ticks; older ones were overwritten'
[ "$(sed -n 3p out | awk '{ print $1, $3, $6 }')" = '0 5/3 tx_queue_send' ] ||
	fail 'the first event of a ring'

# Cores, initialisation.
"$MAKE_DUMP" smp init 8 >cores
run "$POSIXTRACE" report cores
expect_out '^ +TICKS +DELTA +CORE +PRIO '
expect_out '^ +0 +\+0 +0 +initialization +tx_thread_create '
expect_out ' 1 +5/3  thread one +tx_queue_send '

# A file that was cut: the missing part is reported, with its place.
head -c $((48 + 8 * 48 + 13 * 32)) ring >shorter
run "$POSIXTRACE" report shorter
expect_status 4
expect_out '---- LOST 3 events, cut off with the end of the file ----'
expect_err 'shorter: cut off: 3 entries are missing at least'
head -c $((48 + 8 * 48 + 5 * 32)) little >shorter
run "$POSIXTRACE" report shorter
expect_status 4
expect_out '---- LOST 5 events, the newest, cut off'

head -c $((48 + 8 * 48 + 10 * 32 + 1)) little >shorter
run "$POSIXTRACE" report shorter
expect_status 4
expect_err 'shorter: cut off where the next event would stand; older ones may'

# Picking out, other forms of data.
for thread in 'thread two' '*two' 0x20000200 536871424 \
		'nobody -t thread?two'; do
	case $thread in
	*-t*) run "$POSIXTRACE" report -q -t nobody -t 'thread?two' little ;;
	*) run "$POSIXTRACE" report -q --no-header -t "$thread" little ;;
	esac
	expect_out ' 5/3  thread two +user_event_4096 '
	! grep -qE 'thread one|interrupt' out || fail "$thread: others"
done
run "$POSIXTRACE" report -q -t nobody little
expect_status 0
[ "$(wc -l <out)" -le 2 ] || fail 'events of nobody'
for wrong in '' '12,' 99999999999; do
	run "$POSIXTRACE" report -t "$wrong" little
	expect_status 2
	expect_err ': no thread; give ids'
done
run "$POSIXTRACE" report -q -e 'tx_queue*' little
[ "$(grep -c tx_queue_send out)" -eq "$(($(wc -l <out) - 2))" ] ||
	fail 'events that do not match'
run "$POSIXTRACE" report -q --data hex -e tx_queue_send little
expect_out ' tx_queue_send +10000000110000001200000013000000$'
run "$POSIXTRACE" report -q --from 20ns --to 40ns little
[ "$(wc -l <out)" -eq 5 ] || fail 'events of a time'

# For programs.
run "$POSIXTRACE" report -q --json little
expect_out '"ticks":10,"threadx_id":69,"context":"thread","thread":"thread one","thread_address":"0x20000100","core":0,"priority":5,"threshold":3,"words":\{"queue_ptr":"0x10",'
expect_out '"context":"interrupt","thread":"thread two"'

# Empty, and nothing of the kind.
"$MAKE_DUMP" 0 >none
run "$POSIXTRACE" report none
expect_status 0
expect_err 'none: holds no event'
head -c 40 little >short
run "$POSIXTRACE" report short
expect_status 1
expect_one_line
expect_err 'short: not a trace log: offset 40: the file ends in its header'
