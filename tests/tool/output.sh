#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Where a log can be written, and the errors if it cannot be.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

refused() {
	words=$1
	log=$2
	run "$POSIXTRACE" record -o "$log" -- touch was-run
	expect_status 1
	expect_one_line
	expect_err "$words"
	if [ -e was-run ]; then
		fail 'the command was run nevertheless'
	fi
}

mkdir directory
refused 'is a directory; name' directory
mkfifo pipe
refused 'is a pipe; name' pipe
refused 'is a device; name' /dev/null
run "$POSIXTRACE" record -o - -- touch was-run
expect_status 2
[ ! -e was-run ] || fail 'the command was run nevertheless'
refused 'No such file or directory; name' missing/log
: >file
refused 'Not a directory; name' file/log
if [ "$(id -u)" -ne 0 ]; then
	mkdir closed
	chmod 555 closed
	refused 'Permission denied; name' closed/log
fi

# The default, in the current directory, as the umask wants it.
(umask 027 && exec "$POSIXTRACE" record -q -- true) || fail 'the default log'
[ "$(stat -c %a posixtrace.ptl)" = 640 ] || fail 'the mode of the log'

# An old file is replaced; processes that have it open keep the old contents.
echo old >log
exec 3<log
run "$POSIXTRACE" record -o log -- true
expect_status 0
[ "$(cat <&3)" = old ] || fail 'the old file was overwritten'
exec 3<&-
run "$POSIXTRACE" report log
expect_status 0

# A link stays one.
echo old >target
ln -s target link
run "$POSIXTRACE" record -q -o link -- true
expect_status 0
[ -L link ] || fail 'the link was replaced'
run "$POSIXTRACE" report target
expect_status 0

# No room for the log: an error, but the command runs and ends as it would.
# shellcheck disable=SC2016
small_disk='mount -t tmpfs -o size=256k none directory 2>/dev/null || exit 77
	"$0" record -o directory/log "$@" -- sh run-checksum'
cat >run-checksum <<END
'$EXAMPLES_DIR/checksum' /usr/bin >/dev/null
'$EXAMPLES_DIR/checksum' /usr/include >/dev/null
echo run
END
on_small_disk() {
	status=0
	unshare -m sh -c "$small_disk" "$POSIXTRACE" "$@" >out 2>err || status=$?
}
on_small_disk
if [ "$status" -ne 77 ] && grep -q '^run$' out; then
	ended 'record on a full disk' "$status"
	expect_status 1
	expect_err '^posixtrace: record: directory/log: No space left on device; '
	expect_err ', give it more room or a limit with --log-policy$'
	expect_err '^posixtrace: [0-9]+ events, .* log lost [1-9].* give the file more room'
	# A limit above that room is no help, and not its cause.
	on_small_disk --log-policy until-full --log-size 8M
	ended 'record on a full disk, with a limit' "$status"
	expect_status 1
	expect_err ', give it more room or a smaller --log-size$'
	expect_err '^posixtrace: [0-9]+ events, .* log lost [1-9].* give the file more room'
else
	echo 'no privilege to mount a small disk: not tried'
fi

# A log that the program empties is not blamed on anything else.
run "$POSIXTRACE" record -o emptied -- sh -c \
	'until [ -e emptied ]; do sleep 0.05; done; : >emptied'
expect_status 1
expect_err '^posixtrace: record: emptied: is shorter than what was written: '
rm -f emptied

# A command that cannot be run costs no old log, and nothing else is left.
echo old >log
run "$POSIXTRACE" record -o log -- ./no-such-command
expect_status 127
[ "$(cat log)" = old ] || fail 'the old log is gone'
rm log
run "$POSIXTRACE" record -q -o log -- true
[ "$(echo log*)" = log ] || fail "there are more files: $(echo log*)"

# What one is recording into, no other replaces; when it is complete another may.
for name in log link; do
	rm -f ready go
	# shellcheck disable=SC2016
	"$POSIXTRACE" record -q -o $name -- sh -c '
		: >ready
		until [ -e go ]; do sleep 0.05; done' >out 2>err &
	recorder=$!
	wait_for test -e ready
	refused 'another command is writing to it; name' $name
	run "$POSIXTRACE" slice -o $name $name
	expect_status 1
	: >go
	wait_end 'the first recorder' "$recorder"
	expect_status 0
	run "$POSIXTRACE" check $name
	expect_status 0
	run "$POSIXTRACE" record -q -o $name -- true
	expect_status 0
done

# A log that is removed while it is recorded is no success ...
removed() {
	run "$POSIXTRACE" record -o "$1" -- sh -c \
		"until [ -e $1 ]; do sleep 0.05; done; rm -rf $2"
	expect_status 1
	expect_one_line
	expect_err "^posixtrace: record: $1: the log was removed while recording, "
}
removed gone gone
mkdir folder
removed folder/log folder
# ... before it has its name, too ...
mkdir folder
run "$POSIXTRACE" record -o folder/log -- sh -c \
	'until rm -rf folder 2>/dev/null; do :; done'
expect_status 1
expect_one_line
expect_err ': the log was removed while recording, '
# ... and one that was renamed is called what it is called.
rm -f old new
run "$POSIXTRACE" record -o old -- sh -c \
	'until [ -e old ]; do sleep 0.05; done; mv old new; : >old'
expect_status 0
expect_err "^posixtrace: [0-9]+ events, .*; $scratch/new\$"
run "$POSIXTRACE" check new
expect_status 0
