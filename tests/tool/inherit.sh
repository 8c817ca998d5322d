#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Children of the command are recorded, unless --no-inherit is given.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

make_files 2 10
cat >twice <<'END'
"$1/checksum" files
"$1/checksum" files
exit 0
END

run "$POSIXTRACE" record -o log -- sh twice "$EXAMPLES_DIR"
expect_status 0
[ "$(wc -l <out)" -eq 4 ] || fail 'the children did not do their work'
run "$POSIXTRACE" report --no-header -e checksum:file_begin log
expect_status 0
[ "$(wc -l <out)" -eq 4 ] || fail 'not all files are there'
[ "$(awk '{ print $3 }' out | sort -u | wc -l)" -eq 2 ] || fail 'not two children'

# Also those below others that are not linked with the library.
cat >below <<'END'
(sh -c '"$1/checksum" files; true' sh "$1"; true)
true
END
run "$POSIXTRACE" record -o log -- sh below "$EXAMPLES_DIR"
expect_status 0
run "$POSIXTRACE" report --no-header -e checksum:file_begin log
[ "$(wc -l <out)" -eq 2 ] || fail 'not all files are there, below a shell'
run "$POSIXTRACE" record -o log --no-inherit -- sh below "$EXAMPLES_DIR"
run "$POSIXTRACE" report --no-header -e 'checksum:*' log
expect_no_out

run "$POSIXTRACE" record -o log --no-inherit -- sh twice "$EXAMPLES_DIR"
expect_status 0
run "$POSIXTRACE" report --no-header -e 'checksum:*' log
expect_status 0
expect_no_out

# A child that goes on when the command has ended is named: no one traces it.
cat >daemon <<'END'
"$1/machine" 1000000 >/dev/null 2>&1 &
echo $! >pid
until grep -q '/posixtrace-[0-9]*/s[0-9]' "/proc/$!/maps"; do
	sleep 0.05
done
END
daemons() {
	sed -n 's/^posixtrace: still running, and not traced any more: //p' err
}
run "$POSIXTRACE" record -o log -- sh daemon "$EXAMPLES_DIR"
daemon=$(cat pid)
kill_at_end "$daemon"
expect_status 0
[ "$(daemons)" = "$daemon (machine)" ] || fail 'it is not named'
run "$POSIXTRACE" live -- sh daemon "$EXAMPLES_DIR"
kill_at_end "$(cat pid)"
expect_status 0 3
[ "$(daemons)" = "$(cat pid) (machine)" ] || fail 'it is not named'
run "$POSIXTRACE" record -q -o log -- sh daemon "$EXAMPLES_DIR"
kill_at_end "$(cat pid)"
expect_status 0
expect_no_err

# Also if it was created a moment before the end, and has done nothing since.
for _ in 1 2 3 4 5 6 7 8 9 10; do
	run "$POSIXTRACE" record -o log -- "$ORPHAN" pid
	kill "$(cat pid)"
	expect_status 0
	[ "$(daemons)" = "$(cat pid) (orphan)" ] || fail 'it is not named'
done
# Or is created a moment after it.
for late in 0 0 0 0 0 0 0 0 0 0 13 15 17; do
	run "$POSIXTRACE" record -o log -- "$ORPHAN" pid daemon $late
	wait_for test -s pid
	kill "$(cat pid)"
	# On a busy machine its parent is named, too; or alone, if it has not come
	# so far as to make the daemon when `record` looks.
	daemons | grep -q '[0-9] (orphan)' || fail 'a daemon is not named'
	rm pid
done

# No remark after a signal: the user who ends a recording knows that the program
# continues.  And no remark about daemons of other programs.
"$POSIXTRACE" record -o log -p "$daemon" --duration 100ms >out 2>err ||
	fail 'record -p'
[ -z "$(daemons)" ] || fail 'the end was asked for'
run "$POSIXTRACE" record -o log -- sh twice "$EXAMPLES_DIR"
expect_status 0
[ -z "$(daemons)" ] || fail 'a daemon of another recording is named'

# Nor are recorders that begin meanwhile, which look at the streams there are.
(while [ ! -e over ]; do
	"$POSIXTRACE" record -q -o beside -- true 2>/dev/null || :
done) &
beside=$!
kill_at_end "$beside"
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	run "$POSIXTRACE" record -o log -- true
	[ -z "$(daemons)" ] || fail 'a recorder that begins is named'
done
: >over
wait "$beside"
