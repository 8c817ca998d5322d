#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `merge` of a directory: no log in it is left out without a word.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

readings() {
	"$POSIXTRACE" report -q "$1" | grep -c ' furnace:reading '
}

# Two with names of logs, and two that are numbered only.
mkdir logs
for name in logs/d-000001.ptl logs/d-000002.ptl logs/k-000001 logs/k-000002; do
	"$POSIXTRACE" record -q -o "$name" -- "$EXAMPLES_DIR/typed" 10 >list
done
echo text >logs/notes
echo text >logs/n-000003
mkdir logs/e.ptl

# Links to what is there anyway, also by another way.
ln -s d-000001.ptl logs/latest.ptl
ln -s "$PWD/logs/d-000001.ptl" logs/a
run "$POSIXTRACE" merge -o all logs
expect_status 0
[ "$(wc -l <err)" -eq 1 ] || fail 'more than the summary'
[ "$(readings all)" -eq 240 ] || fail 'not all events'

# What is empty, or not there any more, is left out, with a line.
: >logs/d-000003.ptl
: >logs/k-000003
ln -s nothing logs/z.ptl
run "$POSIXTRACE" merge -q -o all logs
expect_status 0
expect_err '^posixtrace: logs: d-000003\.ptl: is empty, and left out$'
expect_err '^posixtrace: logs: k-000003: is empty, and left out$'
expect_err '^posixtrace: logs: z\.ptl: is a link to nothing, and left out$'
[ "$(wc -l <err)" -eq 3 ] || fail 'more lines'
rm logs/?-000003* logs/z.ptl

# Other contents are an error, as if it was named; each is told.
for name in d-000002.ptl k-000002; do
	cp "logs/$name" kept
	head -c 100000 /dev/zero >"logs/$name"
	rm -f all
	run "$POSIXTRACE" merge -q -o all logs
	expect_status 1
	expect_one_line
	expect_err "logs/$name: "
	[ ! -e all ] || fail 'the others were merged'
	cp kept "logs/$name"
done
head -c 100000 /dev/zero | tee logs/d-000003.ptl >logs/k-000003
run "$POSIXTRACE" merge -q -o all logs
expect_status 1
expect_err 'logs/d-000003\.ptl: '
expect_err 'logs/k-000003: '
rm logs/?-000003*

# So is one that cannot be read.
chmod 000 logs/d-000002.ptl
if [ "$(id -u)" -eq 0 ]; then
	chmod 755 . && chmod 777 logs
	as_other='setpriv --reuid 65534 --clear-groups'
else
	as_other=
fi
# shellcheck disable=SC2086 # words
if $as_other "$POSIXTRACE" --version >version 2>&1; then
	run $as_other "$POSIXTRACE" merge -q -o logs/all logs
	expect_status 1
	expect_one_line
	expect_err 'logs/d-000002\.ptl: Permission denied; '
fi
chmod 644 logs/d-000002.ptl

# One that is removed after the directory was read is left out, with a line.
mkdir many
i=100000
while [ $i -lt 100300 ]; do
	cp --sparse=always logs/k-000001 many/m-$i
	i=$((i + 1))
done
tries=0
while [ $tries -lt 10 ]; do
	tries=$((tries + 1))
	"$POSIXTRACE" merge -q -o all many >out 2>err &
	merger=$!
	kill_at_end "$merger"
	# The first is open as long as it is merged.
	until find "/proc/$merger/fd" -lname '*many/m-100000' 2>/dev/null | grep -q . ||
			has_ended "$merger"; do
		:
	done
	rm many/m-100299
	wait_end merge "$merger"
	expect_status 0
	! grep -q 'm-100299: was removed meanwhile, and left out' err || break
	cp --sparse=always logs/k-000001 many/m-100299
done
# It was too fast each time, or it was seen.
expect_status 0
