#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Help and version are printed to stdout, with status 0, and list what exists.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

for arguments in --help help; do
	run "$POSIXTRACE" "$arguments"
	expect_status 0
	expect_no_err
	expect_out '^Usage: posixtrace COMMAND'
	expect_out '^  record '
	expect_out '^  report '
	[ "$(wc -l <out)" -le 32 ] || fail 'the help does not fit a screen'
done

run "$POSIXTRACE" --version
expect_status 0
expect_no_err
expect_out '^posixtrace [0-9]+\.[0-9]+\.[0-9]+$'

for command in check convert diff filter info live merge receive record report rkh \
		schema slice stat top trcrpt trcupdate view; do
	run "$POSIXTRACE" help "$command"
	expect_status 0
	expect_no_err
	expect_out "^Usage: posixtrace $command "
	mv out by-help
	run "$POSIXTRACE" "$command" --help
	expect_status 0
	! grep -q '(null)' out || fail "help $command: (null)"
	cmp -s out by-help || fail "help $command and $command --help differ"
done

# No command has options that its help does not list.
for option in --program-name=other --HANG=0; do
	for command in record report trcrpt; do
		run "$POSIXTRACE" "$command" "$option" --help
		expect_status 2
		expect_one_line
		expect_no_out
	done
done
run "$POSIXTRACE" report --usage
expect_status 0
expect_no_err
expect_out '^Usage: posixtrace report '

run "$POSIXTRACE" record --help
for option in --output --pid --event --exclude --policy --log-policy \
	--stream-size --max-data --log-size --preload --duration --quiet; do
	expect_out "$option"
done
run "$POSIXTRACE" report --help
for option in --json --absolute --data --event --exclude --pid --tid --from \
	--to --color --no-header --quiet; do
	expect_out "$option"
done

# A full disk is no success.
if [ -w /dev/full ]; then
	for arguments in --help --version 'help record'; do
		# shellcheck disable=SC2086
		if "$POSIXTRACE" $arguments >/dev/full 2>err; then
			fail "$arguments: success, though nothing was written"
		fi
		expect_one_line
		expect_err '^posixtrace: .*standard output: '
	done
fi
