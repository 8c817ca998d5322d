#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A command that makes a file from a log is ended by a signal at each of its calls
# that create or rename one: there is the whole result, or nothing, not even a draft.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
: "${NESTED:?where is the program with slices?}"

command -v strace >/dev/null || skip 'strace is not installed'
strace -qq -o trace -e trace=openat -e inject=openat:signal=TERM:when=1000 \
	true 2>err || skip 'strace may not trace here'
# LeakSanitizer cannot work in a process that is traced.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
mkdir made
"$POSIXTRACE" record -q -o whole -- "$NESTED"

# ends_early CALL COMMAND...: which writes made/result, and does so by that call.
ends_early() {
	call=$1
	shift
	"$POSIXTRACE" info whole >out 2>err
	strace -qq -o trace -e "trace=$call" "$POSIXTRACE" "$@" 2>err ||
		fail "$*: under strace"
	[ ! -f made/result ] || size=$(stat -c %s made/result)
	rm -r made/result
	# A program that was killed leaves files in /dev/shm, which the next one opens
	# to remove them; that is not the one to be ended.
	place=$(grep -n made/result trace | sed 's/:.*//;q')
	[ -n "$place" ] || fail "$*: has no $call"
	seen=
	for n in $((place > 1 ? place - 1 : 1)) "$place" $((place + 1)); do
		"$POSIXTRACE" info whole >out 2>err
		run strace -qq -o trace -e "trace=$call" \
			-e "inject=$call:signal=TERM:when=$n" "$POSIXTRACE" "$@"
		expect_status 0 143
		# shellcheck disable=SC2154 # by run
		! grep -q 'made/result.*CREAT\|rename.*made\|mkdir.*made' trace ||
			[ "$got" -eq 0 ] || seen=yes
		find made -mindepth 1 -maxdepth 1 ! -name result >left
		[ ! -s left ] || fail "$*: TERM at $call $n left $(cat left)"
		# Ended after it had its name.
		[ ! -f made/result ] || [ "$(stat -c %s made/result)" -eq "$size" ] ||
			fail "$*: TERM at $call $n left half a result"
		rm -rf made/result
	done
	[ "$seen" ] || fail "$*: was not ended at $call"
}

# Each signal that ends a program, while the log is read: the draft is there.
reads=$(strace -qq -o trace -e trace=pread64 "$POSIXTRACE" slice -q -o made/result whole &&
	wc -l <trace)
rm made/result
for signal in INT TERM HUP QUIT ALRM VTALRM PROF XCPU USR1 USR2; do
	# shellcheck disable=SC2154 # by run
	run strace -qq -o trace -e trace=pread64,rename \
		-e "inject=pread64:signal=$signal:when=$((reads - 1))" \
		"$POSIXTRACE" slice -q -o made/result whole
	[ "$got" -gt 128 ] || fail "$signal did not end it: status $got"
	! grep -q rename trace || fail "$signal: it had its name already"
	[ -z "$(ls -A made)" ] || fail "$signal left $(ls -A made)"
done

for call in openat rename; do
	for target in csv log chrome tracex; do
		ends_early "$call" convert -q --to $target -o made/result whole
	done
	ends_early "$call" slice -q -o made/result whole
	ends_early "$call" view -q -o made/result whole
done
if "$POSIXTRACE" query --examples >/dev/null 2>&1; then
	ends_early openat convert -q --to sqlite -o made/result whole
fi
if command -v babeltrace2 >/dev/null && [ "${BABELTRACE_PLUGINS:-}" ]; then
	for call in mkdir rename; do
		ends_early "$call" convert -q --to ctf -o made/result whole
	done
fi
