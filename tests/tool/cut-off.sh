#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A traced process that truncates the shared memory does not end its recorder.
# The recorder keeps the log, and reports that events are missing, or names; or
# nothing, if nothing is.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

make_files 100 10
cat >job <<'END'
"$1/checksum" files >list
: >ready
while [ -e list ] && [ ! -e go ]; do sleep 0.05; done
END

# cut SIZE: the segment has that size when the command ends.
cut() {
	rm -f ready go log
	"$POSIXTRACE" record -q -o log -- sh job "$EXAMPLES_DIR" >out 2>err &
	recorder=$!
	kill_at_end "$recorder"
	wait_for test -e ready
	# The head of the log has the path of the segment.
	segment=$(tr -c '[:print:]' '\n' <log |
		grep -m 1 '/posixtrace-[0-9]*/s[0-9]*$')
	[ -n "$segment" ] || fail 'no segment'
	truncate -s "$1" "$segment"
	: >go
	wait_end 'a recorder without memory' "$recorder"
	# The chunks follow the lanes; all of them may have been read.
	if [ "$1" -gt 4096 ] && [ "$got" -eq 0 ]; then
		run "$POSIXTRACE" check -q log
		expect_status 0
		return
	fi
	expect_status 4
	expect_one_line
	expect_err '^posixtrace: record: a traced process has cut off memory '
	run "$POSIXTRACE" report -q log
	expect_status 4
	run "$POSIXTRACE" check -q log
	expect_status 4
}

cut 0
cut 4096
cut 300000

# The target's file of event types, or its control block.  begin OPTION...
cat >job <<'END'
"$1/checksum" files >list
echo $$ >ready
while [ -e list ] && [ ! -e go ]; do sleep 0.05; done
END
begin() {
	rm -f ready go log
	"$POSIXTRACE" record -q "$@" -o log -- sh job "$EXAMPLES_DIR" \
		>out 2>err &
	recorder=$!
	kill_at_end "$recorder"
	wait_for test -s ready
}
end() {
	: >go
	wait_end 'a recorder without names' "$recorder"
}
file_of() {
	find "${segment%/*}" -name "p$(cat ready)-*" "$@"
}
has_names() {
	grep -q 'checksum:file_begin' log
}

# All names are in the log.
begin
wait_for has_names
truncate -s 0 "$(file_of -name '*.names')"
end
expect_status 0
expect_no_err
run "$POSIXTRACE" check -q log
expect_status 0

# None is: such a log is written at the end.
begin --policy loop
truncate -s 0 "$(file_of -name '*.names')"
end
expect_status 4
expect_one_line
expect_err '^posixtrace: record: .* or names of their types, is missing$'
run "$POSIXTRACE" check log
expect_status 4
expect_out 'event type [0-9]+ has no name in the log$'
if grep 'was not completed' out; then
	fail 'it says that the writer died'
fi
run "$POSIXTRACE" report log
expect_status 4
[ "$(grep -c ' type-' out)" -ge 300 ] || fail 'events are missing'

# The same if the file is as long as before again.
begin --policy loop
names=$(file_of -name '*.names')
size=$(stat -c %s "$names")
truncate -s 0 "$names"
truncate -s "$size" "$names"
end
expect_status 4
expect_one_line
expect_err '^posixtrace: record: .* or names of their types, is missing$'
run "$POSIXTRACE" check log
expect_status 4
expect_out 'event type [0-9]+ has no name in the log$'

# It was cut off before the program began, which cannot be traced then.
cat >late <<'END'
echo $$ >ready
while [ ! -e go ]; do sleep 0.05; done
exec "$1/checksum" files >list
END
for back in '' again; do
	rm -f ready go log
	"$POSIXTRACE" record -q -o log -- sh late "$EXAMPLES_DIR" >out 2>err &
	recorder=$!
	kill_at_end "$recorder"
	wait_for test -s ready
	names=$(file_of -name '*.names')
	size=$(stat -c %s "$names")
	truncate -s 0 "$names"
	[ -z "$back" ] || truncate -s "$size" "$names"
	end
	expect_status 4
	expect_one_line
	expect_err '^posixtrace: record: a traced process has cut off memory '
	run "$POSIXTRACE" check -q log
	expect_status 4
done

begin
truncate -s 0 "$(file_of ! -name '*.names')"
end
expect_status 0
expect_no_err
run "$POSIXTRACE" check -q log
expect_status 0

# The log itself.
begin
run "$POSIXTRACE" flush -q log
expect_status 0
truncate -s "$(($(stat -c %s log) - 1000))" log
end
expect_status 1
expect_one_line
expect_err 'record: log: another program has shortened it'
run "$POSIXTRACE" check -q log
expect_status 4
