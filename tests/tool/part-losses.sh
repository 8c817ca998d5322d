#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A gap that begins in a part of a log is in the log that is made of this part,
# with its place and length, even if the part has no later event.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"
: "${REFILL:?where is it?}"

# The lines of losses; without times, if those are counted from another event in
# the log of a part.  There a gap may also be cut off by the beginning.
losses() {
	"$POSIXTRACE" report -q "$@" >listing || [ $? -eq 3 ] ||
		fail "report $*"
	grep -e '---- LOST' listing | awk -v times="$times" '{
		if (!times) {
			$1 = "-"
			sub(/,.*/, "")
		}
		$2 = "-"
		print
	}'
}

# same_losses LOG OPTION...: slice and merge write the losses that the report of
# the log shows with these options.
same_losses() {
	log=$1
	shift
	losses "$@" "$log" >expected
	for command in slice merge; do
		run "$POSIXTRACE" "$command" -q -o part "$@" "$log"
		expect_status 3
		losses part >out
		cmp out expected || fail "$command $* $log: other losses"
	done
	run "$POSIXTRACE" check -q part
	expect_status 0 3
}

# time_of N LISTING: the time at the beginning of line N.
time_of() {
	sed -n "${1}p" "$2" | awk '{ printf "%ss", $1 }'
}

# around LOG N: parts that end before, in and after each of the first three
# gaps.  The log has N gaps or more.
around() {
	"$POSIXTRACE" report -q --no-header "$1" >all || [ $? -eq 3 ] ||
		fail "report $1"
	[ "$(grep -c -e '---- LOST' all)" -ge "$2" ] || fail "$1: the gaps"
	grep -n -e '---- LOST' all | cut -d : -f 1 | head -n 3 >lines
	while read -r line; do
		for next in $((line - 1)) "$line" $((line + 1)); do
			[ "$next" -le "$(wc -l <all)" ] || continue
			same_losses "$1" --to "$(time_of "$next" all)"
		done
	done <lines
	same_losses "$1" --to 1000s
	same_losses "$1"
}

# Gaps with later events, and one at the end of the log.
make_files 300 10
for policy in loop until-full; do
	"$POSIXTRACE" record -q -o $policy --policy $policy --stream-size 16K \
		-- "$EXAMPLES_DIR/checksum" files >list || [ $? -eq 3 ] ||
		fail 'record'
done
"$POSIXTRACE" record -q -o whole -- "$EXAMPLES_DIR/typed" 3 >list
"$POSIXTRACE" merge -q -o mixed --offset loop=+1000s \
	--offset until-full=+2000s whole loop until-full || [ $? -eq 3 ] ||
	fail 'merge'
times=1
around mixed 2

# A gap that a later START reports.
"$REFILL" refill || fail 'refill'
"$POSIXTRACE" report -q --no-header refill >all || :
# Text and JSON output report the same gaps, whatever is selected.
same_told() {
	losses "$@" | sed 's/.*---- LOST \([0-9]*\) event.*/\1/' >gaps
	"$POSIXTRACE" report -q --json "$@" |
		sed -n '/"event":"posix_trace_overflow"/s/.*,"lost":\([0-9]*\).*/\1/p' |
		cmp - gaps || fail "gaps in JSON: $*"
	"$POSIXTRACE" report -q --csv "$@" |
		sed -n '/posix_trace_overflow/s/.*,\([0-9][0-9]*\)$/\1/p' |
		cmp - gaps || fail "gaps in CSV: $*"
	"$POSIXTRACE" convert -q --to json -o result "$@" || [ $? -eq 3 ] ||
		fail "convert $*"
	sed -n 's/.*,"lost":\([0-9]*\).*/\1/p' result | cmp - gaps ||
		fail "gaps in what convert makes: $*"
}
for log in refill mixed; do
	same_told "$log"
	[ -s gaps ] || fail "no gap in $log"
	for pick in '-e no:such' '-x posix_trace_overflow -x posix_trace_start' \
			'-p 1' '-t 1'; do
		# shellcheck disable=SC2086
		same_told $pick "$log"
		[ -s gaps ] || fail "$pick: no gap in $log"
		# shellcheck disable=SC2086
		"$POSIXTRACE" report -q --json $pick "$log" >lines ||
			[ $? -eq 3 ] || fail "report $pick"
	done
	[ "$(wc -l <lines)" -eq "$(wc -l <gaps)" ] ||
		fail 'more than the losses is shown'
	"$POSIXTRACE" report -q --no-header "$log" >all || :
	n=$(wc -l <all)
	for part in 3 2; do
		time=$(time_of $((n / part)) all)
		same_told --from "$time" "$log"
		same_told --to "$time" "$log"
		same_told --from "$time" -e no:such "$log"
		same_told --last $((n / part)) "$log"
		same_told --last $((n / part)) -e refill:event "$log"
	done
done
around refill 2

# Whatever is selected, each gap stays where it is, as long as it is.
dated() {
	"$POSIXTRACE" report -q --absolute "$@" >listing || [ $? -eq 3 ] ||
		fail "report $*"
	grep -e '---- LOST .*s ----' listing | awk '{ $2 = "-"; print }'
}
for log in refill mixed; do
	dated $log >expected
	[ -s expected ] || fail "$log: no gap"
	for pick in '-e no:such' '-e posix_trace_stop' '-x posix_trace_*' \
			'-e posix_trace_start' '-e refill:event'; do
		for command in slice merge; do
			# shellcheck disable=SC2086
			run "$POSIXTRACE" $command -q -o part $pick $log
			expect_status 3
			dated part | cmp - expected ||
				fail "$command $pick $log: other gaps"
			run "$POSIXTRACE" check -q part
			expect_status 3
		done
	done
done

# A gap that is reported behind later events, as here of another log, is in a part that
# ends between them.
time_in_ns() {
	"$POSIXTRACE" report -q --json "$1" >all || [ $? -eq 3 ] ||
		fail "report $1"
	sed -n "/$2/{"'s/^{"time":"\([0-9]*\)[.]\([0-9]*\)".*/\1\2/p;q;}' all
}
offset=$(($(time_in_ns loop posix_trace_overflow) + 1000000 -
	$(time_in_ns whole furnace:reading)))
sign=+
[ $offset -ge 0 ] || sign=-
offset=${offset#-}
offset=$(printf '%s%d.%09ds' $sign $((offset / 1000000000)) \
	$((offset % 1000000000)))
"$POSIXTRACE" merge -q -o inside --offset "whole=$offset" loop whole ||
	[ $? -eq 3 ] || fail 'merge'
times=
"$POSIXTRACE" report -q --no-header inside >all || [ $? -eq 3 ] || fail 'report inside'
line=$(grep -n -m 1 furnace:reading all | cut -d : -f 1)
[ "$line" -lt "$(grep -n -e '---- LOST' all | cut -d : -f 1)" ] ||
	fail 'the gap is in front of the events'
for at in "$line" $((line + 1)); do
	same_losses inside --to "$(time_of "$at" all)"
done

# From a time on: the end, and gaps that are in between.
times=
for log in mixed refill; do
	"$POSIXTRACE" report -q --no-header "$log" >all || :
	n=$(wc -l <all)
	for line in $((n / 3)) $((n / 2)) $((n - 3)); do
		same_losses "$log" --from "$(time_of "$line" all)"
	done
done

# By number: the gap after the last selected event.
times=1
"$POSIXTRACE" report -q --no-header refill >all || :
line=$(grep -n -m 1 'auto=1' all | cut -d : -f 1)
gap=$(grep -m 1 -e '---- LOST' all | sed 's/.*----* LOST/LOST/')
run "$POSIXTRACE" slice -q -o part --events "1-$line" refill
expect_status 3
[ "$(losses part | sed 's/.*----* LOST/LOST/')" = "$gap" ] ||
	fail 'the gap behind the stop'
run "$POSIXTRACE" slice -q -o part --events "1-$((line - 1))" refill
[ -z "$(losses part)" ] || fail 'a gap in front of the stop'
for pick in "1-$((line - 2))" 1-3; do
	for to in json csv; do
		"$POSIXTRACE" report -q "--$to" --events "$pick" refill >one ||
			[ $? -eq 3 ] || fail "report $pick"
		"$POSIXTRACE" convert -q --to $to -o two --events "$pick" refill ||
			[ $? -eq 3 ] || fail "convert $pick"
		cmp one two || fail "report and convert --to $to differ for $pick"
	done
	if "$POSIXTRACE" report -q --events "$pick" refill | grep LOST; then
		fail "losses behind the last event of $pick"
	fi
done
run "$POSIXTRACE" slice -q -o part --last 3 mixed
expect_status 3
losses part | grep -q 'until the end' || fail 'the end'

# Put together again nothing is lost twice.
"$POSIXTRACE" report -q --json mixed >all || :
line=$(grep -n -m 1 overflow all | cut -d : -f 1)
run "$POSIXTRACE" slice -q -o one --events "1-$line" mixed
run "$POSIXTRACE" slice -q -o two --events "$((line + 1))-" mixed
run "$POSIXTRACE" merge -q -o part one two
expect_status 3
losses mixed >expected
losses part | cmp - expected || fail 'the parts together'

# The gap of a full log that threads had written to is before its end: behind the gap
# nothing is missing.  Not each recording has one.
tries=0
until [ $tries -eq 20 ]; do
	tries=$((tries + 1))
	"$POSIXTRACE" record -q -o log-full --log-policy until-full --log-size 16K \
		--stream-size 16K -- "$EXAMPLES_DIR/checksum" -j 4 files >list ||
		[ $? -eq 3 ] || fail 'record'
	"$POSIXTRACE" report -q --no-header log-full >all || :
	line=$(grep -n -e '---- LOST' all | tail -n 1 | cut -d : -f 1)
	[ "${line:-$(wc -l <all)}" -lt $(($(wc -l <all) - 100)) ] || continue
	time=$(time_of $(($(wc -l <all) - 50)) all)
	[ -z "$(losses --from "$time" log-full)" ] ||
		fail 'a loss behind the gap is invented'
	run "$POSIXTRACE" slice -q -o part --from "$time" log-full
	expect_status 0 3
	[ -z "$(losses part)" ] || fail 'a loss is invented in the part'
	break
done

# No event, but losses: every listing has them, at a time since the creation.
run "$POSIXTRACE" slice -q -o part -e no:such until-full
expect_status 3
run "$POSIXTRACE" check part
expect_status 3
expect_out '^log: whole, 0 events, [1-9][0-9]* lost$'
lost=$(sed 's/.*, \([0-9]*\) lost$/\1/' out)
losses part >gaps
[ "$(sed 's/.*LOST \([0-9]*\) event.*/\1/' gaps)" = "$lost" ] ||
	fail 'no event, and no loss'
same_told part
run "$POSIXTRACE" report part
expect_err '^posixtrace: part: holds no event$'
! grep -q 'after the first event' err || fail 'there is no first event'
if run "$POSIXTRACE" query -q part 'select events from losses' &&
	[ "$got" -ne 1 ]; then
	expect_out "^ *$lost\$"
fi
