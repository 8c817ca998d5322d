#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The preload library exports the names of its symbol map, without versions,
# and each is one that the C library has: no other could be interposed.  The manual
# page lists all of them.
#
# usage: symbols.sh MAP PRELOAD_LIB MANUAL
set -eu

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

sed -n 's/^	\([A-Za-z_0-9]*\);$/\1/p' "$1" | sort >"$dir/map"
nm -D --defined-only "$2" | awk '{ print $3 }' | sort >"$dir/library"
# Written for some machines only.
for name in vfork __vfork dlopen dlmopen; do
	grep -qx $name "$dir/library" || sed -i "/^$name\$/d" "$dir/map"
done
if ! diff "$dir/map" "$dir/library"; then
	echo 'map (<) and library (>) differ' >&2
	exit 1
fi
libc=$(ldd "$2" | awk '$1 ~ /^libc\.so/ { print $3 }')
nm -D --defined-only "$libc" | awk '{ sub(/@.*/, "", $3); print $3 }' |
	sort -u >"$dir/libc"
if comm -23 "$dir/map" "$dir/libc" | grep .; then
	echo 'not in the C library' >&2
	exit 1
fi
tr -cs A-Za-z0-9_ '\n' <"$3" | sort -u >"$dir/manual"
if comm -23 "$dir/map" "$dir/manual" | grep .; then
	echo 'not in the manual page' >&2
	exit 1
fi
