#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A program that runs another one after chroot() passes it on without the preload
# library, which is not there: the loader would say so on its standard error.
#
# usage: POSIXTRACE_COMMAND=TOOL PRELOAD_LIB=FILE chrooted.sh
set -eu

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
true=$(command -v env)
mkdir "$dir/there"
cp "$true" "$dir/there/program"
ldd "$true" | grep -o '/[^ ]*' | while read -r library; do
	mkdir -p "$dir/there${library%/*}"
	cp "$library" "$dir/there$library"
done
chroot=chroot
if ! $chroot "$dir/there" /program >/dev/null 2>&1; then
	chroot='unshare -r chroot'
	# shellcheck disable=SC2086 # words
	$chroot "$dir/there" /program >/dev/null 2>&1 || exit 77
fi
export POSIXTRACE_PRELOAD="$PRELOAD_LIB"
# shellcheck disable=SC2086 # words
"$POSIXTRACE_COMMAND" record -q --preload -o "$dir/log" -- $chroot "$dir/there" \
	/program >"$dir/out" 2>"$dir/err"
if [ -s "$dir/err" ] || grep '^LD_PRELOAD' "$dir/out"; then
	cat "$dir/err"
	exit 1
fi
"$POSIXTRACE_COMMAND" report "$dir/log" |
	grep -q 'not_recorded.*"/program".*chroot()'
