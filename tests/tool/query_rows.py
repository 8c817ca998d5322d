# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""What `query` tells of a log is what `report --json` tells: all rows, the
rows of random times, types, processes and threads, and the tables of types.

usage: query_rows.py POSIXTRACE LOG [ROUNDS [--symbols]]
"""

import json
import random
import subprocess
import sys

POSIXTRACE, LOG = sys.argv[1:3]
ROUNDS = int(sys.argv[3]) if len(sys.argv) > 3 else 12
SYMBOLS = sys.argv[4:]
DUMP = ("ticks", "threadx_id", "context", "thread", "thread_address", "core",
        "priority", "threshold", "words", "objects")


def run(*args):
    done = subprocess.run([POSIXTRACE, *args, *SYMBOLS], capture_output=True, check=False)
    if done.returncode not in (0, 3, 4):
        sys.exit(f"{args}: status {done.returncode}: {done.stderr.decode()}")
    return [json.loads(line) for line in done.stdout.decode().split("\n")
            if line]


def ns(text):
    """Seconds with nine places; those are added to the seconds."""
    seconds, places = text.split(".")
    return int(seconds) * 1000000000 + int(places)


def exact(values):
    """Numbers that SQLite's JSON would round are strings."""
    return values and {name: str(value) if isinstance(value, int) and
                       value >= 2**63 else value
                       for name, value in values.items()}


def row_of(line):
    """What SQL has to tell of a line of `report --json`."""
    row = {
        "time_ns": ns(line["time"]), "pid": line["pid"], "tid": line["tid"],
        "id": line["id"], "event": line["event"], "addr": line["addr"],
        "truncated": int(line["truncated"]), "data": line["data"],
        "lost": line.get("lost"), "args": exact(line.get("args")),
    }
    for member in DUMP:
        if "ticks" in line:
            row[member] = line.get(member)
    if SYMBOLS:
        row["symbol"] = line.get("symbol")
        row["source"] = line.get("source")
    if "words" in row:
        row["words"] = exact(row["words"])
    return row


def row_as_told(row):
    row = dict(row)
    row.pop("log")
    row.pop("k", None)
    for member in ("args", "words", "objects"):
        if row.get(member) is not None:
            row[member] = json.loads(row[member])
    return row


def compare(what, expected, told):
    told = [row_as_told(row) for row in told]
    for i, (line, row) in enumerate(zip(expected, told)):
        if "ticks" not in line:
            row.pop("thread")
            for member in DUMP:
                row.pop(member, None)
        if line != row:
            sys.exit(f"{LOG}: {what}: row {i}: {row} is not {line}")
    if len(expected) != len(told):
        sys.exit(f"{LOG}: {what}: {len(told)} rows, not {len(expected)}")


def quoted(text):
    return "'" + text.replace("'", "''") + "'"


def conditions(lines):
    """Random ones, as SQL and as Python."""
    pick = random.choice(lines)
    low, high = sorted((random.choice(lines)["time_ns"],
                        random.choice(lines)["time_ns"]))
    low += random.randint(-1, 1)
    high += random.randint(-1, 1)
    return random.choice((
        (f"time_ns BETWEEN {low} AND {high}",
         lambda r: low <= r["time_ns"] <= high),
        (f"time_ns > {low}", lambda r: r["time_ns"] > low),
        (f"time_ns < {high}", lambda r: r["time_ns"] < high),
        (f"time_ns >= {low} AND time_ns <= {low} + 5000",
         lambda r: low <= r["time_ns"] <= low + 5000),
        (f"time_ns = {low}", lambda r: r["time_ns"] == low),
        (f"event = {quoted(pick['event'])}",
         lambda r: r["event"] == pick["event"]),
        (f"event IN ({quoted(pick['event'])}, 'posix_trace_stop')"
         f" AND time_ns > {low}",
         lambda r: r["event"] in (pick["event"], "posix_trace_stop") and
         r["time_ns"] > low),
        (f"id = {pick['id']} AND time_ns <= {high}",
         lambda r: r["id"] == pick["id"] and r["time_ns"] <= high),
        (f"pid = {pick['pid']} AND tid = {pick['tid']}",
         lambda r: r["pid"] == pick["pid"] and r["tid"] == pick["tid"]),
        (f"tid IN ({pick['tid']}, 1, 2) AND id <> {pick['id']}",
         lambda r: r["tid"] in (pick["tid"], 1, 2) and r["id"] != pick["id"]),
    ))


def beside_gaps(lines):
    """Times from which on a gap is seen in part: its begin, and RESUME."""
    times = [line["time_ns"] for line in lines if line["event"] in
             ("posix_trace_overflow", "posix_trace_resume")]
    for time in times[:8] + times[-8:]:
        for low in (time - 1, time, time + 1):
            yield (f"time_ns BETWEEN {low} AND {low} + 3000000",
                   lambda r, low=low: low <= r["time_ns"] <= low + 3000000)


def check_parts(lines):
    parts = [conditions(lines) for _ in range(ROUNDS)]
    parts += beside_gaps(lines)
    sql = ";".join(f"SELECT {k} AS k, * FROM events WHERE {part[0]}"
                   for k, part in enumerate(parts))
    told = [[] for _ in parts]
    for row in run("query", "--json", LOG, sql):
        told[row["k"]].append(row)
    for part, rows in zip(parts, told):
        compare(part[0], [r for r in lines if part[1](r)], rows)


def check_alternatives(lines):
    """SQLite may read a table once for each condition of an OR, and recognises
    rows that it has had by their numbers."""
    for _ in range(ROUNDS // 4 + 1):
        parts = [conditions(lines) for _ in range(random.randint(2, 3))]
        where = " OR ".join(f"({part[0]})" for part in parts)
        told = run("query", "--json", LOG,
                   f"SELECT * FROM events WHERE {where} ORDER BY rowid")
        compare(where, [r for r in lines if any(part[1](r) for part in parts)],
                told)
        told = run("query", "--json", LOG, "SELECT b.* FROM (SELECT rowid AS "
                   f"number FROM events WHERE {parts[0][0]} LIMIT 3) AS a "
                   "JOIN events AS b ON a.number = b.rowid ORDER BY b.rowid")
        compare(where, [r for r in lines if parts[0][1](r)][:3], told)


def check_counts(lines):
    """Rows that are grouped without being read are the same."""
    for column in ("event", "id"):
        counts = {}
        for line in lines:
            counts[line[column]] = counts.get(line[column], 0) + 1
        for order in ("", f" ORDER BY {column}", f" ORDER BY {column} DESC"):
            told = [(row[column], row["n"]) for row in run(
                "query", "--json", LOG, f"SELECT {column}, count(*) AS n "
                f"FROM events GROUP BY {column}{order}")]
            if dict(told) != counts or len(told) != len(counts):
                sys.exit(f"{LOG}: GROUP BY {column}: {told} is not {counts}")
            names = [name if column == "id" else name.encode()
                     for name, n in told]
            if order and names != sorted(names, reverse="DESC" in order):
                sys.exit(f"{LOG}: ORDER BY {column}: {names}")


def value_of(value):
    if isinstance(value, bool):
        return int(value)
    # What a 32-bit number is as one of 64 bits, JSON rounds.
    return value if not isinstance(value, float) else float(f"{value:.6g}")


def check_tables(lines):
    """The columns of a type are the members of `args`, or the words."""
    tables = {row["event"]: row["table"] for row in run(
        "query", "--json", LOG, "SELECT * FROM types")}
    for event in {line["event"] for line in lines}:
        # In a damaged log the name of a type may be missing.
        if event not in tables:
            continue
        name = tables[event].replace('"', '""')
        rows = run("query", "--json", LOG, f'SELECT * FROM "{name}"')
        expected = [line for line in lines if line["event"] == event]
        if len(rows) != len(expected):
            sys.exit(f"{LOG}: {event}: {len(rows)} rows, not {len(expected)}")
        for row, line in zip(rows, expected):
            if row["time_ns"] != line["time_ns"]:
                sys.exit(f"{LOG}: {event}: {row} is not {line}")
            values = line["args"] or line.get("words") or {}
            for argument, value in values.items():
                told = row.get("arg_" + argument, row.get(argument))
                if value in ("nan", "-nan") and told is None:
                    continue
                if value_of(told) != value_of(value) and \
                        str(told) != str(value):
                    sys.exit(f"{LOG}: {event}: {argument}: {told!r} is not "
                             f"{value!r}")


def main():
    random.seed(LOG)
    lines = [row_of(line) for line in run("report", "--json", "-q", LOG)]
    compare("all", lines, run("query", "--json", LOG, "SELECT * FROM events"))
    if not lines:
        return
    check_alternatives(lines)
    check_parts(lines)
    check_counts(lines)
    check_tables(lines)
    losses = run("query", "--json", LOG, "SELECT * FROM losses")
    expected = [(r["time_ns"], r["lost"]) for r in lines
                if r["lost"] is not None]
    if [(r["time_ns"], r["events"]) for r in losses] != expected:
        sys.exit(f"{LOG}: losses: {losses} is not {expected}")


main()
