#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Names of libraries that are loaded and unloaded while a program runs, one at the
# address where another was: an event has the name of what was there at its time, or
# none.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/../tool/support.sh"
: "${SYMBOLS_FIRST:?where are the libraries?}"

cp "$SYMBOLS_PIE" program
cp "$SYMBOLS_FIRST" first.so
cp "$SYMBOLS_OTHER" other.so

# named NAME: how many events of that library have its name.
named() {
	grep -c "program:place *\"$1\"  at of_$1+0x" out || :
}

# expect_named NAME N [LOG]: so many, and none has another name.
expect_named() {
	"$POSIXTRACE" report -q --symbols "${3:-log}" >out
	[ "$(named "$1")" -eq "$2" ] ||
		fail "$1: $(named "$1") events have names, not $2"
	expect_none_wrong
}

expect_none_wrong() {
	! grep -E '"first"  at of_other|"other"  at of_first' out >wrong ||
		fail 'the name of another library'
}

# Logs made of it have the same names, and none for the same events.
expect_same_copies() {
	"$POSIXTRACE" report -q --no-header --symbols -e program:place log >names
	for command in 'convert -q --to log' 'slice -q' 'merge -q'; do
		# shellcheck disable=SC2086 # words
		"$POSIXTRACE" $command -o made.ptl log
		"$POSIXTRACE" report -q --no-header --symbols -e program:place \
			made.ptl >made
		sed 's/.*program:place/program:place/' names >names.only
		sed 's/.*program:place/program:place/' made | diff names.only - >&2 ||
			fail "$command: other names"
		"$POSIXTRACE" check made.ptl >out || fail "check: $command"
	done
}

# record WORD...: run the program, whose libraries get one address.
record() {
	"$POSIXTRACE" record -q -o log -- ./program "$@" >bases
	[ "$(cut -d ' ' -f 2 bases | sort -u | wc -l)" -eq 1 ] ||
		fail 'libraries at different addresses'
}

# Nobody has looked while one library was there: names may be missing, but not wrong.
record open ./first.so close open ./other.so
"$POSIXTRACE" report -q --symbols log >out
expect_none_wrong
for words in 'close open ./first.so' 'note close open ./other.so note' \
	'close open ./other.so close' 'close note open ./other.so close' \
	'close note open ./other.so note' \
	'close open ./other.so close open ./first.so'; do
	# shellcheck disable=SC2086 # words
	record open ./first.so $words
	"$POSIXTRACE" report -q --symbols log >out
	expect_none_wrong
	"$POSIXTRACE" check log >out || fail "check: $words"
	expect_same_copies
done

# Told while the first one was there, and again when it is there once more: what was in
# between nobody saw.  (The last event of a library is that before it is closed.)
record open ./first.so note close open ./other.so close open ./first.so
expect_named first 4
expect_named other 0
expect_same_copies
record open ./first.so note close open ./other.so close open ./first.so note close
expect_named first 5

# Told before and after, all are named.
record open ./first.so note close note open ./other.so note close note \
	open ./first.so
expect_named first 10
expect_named other 5
for command in 'convert -q --to log' 'slice -q -e program:*'; do
	# shellcheck disable=SC2086 # words
	"$POSIXTRACE" $command -o made.ptl log
	expect_named first 10 made.ptl
	expect_named other 5 made.ptl
	"$POSIXTRACE" check made.ptl >out || fail "check: $command"
done

# One library only, which is loaded until the end, or was not told before: nothing else
# can have been there.
record open ./first.so
expect_named first 5
record open ./first.so note close
expect_named first 5

# A child has what its parent had, until it unloads that.
record open ./first.so note fork close
expect_named first 5
expect_same_copies

# Among hundreds of mappings.
record crowd open ./first.so note close note open ./other.so
expect_named first 5
expect_named other 5

# The preload library tells before and after each dlclose().
if [ -n "$PRELOAD_LIB" ]; then
	export POSIXTRACE_PRELOAD="$PRELOAD_LIB"
	"$POSIXTRACE" record -q -o log --preload -- ./program open ./first.so \
		close open ./other.so close open ./first.so close >bases
	expect_named first 10
	expect_named other 5

	# ... and after dlopen(), since a program may end by a signal.
	"$POSIXTRACE" record -q -o log --preload -- ./program open ./first.so \
		open ./other.so die >bases || [ $? -eq 137 ]
	expect_named first 4
	expect_named other 4
fi
