#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The genuine dumps, where there are some: reports have TraceX's events, and
# every form of a file gives the same.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
[ -d "${PXT_SAMPLES:-/nonexistent}/txtb" ] || skip 'no samples'
samples=$PXT_SAMPLES/txtb

# Ticks, id and information words of each line, as TraceX prints them; not of
# an event that it made up, which has dashes for the raw event.
for name in threadx filex netx_tcp netx_udp; do
	sed -n 's/^ *[0-9]* *\([0-9]\{20\}\) [^(]*( *\([0-9]*\)).*I1: \([0-9A-F]*\)  *I2: \([0-9A-F]*\)  *I3: \([0-9A-F]*\)  *I4: \([0-9A-F]*\) .*/\1 \2 \3\4\5\6 &/p' \
		"$samples"/golden_*_demo_"$name".txt | grep -v -e '--------' |
		cut -d' ' -f1-3 >expected
	run "$POSIXTRACE" report -q --json "$samples/demo_$name.trx"
	expect_status 0
	expect_no_err
	# The words as TraceX has them: the bytes of each in the other order.
	sed -n 's/.*"data":"\([0-9a-f]*\)","ticks":\([0-9]*\),"threadx_id":\([0-9]*\),.*/\2 \3 \1/p' out |
	awk '{
		words = ""
		for (i = 0; i < 4; i++)
			for (j = 3; j >= 0; j--)
				words = words substr($3, 8 * i + 2 * j + 1, 2)
		printf "%020d %s %s\n", $1, $2, toupper(words)
	}' >got
	[ -s expected ] || fail "$name: TraceX has nothing"
	diff expected got >&2 || fail "$name: not what TraceX says"
	run "$POSIXTRACE" check "$samples/demo_$name.trx"
	expect_status 0
	[ "$(wc -l <out)" -eq 1 ] || fail "$name: something found"
done

run "$POSIXTRACE" report --no-header "$samples/demo_threadx.trx"
expect_status 0
mv out expected
for form in demo_threadx.hex demo_threadx.mot demo_threadx_asciihex.txt; do
	run "$POSIXTRACE" report --no-header "$samples/$form"
	expect_status 0
	diff expected out >&2 || fail "$form: other events"
	run "$POSIXTRACE" check "$samples/$form"
	expect_status 0
done
