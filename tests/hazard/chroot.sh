#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Hazards that run themselves pass in a chroot, too: one whose root is a plain
# folder with what they need mounted into it, as for a test on another system.
#
# usage: chroot.sh PROGRAM...
set -eu

[ "$(id -u)" -eq 0 ] || exit 77
unshare -m true 2>/dev/null || exit 77

dir=$(mktemp -d)
trap 'rmdir "$dir"' EXIT
# shellcheck disable=SC2016
unshare -m sh -c '
	set -eu
	dir=$1
	shift
	mount --make-rprivate /
	# Unmounting removes the files in it.
	mount -t tmpfs -o mode=755 tmpfs "$dir"
	root=$dir/root
	mkdir "$root"
	for folder in /*; do
		[ -d "$folder" ] && [ ! -L "$folder" ] || continue
		[ "$folder" != /proc ] || continue
		mkdir -p "$root$folder"
		mount --rbind "$folder" "$root$folder"
	done
	for link in /*; do
		[ ! -L "$link" ] || cp -P "$link" "$root$link"
	done
	mkdir "$root/proc"
	mount -t proc proc "$root/proc"
	failed=0
	for program in "$@"; do
		status=0
		chroot "$root" "$(realpath "$program")" >"$dir/out" 2>&1 || status=$?
		[ "$status" -eq 0 ] && continue
		echo "$program: status $status"
		cat "$dir/out"
		failed=1
	done
	exit $failed' sh "$dir" "$@"
