# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""What the tests share: a comparison with what the command prints.

$POSIXTRACE_COMMAND is the command.
"""

import json
import os
import subprocess
import tempfile
import unittest

import posixtrace

POSIXTRACE = os.environ.get("POSIXTRACE_COMMAND", "posixtrace")


def report(log):
    done = subprocess.run([POSIXTRACE, "report", "--json", "-q", log],
                          capture_output=True, check=False)
    assert done.returncode in (0, 3, 4), done.stderr
    return [json.loads(line) for line in done.stdout.decode().split("\n")
            if line]


def shown(event):
    """The data in hexadecimal, as the report has it: of event sets without the
    zero bytes at their end."""
    if event.name in ("posix_trace_start", "posix_trace_filter"):
        return event.data.rstrip(b"\0").hex()
    return event.data.hex()


def ns(text):
    seconds, places = text.split(".")
    return int(seconds) * 1000000000 + int(places)


def as_json(value):
    """An argument as JSON has it."""
    return value.hex() if isinstance(value, bytes) else value


class Same(unittest.TestCase):
    """What is read is what `report --json` prints."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def check(self, log):
        lines = report(log)
        with posixtrace.open(log) as trace:
            events = list(trace)
            self.check_columns(trace, events)
        self.assertEqual(len(events), len(lines))
        for event, line in zip(events, lines):
            self.assertEqual(event.time_ns, ns(line["time"]), line)
            self.assertEqual((event.pid, event.tid, event.id),
                             (line["pid"], line["tid"], line["id"]))
            self.assertEqual(event.name, line["event"])
            self.assertEqual(event.address, int(line["addr"], 16))
            self.assertEqual(event.is_cut, line["truncated"])
            self.assertEqual(shown(event), line["data"])
            self.assertEqual(event.lost, line.get("lost", 0))
            self.assertIsInstance(event.thread, (str, type(None)))
            told = {name: as_json(value)
                    for name, value in event.args.items()}
            shown_args = line.get("args", line.get("words", line.get("values", {})))
            for name, value in shown_args.items():
                if isinstance(value, float):
                    self.assertAlmostEqual(told[name], value, delta=abs(value) * 1e-6)
                elif isinstance(value, str) and value.startswith("0x"):
                    self.assertEqual(told[name], int(value, 16))
                elif "words" in line and isinstance(value, str):
                    self.assertEqual(str(told[name]), value)
                else:
                    self.assertEqual(told[name], value)
            self.assertEqual(set(told), set(shown_args))
        return events

    def check_columns(self, trace, events):
        columns = trace.columns()
        # What was made for a loss is no row.
        rows = [event for event in events if event.address or not event.lost]
        self.assertEqual(sum(gap.events for gap in columns.gaps),
                         sum(event.lost for event in events))
        self.assertLessEqual(len(columns.gaps), 2 * len(events) - len(rows))
        self.assertEqual(len(columns) + len(
            [e for e in events if e.lost]) - len(
                [e for e in events if e.lost and self.is_row(e, columns)]),
            len(events))
        parts = list(trace.batches(97))
        self.assertEqual(sum(map(len, parts)), len(columns))
        self.assertEqual(b"".join(bytes(part.data) for part in parts),
                         bytes(columns.data))
        self.assertEqual([time for part in parts for time in part.time],
                         list(columns.time))
        gaps = [gap.events for part in parts for gap in part.gaps]
        self.assertEqual(sum(gaps), sum(gap.events for gap in columns.gaps))
        if len(columns) > 10:
            middle = columns.time[len(columns) // 2]
            part = trace.columns(from_ns=middle, to_ns=middle + 100000)
            self.assertEqual(list(part.time), [
                time for time in columns.time
                if middle <= time <= middle + 100000])

    @staticmethod
    def is_row(event, columns):
        return any(gap.row < len(columns) and
                   columns.time[gap.row] == event.time_ns and
                   columns.id[gap.row] == event.id for gap in columns.gaps)
