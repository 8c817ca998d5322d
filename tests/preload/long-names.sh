#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `record --functions`: each function of long-names.c has a slice, with a name of its
# own in UTF-8, and the same one in each log.
#
# usage: POSIXTRACE_COMMAND=TOOL PRELOAD_LIB=LIBRARY long-names.sh PROGRAM
set -eu

program=$(realpath "$1")
# shellcheck source=tests/preload/functions-begin.sh disable=SC1091
. "$(dirname "$0")/functions-begin.sh"

"$tool" record --functions -o log -- "$program" >out 2>said || fail 'record'
grep -q 'lost 0' said || fail 'events are lost'
"$tool" stat --json --by=call log >first 2>said || fail 'stat'
"$tool" record -q --functions -o again -- "$program" || fail 'record'
"$tool" stat --json --by=call again >second 2>said || fail 'stat'
"$tool" convert -q --to speedscope -o viewer log 2>said || fail 'speedscope'

python3 - <<'EOF'
import json


def names(file):
    rows = json.load(open(file, encoding="utf-8"))["calls"]
    found = [row["call"] for row in rows if row["call"].startswith("a_name")]
    assert all(row["times"] == 1 for row in rows if row["call"] in found)
    return sorted(found)


stat = names("first")
assert len(stat) == len(set(stat)) == 8, stat
assert not any("\ufffd" in name for name in stat), stat
# Those that fit are whole.
assert sum(name.endswith(("ab", "abc")) for name in stat) == 2, stat
assert sum("~0x" in name for name in stat) == 6, stat
assert names("second") == stat
frames = [frame["name"] for frame in
          json.load(open("viewer", encoding="utf-8"))["shared"]["frames"]]
assert set(stat) <= set(frames), frames
EOF
