#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Check with herd7 the statements of README.md about the ring's memory orders on
# arm64: the bad outcome of each model is impossible, and becomes possible without
# the order that the model is about.  Nothing is fetched: without a herd7 (herdtools7, which is in no
# distribution) all of it is skipped, with status 77.
#
# usage: [HERD7='.../herd7 -set-libdir .../herd/libdir'] herd.sh
set -eu

cd "$(dirname "$0")"
: "${HERD7:=herd7}"
if ! $HERD7 -version >/dev/null 2>&1; then
	echo "herd: skipped, no '$HERD7' here; set HERD7" >&2
	exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
right=0 wrong=0

# expect Never|Sometimes FILE
expect() {
	name=$(basename "$2" .litmus)
	said=$($HERD7 "$2" 2>&1 | sed -n 's/^Observation [^ ]* \([A-Z][a-z]*\) .*/\1/p')
	if [ "$said" = "$1" ]; then
		right=$((right + 1))
	else
		wrong=$((wrong + 1))
		echo "herd: $name: ${said:-nothing}, not $1"
	fi
}

# without FILE NAME SED: the same with less order ends badly.
without() {
	sed "$3" "$1.litmus" >"$work/$2.litmus"
	if cmp -s "$1.litmus" "$work/$2.litmus"; then
		wrong=$((wrong + 1))
		echo "herd: $2: nothing was left out"
		return
	fi
	expect Sometimes "$work/$2.litmus"
}

for file in *.litmus; do
	expect Never "$file"
done
# A CASAL keeps its store before what follows; without that it takes the DMB.
without snapshot snapshot-without-M 's/DMB ISHST/NOP      /; s/CASAL/CASA /'
without snapshot snapshot-without-N 's/DMB ISHLD    /NOP          /'
without horizon-state horizon-state-without-L 's/LDAR/LDR /'
without horizon-state horizon-state-without-K 's/CASAL/CASA /; s/LDADDL/LDADD /'
without horizon-cell horizon-cell-without-K 's/CASAL/CASA /; s/LDADDL/LDADD /'
# The synchronisation between the two threads' events must be ordered on either
# side, and the word must be raised before the event.
without lease lease-without-acquire 's/LDAR/LDR /'
without lease lease-without-release 's/STLR/STR /'
without lease-other lease-other-without-acquire 's/LDAR/LDR /'
without lease lease-raised-late 's/STR W4,\[X2\]  /NOP          /; s/STLR W6,\[X3\] |              |             ;/STLR W6,[X3] | | ; STR W4,[X2] | | ;/'

# The handshake, with membarrier at each place; without it, and START without
# the glance at the run word that comes first.
mkdir "$work/handshake"
./handshake.py "$work/handshake"
for file in "$work"/handshake/*.litmus; do
	expect Never "$file"
done
cd "$work/handshake"
without settle-2 settle-without-D 's/DMB ISH | LDR W20.*/NOP | NOP | ;/; s/DMB ISH/NOP/g'
without start-6 start-without-first-look 's/CBZ W8,LC00/MOV W8,#1/'

echo "herd: $right as expected, $wrong not; $($HERD7 -version | head -n 1)"
[ "$wrong" -eq 0 ]
