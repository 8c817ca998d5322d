#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# If names or arguments of event types are damaged, or were replaced by zeros by
# a disk, each command that reads the log reports the damage.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
: "${MAKE_TWIN:?where is make-twin?}"

# overwrite FROM AT SIZE: the log `whole` as `log`, with bytes of FROM.
overwrite() {
	cp whole log
	head -c "$3" "$1" | dd of=log bs=4096 seek="$2" oflag=seek_bytes \
		conv=notrunc 2>/dev/null
}

# expect_told WORDS: all commands print these words, and check reports the
# fault.
expect_told() {
	for command in report stat info trcrpt 'convert --to json -o result' \
			'convert --to csv -o result' 'convert --to log -o result' \
			'slice -o result' "$merge -o result" 'view -o result'; do
		# shellcheck disable=SC2086
		run "$POSIXTRACE" $command log
		expect_status 4
		expect_err '^posixtrace: log: incomplete, since its writer died or is still running, or damaged; the rest was (read|counted|converted|merged)$'
	done
	run "$POSIXTRACE" check log
	expect_status 4
	expect_out "^offset [0-9]+: $1\$"
	expect_out '^log: damaged, but readable, 42 events, none lost, '
}

# The offsets that posixtrace-log(5) has, and sizes of an entry.
names=53248
name=72
arguments=200704
argument=256
reading=65

damage() {
	overwrite /dev/zero $names $((2048 * name))
	expect_told "the name of event type $reading is missing"
	overwrite /dev/zero $((names + reading * name)) $name
	expect_told "the name of event type $reading is missing"
	overwrite junk $((names + reading * name + 8)) 9
	expect_told "the name of event type $reading is damaged"
	overwrite /dev/zero $arguments $((2048 * argument))
	expect_told "the arguments of event type $reading are missing"
	overwrite /dev/zero $((arguments + reading * argument)) $argument
	expect_told "the arguments of event type $reading are missing"
	overwrite junk $((arguments + reading * argument + 8)) 9
	expect_told "the arguments of event type $reading are damaged"
}

printf 'no arguments, no name' >junk
"$POSIXTRACE" record -q -o whole -- "$EXAMPLES_DIR/typed" 5 >list
run "$POSIXTRACE" check whole
expect_status 0
merge=merge
damage
# A copy, and the log of a machine of the other byte order.
run "$POSIXTRACE" slice -q -o copy whole
expect_status 0
mv whole first
mv copy whole
damage
"$MAKE_TWIN" first whole
merge=convert\ --to\ perfetto
! "$POSIXTRACE" convert --help | grep -q 'perfetto *.*not in this build' ||
	merge=slice
damage

# Only commands that read all events can find this: the name is missing that is
# also in the registry for TraceX.
mv first whole
overwrite /dev/zero 48 12240
mv log whole
overwrite /dev/zero $((names + reading * name)) $name
for command in report stat trcrpt; do
	run "$POSIXTRACE" $command log
	expect_status 4
	expect_err '^posixtrace: log: incomplete, .* or damaged; '
done
run "$POSIXTRACE" check log
expect_status 4
expect_out "^offset [0-9]+: record: event type $reading has no name in the log\$"
