#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The calls that the preload library records are slices, as long as their events
# say, in query and in what convert makes.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

[ -e "$PRELOAD_LIB" ] || skip 'the preload library is not built'
"$POSIXTRACE" query --examples >out 2>err || skip 'built without SQLite'

head -c 20000 /dev/zero >text
run "$POSIXTRACE" record -q -o log --preload -- dd if=text of=copy bs=1000
expect_status 0
run "$POSIXTRACE" record -q -o threads --preload -- \
	"$EXAMPLES_DIR/../tests/preload/preload-threads"
expect_status 7

# tells EXPECTED LOG SQL
tells() {
	run "$POSIXTRACE" query --csv --no-header "$2" "$3"
	expect_status 0
	[ "$(cat out)" = "$1" ] || fail "$3: $(cat out), not $1"
}

tells 'posixtrace_read,1
posixtrace_write,1' log "SELECT name, count(*) >= 20 FROM slices
	WHERE name IN ('posixtrace_read', 'posixtrace_write') GROUP BY name"
for type in read write open close; do
	tells 1,1 log "SELECT count(*) > 0, count(*) = (SELECT count(*) FROM
		\"posixtrace_$type\" WHERE duration > 0) FROM slices AS s JOIN
		\"posixtrace_$type\" AS e ON e.time_ns = s.end_ns AND
		e.tid = s.tid AND e.duration = s.dur_ns WHERE
		s.name = 'posixtrace_$type' AND s.thread = 'dd' AND
		s.start_ns = s.end_ns - s.dur_ns AND s.self_ns = s.dur_ns AND
		s.depth = 0"
done
# That a thread started is no slice that is open around all it does.
tells 0 threads 'SELECT max(depth) FROM slices'
tells 1 threads "SELECT count(*) > 0 FROM slices
	WHERE name = 'posixtrace_thread_join' AND dur_ns > 0"

command -v python3 >/dev/null || exit 0
cat >same.py <<'END'
import json
import sqlite3
import subprocess
import sys


def ns(microseconds):
    return round(microseconds * 1000)


def same(log):
    for to in "chrome", "speedscope", "sqlite":
        subprocess.run([sys.argv[1], "convert", "-q", "--to", to, "-o",
                        f"{log}.{to}", log], check=True)
    done = subprocess.run([sys.argv[1], "query", "--json", log,
                           "SELECT name, start_ns, dur_ns, tid FROM slices"],
                          capture_output=True, check=True)
    slices = [tuple(json.loads(line).values())
              for line in done.stdout.decode().splitlines()]
    assert len(slices) > 1
    db = sqlite3.connect(f"{log}.sqlite")
    assert slices == db.execute("SELECT name, start_ns, dur_ns, tid "
                                "FROM slices ORDER BY end_ns").fetchall()

    # Viewers have the names that people read.
    slices = [(name.removeprefix("posixtrace_"), *rest)
              for name, *rest in slices]
    with open(f"{log}.chrome", encoding="utf-8") as file:
        chrome = json.load(file)
    first = int(chrome["otherData"]["first_ns"])
    calls = [(e["name"], first + ns(e["ts"]), ns(e["dur"]), e["tid"])
             for e in chrome["traceEvents"] if e["ph"] == "X"]
    assert calls == slices
    assert not {e["name"] for e in chrome["traceEvents"]
                if e["ph"] in "iB"} & {call[0] for call in calls}

    with open(f"{log}.speedscope", encoding="utf-8") as file:
        scope = json.load(file)
    frames = [frame["name"] for frame in scope["shared"]["frames"]]
    found = []
    for profile in scope["profiles"]:
        stack = []
        for event in profile["events"]:
            if event["type"] == "O":
                stack.append(event)
                continue
            begin = stack.pop()
            assert begin["frame"] == event["frame"]
            found.append((frames[event["frame"]], event["at"] - begin["at"]))
        assert not stack
    assert sorted(found) == sorted((one[0], one[2]) for one in slices)
    return slices


same("log")
same("threads")

# A call that is the first event began before it.
subprocess.run([sys.argv[1], "slice", "-q", "-e", "posixtrace_write", "-o",
                "writes", "log"], check=True)
writes = same("writes")
with open("writes.chrome", encoding="utf-8") as file:
    events = json.load(file)["traceEvents"]
assert events[0]["ph"] == "X" and ns(events[0]["ts"]) == -writes[0][2], events
END
python3 same.py "$POSIXTRACE" || fail 'other slices'
