#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Check with herd7 the statements of README.md about the ring's memory orders on
# arm64 and x86-64: the bad outcome of each model is impossible, and becomes possible
# without the order that the model is about.  Nothing is fetched: without a herd7
# (herdtools7, which is in no distribution) all of it is skipped, with status 77.
#
# usage: [HERD7='.../herd7 -set-libdir .../herd/libdir'] herd.sh
# shellcheck disable=SC2016 # the operands of instructions begin with a dollar
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

# exchanged FILE NAME FIRST SECOND: for x86-64, where the processor keeps the order
# and only a compiler could change it: with these two instructions exchanged.
exchanged() {
	without "$1-x86" "$2-x86" "s/$3/@/; s/$4/$3/; s/@/$4/"
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
# An owner record is committed, the header tells of it, and then it has the name.
without owner-name owner-name-without-O 's/DMB ISH  /NOP      /'
without owner-name owner-name-without-P 's/DMB ISHLD/NOP      /'
without owner-record owner-record-without-O 's/STLR W5,\[X3\]/STR W5,[X3]/'
without owner-record owner-record-without-P 's/LDAR/LDR /'
exchanged snapshot snapshot-without-M \
	'lock; cmpxchgl (cell),%ebx ' 'movl $2,(last) '
exchanged snapshot snapshot-without-N 'movl (last),%eax' 'movl (cell),%ebx'
exchanged horizon-state horizon-state-without-K \
	'lock; cmpxchgl (horizon),%ebx' 'lock; cmpxchgl (state),%edx'
exchanged horizon-state horizon-state-without-L \
	'movl (state),%eax' 'movl (horizon),%ebx'
exchanged horizon-cell horizon-cell-without-K \
	'lock; cmpxchgl (horizon),%ebx' 'lock; cmpxchgl (cell),%edx'
exchanged lease lease-without-acquire 'movl (flag),%ebx' 'movl (until),%ecx'
exchanged lease lease-raised-late 'movl %eax,(until)' 'movl $1,(flag)'
exchanged lease-other lease-other-without-acquire \
	'movl (flag),%ebx' 'movl (until),%ecx'
exchanged owner-name owner-name-without-O 'movl $1,(word)' 'movl $1,(name)'
exchanged owner-name owner-name-without-P 'movl (name),%eax' 'movl (word),%ebx'
exchanged owner-record owner-record-without-O \
	'movl $1,(record)' 'movl $1,(word)'
exchanged owner-record owner-record-without-P \
	'movl (word),%ebx' 'movl (record),%ecx'

# The handshake, with membarrier at each place; without it, and START without
# the look at the run word that comes first.
./handshake.py "$work/handshake"
for file in "$work"/handshake/*.litmus; do
	expect Never "$file"
done
for file in "$work"/handshake/without/*.litmus; do
	expect Sometimes "$file"
done

echo "herd: $right as expected, $wrong not; $($HERD7 -version | head -n 1)"
[ "$wrong" -eq 0 ]
