#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `record --functions-least`: short functions of least.c leave no events, and the long ones
# have the durations that they had, although their entries were recorded late.
#
# usage: POSIXTRACE_COMMAND=TOOL PRELOAD_LIB=LIBRARY least.sh PROGRAM HAS_NAMES
set -eu

program=$(realpath "$1") has_names=$2
# shellcheck source=tests/preload/functions-begin.sh disable=SC1091
. "$(dirname "$0")/functions-begin.sh"

"$tool" record --functions --functions-least=2ms -o log -- "$program" 2>said ||
	fail 'record'
"$tool" report -q --json -e @function log >all
# A short one may be long if the machine has no time for it.
[ "$(grep -c function_enter all)" -ge 26 ] || fail 'entries'
[ "$(grep -c function_enter all)" -le 40 ] || fail 'short ones'
[ "$(grep -c function_enter all)" -eq "$(grep -c function_exit all)" ] ||
	fail 'exits'
"$tool" report -q -e function_enter log | grep -q 'late=' || fail 'how late'
[ "$has_names" = yes ] || exit 0

# In seconds: at least what they wait for, and each at least what is in it.
"$tool" stat --functions log >out 2>said
awk '
	function check(is, what) { if (!is) { print what; wrong = 1 } }
	{ times[$1] = $2; total[$1] = $4; self[$1] = $5; least[$1] = $6 }
	END {
		check(times["main"] == 1 && times["contains"] == 5, "times")
		check(times["is_long"] == 5 && times["repeats"] == 15, "times")
		check(least["is_long"] >= 0.004, "is_long")
		check(least["contains"] >= 0.008, "contains")
		check(self["contains"] >= 0.019, "self of contains")
		rest = total["contains"] - total["is_long"]
		check(self["contains"] <= rest + 0.0001, "is_long is in contains")
		check(total["repeats"] >= 0.045, "repeats")
		check(self["repeats"] <= total["repeats"] + 0.0001, "total of repeats")
		inner = total["contains"] + total["repeats"]
		check(self["main"] <= total["main"] - inner + 0.0001, "self of main")
		exit wrong
	}' out || fail 'durations'
"$tool" convert -q --to chrome -o slices.json log 2>said || fail 'chrome'
[ "$(grep -c '"ph":"B".*"name":"is_long"' slices.json)" -eq 5 ] || fail 'chrome'
