#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `recover` lists what a killed recorder left also if the traced process has
# overwritten or truncated that memory, and can discard it; but not what may be
# that of another version.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

# killed LOG: leaves its segment in $segment
killed() {
	rm -f "$1"
	"$POSIXTRACE" record -q -p all -o "$1" >out 2>err &
	recorder=$!
	kill_at_end "$recorder"
	wait_for test -s "$1"
	segment=$(tr -c '[:print:]' '\n' <"$1" |
		grep -m 1 '/posixtrace-[0-9]*/s[0-9]*$')
	[ -n "$segment" ] || fail 'no segment'
}
end_recorder() {
	kill -KILL "$recorder"
	wait_end 'a killed recorder' "$recorder"
}
is_listed() {
	run "$POSIXTRACE" recover
	expect_status 0
	grep -q " $1\$" out
}

# The magic number and the version stay, which are the first 12 bytes.
overwrite_all() {
	dd if=/dev/urandom of="$segment" bs=64K count=10 conv=notrunc 2>/dev/null
}
overwrite_attributes() {
	dd if=/dev/zero of="$segment" bs=1 seek=16 count=2000 conv=notrunc 2>/dev/null
}
cut_to_nothing() {
	truncate -s 0 "$segment"
}
cut_short() {
	truncate -s 5000 "$segment"
}
cut_chunks() {
	truncate -s 300000 "$segment"
}

for damage in overwrite_all overwrite_attributes cut_to_nothing cut_short \
		cut_chunks; do
	killed log
	$damage
	run "$POSIXTRACE" status -i 0
	expect_status 0
	# Its recorder lives.
	if is_listed "$segment"; then
		fail "$damage: a recording that goes on can be discarded"
	fi
	run "$POSIXTRACE" recover --discard "$segment"
	expect_status 1
	end_recorder
	is_listed "$segment" || fail "$damage: it is not listed"
	expect_out "^- +- +- +[0-9]+K \(damaged\) $segment\$"
	run "$POSIXTRACE" recover --json
	expect_status 0
	expect_out '"state": "damaged"'
	expect_out "\"name\": \"$segment\""
	expect_out '"controller": null'
	run "$POSIXTRACE" recover log
	expect_status 4
	expect_one_line
	run "$POSIXTRACE" recover --discard "$segment"
	expect_status 0
	expect_one_line
	expect_err "^posixtrace: $segment: [0-9]+K of memory given back, which a process had damaged\$"
	for file in "$segment" "$segment.names"; do
		[ ! -e "$file" ] || fail "$damage: discarded, and still there"
	done
	run "$POSIXTRACE" recover --discard "$segment"
	expect_status 1
done

# Without a name, too.
killed log
cut_short
end_recorder
run "$POSIXTRACE" recover --discard
expect_status 0
[ ! -e "$segment" ] || fail 'it is not among what is discarded'

# Only the names are missing.
make_files 10 10
killed log
run "$EXAMPLES_DIR/checksum" files
expect_status 0
truncate -s 0 "$segment.names"
end_recorder
run "$POSIXTRACE" recover log
expect_status 4
expect_err '^posixtrace: recover: log: recovered, but .* names of event types; '
run "$POSIXTRACE" check log
expect_status 4

# The version is behind the magic number.
killed log
printf '\377\377' | dd of="$segment" bs=1 seek=8 conv=notrunc 2>/dev/null
end_recorder
if is_listed "$segment"; then
	fail 'one of another version is taken for damaged'
fi
run "$POSIXTRACE" recover --discard
expect_status 0
[ -e "$segment" ] || fail 'one of another version is discarded'
rm "$segment" "$segment.names"

# Others in the directory are no segments.
directory=${segment%/*}
name=$directory/s63
for thing in "mkdir $name" "ln -s /etc/passwd $name" "mkfifo $name"; do
	$thing
	run timeout 10 "$POSIXTRACE" recover
	expect_status 0
	if grep -q "$name" out; then
		fail "$thing: listed"
	fi
	rm -r "$name"
done
