#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Have GenMC run the real ring/queue.c in every execution that the memory models
# RC11 and IMM allow (queue.c), and copies of it in which something is missing:
# there an assertion has to fail, or a race to be found.  Without a GenMC, status
# 77; it is built from its sources, with llvm and clang.
#
# usage: [GENMC=.../genmc] genmc.sh
set -eu

cd "$(dirname "$0")"
: "${GENMC:=genmc}"
if ! $GENMC --version >/dev/null 2>&1; then
	echo "genmc: skipped, no '$GENMC' here; set GENMC" >&2
	exit 77
fi
work=$(mktemp -d)
# It leaves what it made of the source there.
TMPDIR=$work
export TMPDIR
trap 'rm -rf "$work"' EXIT
right=0 wrong=0

# check TREE OPTION...: `found` is the number of executions, or the error.
check() {
	tree=$1
	shift
	$GENMC --disable-estimation "$@" "-I$tree" -I../../libposixtrace queue.c \
		>"$work/said" 2>&1 || :
	found=$(sed -n 's/^Number of complete executions explored: //p' "$work/said")
	grep -q 'No errors were detected' "$work/said" ||
		found=$(sed -n 's/^Error: \(.*\)!$/\1/p' "$work/said")
}

result() {
	if [ "$1" = yes ]; then
		right=$((right + 1))
	else
		wrong=$((wrong + 1))
		echo "genmc: $2: wrong"
		cat "$work/said"
	fi
}

# holds MORTAL: the parties that may die; see queue.c.
holds() {
	for model in rc11 imm; do
		check ../../libposixtrace "--$model" -- "-DMORTAL=$1"
		echo "genmc: $model, MORTAL $1: $found executions"
		case $found in
		'' | *[!0-9]*) result no "$model, MORTAL $1" ;;
		*) result yes ;;
		esac
	done
}

# without FILE WHAT ERROR SED: in a copy of ring/FILE.
without() {
	rm -rf "$work/ring"
	mkdir "$work/ring"
	for file in queue.c queue.h order.h; do
		cp "../../libposixtrace/ring/$file" "$work/ring/"
	done
	sed "$4" "../../libposixtrace/ring/$1" >"$work/ring/$1"
	cmp -s "../../libposixtrace/ring/$1" "$work/ring/$1" &&
		result no "$2: nothing was left out"
	check "$work" -- -DMORTAL=9
	case $found in
	"$3"*) result yes ;;
	*) result no "without $2: ${found:-nothing}" ;;
	esac
}

# letter LETTER: as in tests/weaken.sh.
letter() {
	printf '%s' "\\:/\\* ($1) \\*/:{
		s/memory_order_acq_rel/memory_order_release/
		s/memory_order_release, memory_order_relaxed); /memory_order_relaxed, memory_order_relaxed);/
		s/pxt_load_acquire/pxt_load_relaxed/
	}"
}

holds 0
holds 9
holds 15
without order.h '(E)' 'Non-atomic race' "$(letter E)"
without order.h '(F)' 'Non-atomic race' "$(letter F)"
without queue.c 'help for another that puts' 'Safety violation' \
	'/>= 0)/{n;s/help.*/;/;}'
without queue.c 'help for another that takes' 'Safety violation' \
	'/> 0)/{n;s/help.*/;/;}'

echo "genmc: $right as expected, $wrong not; $($GENMC --version | grep -o 'GenMC v[0-9.]*')"
[ "$wrong" -eq 0 ]
