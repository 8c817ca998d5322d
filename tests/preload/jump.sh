#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A program whose signal handler jumps out of trace points (jump.c) leaves a log
# that is whole, with all policies.
#
# usage: POSIXTRACE_COMMAND=TOOL jump.sh --preload|--functions PROGRAM ARGUMENT...
set -eu

what=$1
shift
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

for options in '' '--stream-size=64K' '--log-policy=loop --log-size=1M'; do
	status=0
	# shellcheck disable=SC2086 # a list of words
	"$POSIXTRACE_COMMAND" record "$what" $options -o "$dir/log" -- "$@" \
		2>"$dir/said" || status=$?
	"$POSIXTRACE_COMMAND" check "$dir/log" >"$dir/checked" || status=$?
	# 3: events were lost, which is reported.
	if [ $status -ne 0 ] && [ $status -ne 3 ]; then
		cat "$dir/said" "$dir/checked"
		echo "options '$options': exit status $status"
		exit 1
	fi
done
