#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Programs below two recorders are in both logs, under their own names.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

make_files 2 10

expect_events() {
	run "$POSIXTRACE" report --no-header -e "$2" "$1"
	expect_status 0
	[ "$(wc -l <out)" -eq "$3" ] || fail "not $3 events $2 in $1"
}

# One recorder below another: each family of processes has its own ids.
cat >inner.sh <<'END'
"$EXAMPLES_DIR/typed" 3
"$EXAMPLES_DIR/checksum" files
END
cat >outer.sh <<'END'
"$EXAMPLES_DIR/typed" 2
"$POSIXTRACE_COMMAND" record -q -o inner -- sh inner.sh
"$EXAMPLES_DIR/machine" 2 >/dev/null
"$EXAMPLES_DIR/checksum" files
END
for _ in 1 2 3 4 5; do
	run "$POSIXTRACE" record -q -o outer -- sh outer.sh
	expect_status 0
	expect_events inner furnace:batch 3
	expect_events inner checksum:file_begin 2
	expect_events outer furnace:batch 5
	expect_events outer checksum:file_begin 4
	expect_events outer checksum:file_end 4
	# Nothing else, and nothing without a name.
	run "$POSIXTRACE" report --no-header outer
	! grep -q 'type-[0-9]' out || fail 'events without a name'
done
for command in 'record -q -o inner' live; do
	# shellcheck disable=SC2086
	run "$POSIXTRACE" record -q -o outer -- "$POSIXTRACE" $command -- \
		"$EXAMPLES_DIR/typed" 3
	expect_status 0
	expect_events outer furnace:batch 3
done

# A second recorder of a process that the first one's streams only pass through.
cat >attached.sh <<'END'
echo $$ >pid
until [ -e go ]; do
	sleep 0.05
done
"$EXAMPLES_DIR/typed" 3
exec "$EXAMPLES_DIR/checksum" files
END
is_attached() {
	"$POSIXTRACE" status --interval=0 "$1" >/dev/null 2>&1
}
for command in 'record -q -o second' live; do
	rm -f pid go
	"$POSIXTRACE" record -q -o first -- sh -c 'sh attached.sh; true' >out 2>err &
	first=$!
	kill_at_end "$first"
	wait_for test -s pid
	# shellcheck disable=SC2086
	"$POSIXTRACE" $command -p "$(cat pid)" >live 2>&1 &
	second=$!
	kill_at_end "$second"
	wait_for is_attached "$(cat pid)"
	: >go
	wait_end 'the first recorder' "$first"
	wait_end 'the second recorder' "$second"
	expect_events first furnace:batch 3
	expect_events first checksum:file_begin 2
	if [ "$command" = live ]; then
		cp live second.text
	else
		"$POSIXTRACE" report --no-header second >second.text
	fi
	[ "$(grep -c furnace:batch second.text)" -eq 3 ] || fail 'the second: batches'
	[ "$(grep -c checksum:file_begin second.text)" -eq 2 ] || fail 'the second: files'
done
