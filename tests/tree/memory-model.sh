#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# doc/memory-model.md and the ring have the same barriers and the same shared
# fields: each letter marked in ring/order.h has a row, each row a letter, and so
# each atomic field of the structs that have a section there.  No other file
# marks a letter that is not there.  Then faults are planted in a copy, to see
# that the check finds them.
#
# usage: memory-model.sh SOURCE_ROOT
set -eu

root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The atomic members of struct $1 in file $2.
members() {
	awk -v name="$1" '
		$0 == "struct " name " {" { inside = 1; next }
		/^};/ { inside = 0 }
		inside && /_Atomic/ {
			sub(/\/\*.*/, "")
			sub(/(\[[^]]*\])?;.*/, "")
			print $NF
		}
	' "$2" | sort
}

# The first cells of the table below heading "### `struct $1`" of document $2.
rows() {
	awk -v heading="### \`struct $1\`" '
		/^##/ { inside = $0 == heading }
		inside && /^\| `/ { gsub(/`/, "", $2); print $2 }
	' "$2" | sort
}

# same WHAT FILE FILE: code and document.
same() {
	diff -u "$2" "$3" >"$work/diff" && return 0
	echo "$1: - is in the code only, + in doc/memory-model.md only"
	grep '^[-+][^-+]' "$work/diff"
	return 1
}

# check TREE
check() {
	ring=$1/libposixtrace/ring doc=$1/doc/memory-model.md found=0
	grep -o '/\* ([A-Z]) \*/' "$ring/order.h" | tr -d '/* ' | sort -u >"$work/code"
	sed -n 's/^| \(([A-Z])\) |.*/\1/p' "$doc" | sort >"$work/doc"
	same 'barriers' "$work/code" "$work/doc" || found=1
	grep -rhoE '(^|[ *])\([A-Z]\)' "$ring" "$1/libposixtrace/stream" |
		tr -d '* ' | sort -u | comm -23 - "$work/code" >"$work/unknown"
	if [ -s "$work/unknown" ]; then
		echo "no barriers: $(tr '\n' ' ' <"$work/unknown")"
		found=1
	fi
	for struct in segment lane queue; do
		members "pxt_$struct" "$ring/$struct.h" >"$work/code"
		rows "pxt_$struct" "$doc" >"$work/doc"
		same "struct pxt_$struct" "$work/code" "$work/doc" || found=1
	done
	return "$found"
}

# finds FILE SED: a fault that is planted.
finds() {
	rm -rf "$work/tree"
	mkdir -p "$work/tree/libposixtrace" "$work/tree/doc"
	cp -R "$root/libposixtrace/ring" "$root/libposixtrace/stream" \
		"$work/tree/libposixtrace/"
	cp "$root/doc/memory-model.md" "$work/tree/doc/"
	sed -i "$2" "$work/tree/$1"
	if cmp -s "$root/$1" "$work/tree/$1" || check "$work/tree" >/dev/null; then
		echo "not found: $1: $2"
		return 1
	fi
}

check "$root"
finds doc/memory-model.md '/^| (M) |/d'
finds doc/memory-model.md 's/^| (M) |/| (Z) |/'
finds doc/memory-model.md '/^| .starved. |/d'
finds libposixtrace/ring/lane.h 's/_Atomic uint32_t space;/uint32_t space;/'
finds libposixtrace/ring/order.h 's/(M) \*\//(Q) *\//'
finds libposixtrace/stream/run.c 's/fence (D)/fence (X)/'
