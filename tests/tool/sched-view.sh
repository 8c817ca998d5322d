#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The page of `view` knows the state of each thread before each event of --sched; what it
# draws of that, view-page tests.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"
# shellcheck source=tests/tool/sched.sh disable=SC1091
. "$here/sched.sh"
need_sched

run "$POSIXTRACE" record --sched -o log -- "$SCHED_WORK" 3 20 400 1000
expect_status 0
run "$POSIXTRACE" view -o page.html log
expect_status 0
"$POSIXTRACE" report -q --json -e @sched log >events
cat >compare.py <<'END'
import collections, json

page = json.load(open("page.json"))
def was(name, args):
    word = args["after"] if name.endswith("in") else "running"
    return {"preempted": "ready", "new": "ready", "unknown": None}.get(word, word)

def name_of(name, args):
    after = was(name, args)
    word = ("" if not after else f": after {after}") if name.endswith("in") else \
        ": " + args["state"].replace("preempted", "ready")
    return name.removeprefix("posixtrace_") + word

events = [json.loads(line) for line in open("events")]
wanted = collections.Counter((name_of(event["event"], event["args"]),
                              was(event["event"], event["args"])) for event in events)
got = collections.Counter()
for event in page["events"]:
    type = page["tables"]["types"][event["type"]]
    if not type["name"].startswith("sched_"):
        assert "was" not in type, type
        continue
    got[type["name"], type.get("was")] += 1
assert wanted == got, (wanted, got)
END
python3 "$here/../view_walk.py" page.html >page.json || fail 'the page'
python3 compare.py || fail 'its states'
