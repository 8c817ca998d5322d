#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Shows that every barrier of the ring is necessary, and that the tests detect a
# missing one.
# For each letter of ring/order.h the lines marked with it are weakened in a
# copy of the sources, and tests/stress/ring.c is built with them and run.
# The program or ThreadSanitizer must report an error:
#
#   A B E-J  memory_order_relaxed instead, or of two orders the other alone.
#	     A PC's processor hardly shows the difference, so ThreadSanitizer
#	     has to detect it.
#   D	     no heavy fence.  ThreadSanitizer cannot check it, so the stress
#	     program has to detect it: an event that appears after the
#	     stream was reported as complete up to its time.
#   C	     no mark that the lane is busy.  Without the light fence alone,
#	     which is for the compiler, today's compilers put the mark at the
#	     same place; so the mark is removed as well.
#
# On a PC, the letters K to P are ordered in any case, and cause no races: they
# are tried only if given as arguments.  See tests/models.
#
# With nothing weakened there must be no error.
#
# usage: weaken.sh SOURCE_ROOT [LETTER...]
#
# Exit status: 0 all were detected, 1 one was not, 2 could not be run.
set -eu

root=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- A B C D E F G H I J
cc=${CC:-cc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM

# A report ends the program; suppressions and the like can be added outside.
export TSAN_OPTIONS="${TSAN_OPTIONS:-} halt_on_error=1 exitcode=66"

die() {
	echo "weaken.sh: $*" >&2
	exit 2
}

# weaken LETTER: in the copy.
weaken() {
	order=$work/libposixtrace/ring/order.h
	mark="/\\* ($1) \\*/"
	case $1 in
	C)
		sed "\\:$mark:s/pxt_fence_[a-z]*()//
			/^static inline void pxt_order_begin(/,/^}/{
				s/pxt_store_relaxed(tail, value)/(void)tail/
				s/uint64_t value,/uint64_t value __attribute__((unused)),/
			}" "$order"
		;;
	D) sed "\\:$mark:s/pxt_fence_heavy(others)/(void)others/" "$order" ;;
	K) sed "\\:$mark:s/memory_order_acq_rel/memory_order_acquire/" "$order" ;;
	M | N | O | P) sed "\\:$mark:s/pxt_fence_[a-z]*()//" "$order" ;;
	*)
		sed "\\:$mark:{
			s/memory_order_acquire/memory_order_relaxed/g
			s/memory_order_release/memory_order_relaxed/
			s/memory_order_acq_rel/memory_order_release/
			s/pxt_load_acquire/pxt_load_relaxed/
			s/pxt_store_release/pxt_store_relaxed/
		}" "$order"
		;;
	esac >"$order.weak"
	if cmp -s "$order" "$order.weak"; then
		die "($1): no line in ring/order.h to weaken"
	fi
	mv "$order.weak" "$order"
}

# build OPTION...: the stress program with the copied sources.
build() {
	(
		cd "$work/libposixtrace"
		"$cc" -std=gnu11 -D_GNU_SOURCE -g "$@" -I. -I../include \
			-o ../ring "$root/tests/stress/ring.c" \
			base/clock.c base/fence.c base/futex.c base/guard.c base/proc.c \
			base/quiet.c base/timens.c \
			model/attr.c model/record.c model/sizing.c \
			model/timeline.c ring/*.c \
			source/drain.c source/merge.c source/source.c -pthread
	) || die "does not build"
}

# run ARGUMENT...: prints which program reports an error, or nothing.
run() {
	status=0
	timeout -k 5 120 "$work/ring" "$@" >"$work/output" 2>&1 || status=$?
	if grep -q 'WARNING: ThreadSanitizer: data race' "$work/output"; then
		echo 'ThreadSanitizer'
	elif [ "$status" -eq 1 ]; then
		echo 'the stress program'
	elif [ "$status" -ne 0 ]; then
		cat "$work/output" >&2
		die "the stress program ends with status $status"
	fi
}

# fresh_copy: of what the stress program is made of, as it is.
fresh_copy() {
	rm -rf "$work/libposixtrace" "$work/include"
	mkdir "$work/libposixtrace"
	cp -R "$root/include" "$work/"
	for room in base model ring source; do
		cp -R "$root/libposixtrace/$room" "$work/libposixtrace/"
	done
}

failed=0
fresh_copy
for options in '-O1 -fsanitize=thread' -O2; do
	# shellcheck disable=SC2086 # a list of words
	build $options
	who=$(run 6)
	if [ -n "$who" ]; then
		cat "$work/output"
		echo "nothing weakened, $options: $who objects"
		failed=1
	fi
done

for letter; do
	fresh_copy
	weaken "$letter"
	case $letter in
	C | D)
		build -O2
		who=$(run 20 settle)
		;;
	*)
		build -O1 -fsanitize=thread
		who=$(run 20)
		;;
	esac
	if [ -n "$who" ]; then
		echo "$letter: $who objects"
	else
		echo "$letter: NOT NOTICED"
		failed=1
	fi
done
exit "$failed"
