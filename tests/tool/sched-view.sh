#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The page of `view` knows the state of each thread after each event of --sched; what it
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
names = {"sched_in": ("running", None), "sched_out: waiting": ("waiting", "waiting"),
         "sched_out: ready": ("ready", "preempted"), "sched_out: ended": ("ended", "ended")}
wanted = collections.Counter(json.loads(line)["args"].get("state")
                             for line in open("events"))
got = collections.Counter()
for event in page["events"]:
    type = page["tables"]["types"][event["type"]]
    if not type["name"].startswith("sched_"):
        assert "state" not in type, type
        continue
    state, word = names[type["name"]]
    assert type["state"] == state, type
    got[word] += 1
assert wanted == got, (wanted, got)
END
python3 "$here/../view_walk.py" page.html >page.json || fail 'the page'
python3 compare.py || fail 'its states'
