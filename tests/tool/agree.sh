#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Every command that counts events or copies them reports the same numbers of
# events and losses of a log, and whether it is complete.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"
: "${REFILL:?where is it?}" "${MAKE_TWIN:?where is it?}"

# "12 events, lost 3" of the line on stderr that sums up.
of_summary() {
	sed -n 's/^posixtrace: \([0-9]*\) events, .*; lost \([0-9]*\)/\1 \2/p' err |
		sed 's/;.*log lost \([0-9]*\).*/ \1/; s/;.*//' |
		awk '{ print $1 " events, lost " $2 + $3 }'
}

# The same numbers in the JSON output of stat and info.
of_stat() {
	sed -n 's/^[[:space:]]*"\([a-z_]*\)": \([0-9]*\),\{0,1\}$/\1 \2/p' out |
		awk '$1 == "events" && !n { n = $2; has = 1 }
			$1 == "lost" || $1 ~ "^lost_from_" { lost += $2 }
			END { if (has) print n + 0 " events, lost " lost + 0 }'
}
of_info() {
	sed -n '/^[[:space:]]*"losses"/,/}/p; /^[[:space:]]*"recording"/,/}/p' \
		out >part
	mv part out
	of_stat
}

of_check() {
	sed -n 's/^log: .*, \([0-9]*\) events, \(.*\)/\1 events, lost \2/p' out |
		sed 's/none lost/0/; s/ lost\(,.*\)\{0,1\}$//; s/,[^,]*fault.*//'
}

# Counts lines of JSON or CSV: a loss is an overflow, also one without an event.
of_json() {
	awk -v overflows="$overflows" '!/"event":"posix_trace_overflow"/ { n++ }
		match($0, /"lost":[0-9]*/) {
			lost += substr($0, RSTART + 7, RLENGTH - 7)
		}
		END { print n + overflows " events, lost " lost + 0 }' "$1"
}
of_csv() {
	awk -v overflows="$overflows" -F , '$5 != "posix_trace_overflow" { n++ }
		$5 == "posix_trace_overflow" { lost += $NF }
		END { print n - 1 + overflows " events, lost " lost + 0 }' "$1"
}
# And for people.
of_losses() {
	sed -n 's/.*---- LOST \([0-9]*\) event.*/\1/p' out |
		awk '{ n += $1 } END { print "lost " n + 0 }'
}

# is NUMBERS WHAT: those of WHAT are the log's.
is() {
	[ "$1" = "$numbers" ] || fail "$log: $2: '$1', not '$numbers'"
}

# Properties that the log and its twin have in common.
compare() {
	run "$POSIXTRACE" report "$log"
	expect_status "$status"
	numbers=$(of_summary)
	[ -n "$numbers" ] || fail "$log: no summary"
	[ "$(of_losses)" = "${numbers#*, }" ] ||
		fail "$log: the lines say $(of_losses), the summary $numbers"
	run "$POSIXTRACE" stat --json "$log"
	expect_status "$status"
	overflows=$(tr -d '\n' <out | sed -n \
		's/.*"posix_trace_overflow",[^}]*"events": \([0-9]*\).*/\1/p')
	overflows=${overflows:-0}
	is "$(of_stat)" stat
	run "$POSIXTRACE" info --json "$log"
	expect_status "$status"
	is "$(of_info)" info
	run "$POSIXTRACE" check "$log"
	expect_status "$status"
	is "$(of_check)" check
	if [ "$status" -ne 4 ]; then
		expect_out '^log: whole, '
	fi
	for form in json csv; do
		run "$POSIXTRACE" report -q --$form "$log"
		expect_status "$status"
		is "$(of_$form out)" "report --$form"
		run "$POSIXTRACE" convert -q --to $form -o result "$log"
		expect_status "$status"
		is "$(of_$form result)" "convert --to $form"
	done
	for copy in slice 'convert --to log' merge; do
		# It refuses one of the other byte order.
		[ "$copy $log" != 'merge twin' ] || continue
		# shellcheck disable=SC2086
		run "$POSIXTRACE" $copy -o copied "$log"
		expect_status "$status"
		grep -q "^posixtrace: copied: ${numbers%,*}" err ||
			fail "$log: $copy tells others than $numbers"
		run "$POSIXTRACE" report copied
		is "$(of_summary)" "report of what $copy wrote"
		run "$POSIXTRACE" check copied
		is "$(of_check)" "check of what $copy wrote"
	done
	run "$POSIXTRACE" view -o page.html -e '*' "$log"
	expect_status "$status"
	grep -q "^posixtrace: page.html: ${numbers%,*}" err ||
		fail "$log: view tells others than $numbers"
}

# agree STATUS LOG
agree() {
	status=$1
	log=$2
	compare
	first=$numbers
	"$MAKE_TWIN" "$log" twin || fail "$log: make-twin"
	log=twin
	compare
	log=$2
	is "$first" 'the same log of the other byte order'
}

# record STATUS OPTION... PROGRAM...
record() {
	log=$2
	status=$1
	shift 2
	run "$POSIXTRACE" record -o "$log" "$@"
	expect_status "$status"
	recorded=$(of_summary)
	agree "$status" "$log"
	is "$recorded" record
}

make_files 400 10
checksum=$EXAMPLES_DIR/checksum
record 0 whole -- "$checksum" files
record 3 loop --policy loop --stream-size 16K -- "$checksum" -j 4 files
record 3 full --policy until-full --stream-size 16K -- "$checksum" files
record 3 log-loop --log-policy loop --log-size 32K -- "$checksum" -j 4 files
record 3 log-full --log-policy until-full --log-size 32K -- \
	"$checksum" -j 4 files
record 3 both --log-policy loop --log-size 16K --policy until-full \
	--stream-size 64K -- "$EXAMPLES_DIR/typed" 20000
record 3 gaps --stream-size 8K -- "$EXAMPLES_DIR/typed" 20000
if "$POSIXTRACE" record -q -o packed --compress -- true 2>err; then
	record 3 packed --compress --policy loop --stream-size 16K -- \
		"$checksum" -j 4 files
fi

"$REFILL" refill || fail 'refill'
agree 3 refill

# Records that are overwritten are noticed when they are read.  Blocks follow the
# arguments of event types.
cp whole spoilt
printf 'zz' | dd of=spoilt bs=1 seek=730000 conv=notrunc 2>/dev/null
agree 4 spoilt
run "$POSIXTRACE" info spoilt
expect_status 4
expect_out '^  damaged places +1$'

# What a killed recorder leaves: as it is, and made whole.
cat >job <<'END'
"$1/typed" 20000 >list
: >ready
while [ -e ready ] && [ ! -e go ]; do sleep 0.05; done
END
for options in '--policy loop --stream-size 64K' \
		'--log-policy loop --log-size 64K' \
		'--policy until-full --stream-size 64K' \
		'--log-policy until-full --log-size 64K'; do
	rm -f ready go
	# shellcheck disable=SC2086
	"$POSIXTRACE" record -q -o left $options -- sh job "$EXAMPLES_DIR" &
	recorder=$!
	wait_for test -e ready
	kill -KILL "$recorder"
	wait_end 'a killed recorder' "$recorder"
	log=left
	status=4
	compare
	: >go
	run "$POSIXTRACE" recover left
	expect_status 3
	agree 3 left
done

# Together, and in part.
run "$POSIXTRACE" merge -q -o merged --offset log-full=+10s whole log-full
expect_status 3
agree 3 merged
run "$POSIXTRACE" slice -q -o piece --from 5s merged
expect_status 3
agree 3 piece
run "$POSIXTRACE" slice -q -o piece --last 100 whole
expect_status 0
agree 0 piece

# The number of entries in a dump does not depend on where it was cut.  A
# listing reports missing entries by added events, which are not in the dump.
: "${MAKE_DUMP:?where is it?}"
"$MAKE_DUMP" 40 >dump
head -c $(($(stat -c %s dump) - 100)) dump >short
for log in dump short; do
	run "$POSIXTRACE" report "$log"
	events=$(sed -n 's/^posixtrace: \([0-9]*\) events.*/\1/p' err)
	run "$POSIXTRACE" check "$log"
	expect_out "^ThreadX dump: .*, $events events, "
	for command in info stat; do
		run "$POSIXTRACE" "$command" --json "$log"
		expect_out "^ *\"events\": $events,\$"
	done
done
