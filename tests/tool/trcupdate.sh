#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# trcupdate: versions, the file that takes it back, and refusals that leave
# all as it was.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

ln -s "$POSIXTRACE" trcupdate
ln -s "$POSIXTRACE" trcrpt

# A file of updates of these lines.
updates() {
	name=$1
	shift
	printf '%s\n' '* /etc/trcfmt' "$@" >"$name.trc"
}
line() {
	grep -qxF -e "$2" "$1" || fail "$1: no line '$2'"
}
is_as_it_was() {
	cmp db db.old || fail "$what: the template file was changed"
}

printf '%s\n' '# about these' '15A 1.2 "old"' '#%matchbase 10' >db
cp db db.old

# An older version does not replace, but with -o.
updates up '+ 15A 1.0 "x"'
run ./trcupdate -t db up
expect_status 0
expect_err '15A: version 1.0 is older than 1.2'
is_as_it_was
[ ! -e up.undo.trc ] || fail 'nothing was done, and there is an undo file'
run ./trcupdate -o -t db up
expect_status 0
line db '15A 1.0 "x"'
line db '# about these'
line db '#%matchbase 10'
line up.undo.trc '+ 15A 1.2 "old"'
run ./trcupdate -o -t db up.undo
expect_status 0
is_as_it_was

# The same version replaces, and 1.10 is newer than 1.9.
updates up '+ 15A 1.2 "same"'
run ./trcupdate -t db up.trc
line db '15A 1.2 "same"'
updates up '+ 15A 1.9 "nine"' '# a comment' '' '+ 15A 1.10 "ten"'
run ./trcupdate -t db up
expect_status 0
expect_no_err
line db '15A 1.10 "ten"'
[ "$(sed -n 2,3p up.undo.trc)" = "$(printf '%s\n' '+ 15A 1.9 "nine"' \
	'+ 15A 1.2 "same"')" ] || fail 'the undo file is not in reverse'
run ./trcupdate -o -t db up.undo
line db '15A 1.2 "same"'
cp db.old db

# Added and deleted; a stanza of several lines keeps them.
# shellcheck disable=SC1003
updates up '+ 1B3 1.0 "n" \' '# inside' ' W1 X4' '-  15A' '- 999'
run ./trcupdate -v -t db up
expect_status 0
expect_err '1B3: added'
expect_err '15A: version 1.2 deleted'
expect_err 'up\.trc:6: 999: no such stanza'
line db ' W1 X4'
line db '# inside'
if grep -q '^15A' db; then
	fail 'deleted, and it is still there'
fi
line up.undo.trc '- 1B3'
line up.undo.trc '+ 15A 1.2 "old"'
run ./trcupdate -x 1B30 -t db
expect_status 0
expect_out '^\* /etc/trcfmt$'
# shellcheck disable=SC1003
line out '+ 1B3 1.0 "n" \'
line out ' W1 X4'
run ./trcupdate -o -t db up.undo
expect_status 0
sort db >sorted
sort db.old | cmp - sorted || fail 'the undo has not taken it back'
cp db.old db

# A file with errors changes nothing; each error is reported with its place.
printf '%s\n' '+ 15A 1.9 "x"' >up.trc
run ./trcupdate -t db up
expect_status 1
expect_one_line
expect_err 'up\.trc:1:1: '
is_as_it_was
updates up '+ 15A 2.0 "x"' '? 1' '+ 1 1.0 "x"' '- 15A x' '+ 15B x "x"'
run ./trcupdate -t db up
expect_status 1
for place in 3:1 4:3 5:7 6:7; do
	expect_err "up\\.trc:$place: expected "
done
is_as_it_was
updates up '+ 15A 2.0 "x"' '+ 15B 1.0 "x" X4, 01 "a",'
run ./trcupdate -t db up
expect_status 1
expect_err 'up\.trc:3:[0-9]+: '
expect_err 'db: is as it was'
is_as_it_was
[ ! -e up.undo.trc ] || rm up.undo.trc
run ./trcupdate -t db up
[ ! -e up.undo.trc ] || fail 'an undo file of what was not done'
updates up '+ 15B 1.0 "x"'
mkdir up.undo.trc
run ./trcupdate -t db up
expect_status 1
is_as_it_was
rmdir up.undo.trc

# Links stay links, modes stay modes, and no draft is left.
mkdir there
mv db there/db
ln -s there/db db
chmod 640 there/db
run ./trcupdate -t db up
expect_status 0
[ -L db ] || fail 'the link is gone'
[ "$(stat -c %a there/db)" = 640 ] || fail 'the mode is another'
[ "$(ls there)" = db ] || fail 'a draft is left'

if strace -qq -o trace -e trace=fsync true 2>err; then
	for signal in TERM QUIT; do
		run env ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0" \
			strace -qq -o trace -e trace=fsync \
			-e "inject=fsync:signal=$signal:when=1" ./trcupdate -o -t db up
		[ "$got" -gt 128 ] || fail "$signal did not end it: status $got"
		[ "$(ls there)" = db ] || fail "$signal left $(ls there)"
		[ -z "$(find . -name 'up.undo.trc.*')" ] || fail "$signal left a draft"
	done
fi

for wrong in '' '-x 15A up' 'up up2' '-Z'; do
	# shellcheck disable=SC2086
	run ./trcupdate $wrong
	expect_status 2
	expect_one_line
done
run ./trcupdate -t nothere up
expect_status 1
expect_one_line
run ./trcupdate -t db nothere
expect_status 1
expect_one_line
run ./trcupdate -x 15A,F00 -t db
expect_status 1
expect_err 'no stanza F00'
printf 'binary\0file' >bin
run ./trcupdate -t bin up
expect_status 1
expect_err 'zero byte'
run ./trcupdate --help
expect_out '^Usage: trcupdate '
