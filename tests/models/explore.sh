#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Run the real sources of the ring in every interleaving (chunk.c, adopt.c, room.c),
# and copies of them in which something is missing: there an assertion has to fail.
#
# usage: explore.sh [--quick] chunk|adopt|room BUILD
#
#   --quick	without what takes minutes
#   BUILD	a build folder, for the modules that those use
set -eu

models=$(cd "$(dirname "$0")" && pwd)
library=$models/../../libposixtrace
quick=
if [ "$1" = --quick ]; then
	quick=yes
	shift
fi
model=$1
build=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
right=0 wrong=0

# compile TREE: with the ring's sources there, if it has them.
compile() {
	${CC:-cc} -std=gnu11 -O1 -D_GNU_SOURCE -Wall -Wextra "-I$1" "-I$library" \
		"-I$models/../../include" "-I$models/../../include/posixtrace" \
		"-I$models" -o "$work/$model" "$models/$model.c" \
		"$build/libposixtrace/libposixtrace.a" \
		-lurcu-bp -lurcu-common -lbsd -ldl -pthread
}

result() {
	if [ "$1" = yes ]; then
		right=$((right + 1))
	else
		wrong=$((wrong + 1))
		echo "$model: $2: wrong"
		cat "$work/said"
	fi
}

# without FILE WHAT SCENARIO SED: in a copy of ring/FILE.
without() {
	rm -rf "$work/ring"
	cp -r "$library/ring" "$work/ring"
	sed "$4" "$library/ring/$1" >"$work/ring/$1"
	cmp -s "$library/ring/$1" "$work/ring/$1" &&
		echo "$model: nothing was left out" >"$work/said" && result no "$2"
	compile "$work" 2>"$work/said" || :
	if ! "$work/$model" "$3" >"$work/said" && grep -q 'not so' "$work/said"; then
		result yes
	else
		result no "without $2"
	fi
}

# scenarios N QUICK: the first N, or QUICK of them.
scenarios() {
	most=${quick:+$2}
	scenario=0
	while [ "$scenario" -lt "${most:-$1}" ]; do
		if "$work/$model" "$scenario" >"$work/said"; then
			cat "$work/said"
			result yes
		else
			result no "scenario $scenario"
		fi
		scenario=$((scenario + 1))
	done
}

run_chunk() {
	scenarios 10 7
	without chunk.c 'respect for the pin' 2 \
		'/^static bool take_over/,/^}/s/state & PXT_CHUNK_PINNED/0/'
	without chunk.c 'the count of what is overwritten' 0 \
		'/^static void lose/,/^}/s/segment->lost, n,/segment->lost, 0 * n,/'
	without chunk.c 'taking back what another has counted' 0 \
		'/^static void take_count_back/,/^}/s/-counted/0 * counted/'
	without chunk.c 'the second count, exactly' 3 \
		'/^static bool take_over/,/^}/s/pxt_state_read(state), move->counted/0, move->counted/'
	without chunk.c 'freeing what was given up' 3 \
		'/^static void free_orphan/,/^}/s/pxt_chunk_free(view, chunk)/(void)0/'
	without chunk.c 'the comparison of leases when a chunk is pinned' 2 \
		'/^bool pxt_chunk_pin/,/^}/s/pxt_state_lease(old) == lease/1/'
	without chunk.c 'the lease that a handler left' 7 \
		'/^static void give_up/,/^}/s/pxt_chunk_free(view, chunk)/(void)0/'
	without queue.c 'help for another that puts' 1 \
		'/>= 0)/{n;s/help.*/;/;}'
}

run_adopt() {
	scenarios 9 5
	without reclaim.c 'the exchange that decides who has a lane' 0 \
		'/^bool pxt_lane_take/,/^}/{s/pxt_cas_acq_rel(&lane->exited, &exited,/(pxt_store_relaxed(\&lane->exited,/;s/PXT_LANE_TAKEN);/PXT_LANE_TAKEN), true);/}'
	without reclaim.c 'lanes that are adopted, and no more to be freed' 3 \
		'/^bool pxt_lane_take/,/^}/{s/is(exited, PXT_LANE_GONE) &&/1 ||/}'
	without adopt.c 'the word of the header before the name' 3 \
		'/pxt_chunk_put_name(left->header/d;s/^	pxt_order_tell_owner/	pxt_chunk_put_name(left->header, id->comm);\n&/'
	without adopt.c 'the name of the former owner' 3 \
		's/pxt_chunk_get_name(left->header, owner.former_comm)/pxt_chunk_get_name(left->header, (char[PXT_COMM_SIZE]){0})/'
	without adopt.c 'the owner record' 3 \
		's/^	writer->pos += PXT_OWNER_SIZE;//'
	without collect.c 'taking a lane before it is freed' 3 \
		'/^void pxt_collect_lane/,/^}/s/!pxt_lane_take(lane)/0/'
}

run_room() {
	scenarios 8 5
	without room.c 'loading what was given before the look' 0 \
		's/^\(	*\)pxt_store_relaxed(&segment->given_end,/\1given = pxt_load_relaxed(\&segment->given);&/'
	without room.c 'the exchange that gives a part' 0 \
		'/pxt_cas_acq_rel/{N;s/.*/pxt_add_relaxed(\&segment->given, (uint64_t)left);/}'
	without room.c 'a look at what is used, and not only given' 0 \
		's/most - found.held;/most - (int64_t)pxt_load_relaxed(\&view->segment->given);/'
	without room.c 'knowing that something was read meanwhile' 4 \
		's/return \*left + (int64_t)(passed - found.passed) < need;/return true;/'
	without adopt.c 'counting only owner records that were not read' 3 \
		's/return (are_read ? 1 : /return (0 ? 1 : /'
	without collect.c 'help for a reader that died' 2 \
		'/(void)pxt_queue_first(queue, &view->full, &seq, &end);/d'
}

compile "$work"
"run_$model"
echo "$model: $right as expected, $wrong not"
[ "$wrong" -eq 0 ]
