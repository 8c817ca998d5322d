# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""Dumps of ThreadX, and text that is none, against what the command prints.

$EMIT and $MAKE_DUMP are programs that make logs and dumps, $PXT_SAMPLES has
genuine ones.
"""

import os
import pickle
import subprocess
import unittest

import posixtrace
from same import POSIXTRACE, Same, report


class Text(Same):
    """Text that is no UTF-8."""

    def test_no_utf8(self):
        """U+FFFD for each byte, as in the report."""
        log = self.path("x.ptl")
        bad = [b"\xff", b"\xe2\x82x", b"\xf0\x9f\x98", b"\xed\xa0\x80",
               b"\xc0\xaf", b"\xf4\x90\x80\x80y", b"\xc3\xa4\xc3"]
        with posixtrace.Stream(log=log):
            for text in bad:
                posixtrace.event("py:text", text=text.decode(
                    "utf-8", "surrogateescape"))
        events = self.check(log)
        self.assertEqual(events[2]["text"], "\ufffd\ufffdx")

    @unittest.skipUnless("EMIT" in os.environ, "no maker of logs")
    def test_name_is_no_utf8(self):
        log = self.path("x.ptl")
        subprocess.run([os.environ["EMIT"], log, "64", b"odd\xe2\x82=00",
                        b"odd\xe2=00"], check=True)
        self.assertEqual([e.name for e in self.check(log)][1:3],
                         ["odd\ufffd\ufffd", "odd\ufffd"])


class Losses(Same):
    """Logs with losses, and no event."""

    def test_loss_without_events(self):
        log, part = self.path("x.ptl"), self.path("part.ptl")
        with posixtrace.Stream(log=log, policy="until-full",
                               stream_size=65536):
            for _ in range(20000):
                posixtrace.event("py:lost")
        subprocess.run([POSIXTRACE, "slice", "-q", "--from", "1", "-o", part,
                        log], check=False)
        events = self.check(part)
        self.assertEqual([event.name for event in events],
                         ["posix_trace_overflow"])
        with posixtrace.open(part) as trace:
            for batches in list(trace.batches()), [trace.columns()]:
                self.assertEqual([gap.events for batch in batches
                                  for gap in batch.gaps], [events[0].lost])
                self.assertEqual(sum(map(len, batches)), 0)


class Dumps(Same):
    """Events of dumps, with their contexts."""

    def check_context(self, event, line):
        context = event.context
        self.assertEqual(event.thread, line.get("thread"), line)
        self.assertEqual(context is None, "context" not in line)
        if context is None:
            return
        self.assertEqual(
            (context.ticks, context.threadx_id, context.kind, context.thread,
             f"{context.thread_address:#x}", context.core, context.priority,
             context.threshold),
            (line["ticks"], line["threadx_id"], line["context"],
             line["thread"], line["thread_address"], line["core"],
             line.get("priority"), line.get("threshold")), line)

    def check_dump(self, dump):
        events = self.check(dump)
        copies = pickle.loads(pickle.dumps(events))
        for event, other, line in zip(events, copies, report(dump)):
            self.check_context(event, line)
            self.check_context(other, line)
        return events

    def make_dump(self, *words):
        dump = self.path("dump.trx")
        with open(dump, "wb") as file:
            subprocess.run([os.environ["MAKE_DUMP"], *words], stdout=file,
                           check=True)
        return dump

    @unittest.skipUnless("MAKE_DUMP" in os.environ, "no dumps")
    def test_dump(self):
        for words in (["100"], ["big", "100"], ["long", "init", "16"],
                      ["big", "long", "smp", "9"], ["0"]):
            events = self.check_dump(self.make_dump(*words))
            if words != ["0"]:
                self.assertLessEqual({"thread one", "thread two"},
                                     {event.thread for event in events})
                self.assertIn("interrupt", {event.context.kind
                                            for event in events})

    @unittest.skipUnless("MAKE_DUMP" in os.environ, "no dumps")
    def test_odd_dump(self):
        """Names that are no UTF-8, and files that are cut off."""
        dump = self.make_dump("16")
        with open(dump, "rb") as file:
            whole = file.read()
        for bad in (b"\xff\xfe", b"\xe2\x82", b"\xf0\x9f\x98", b"\xed\xa0\x80"):
            with open(dump, "wb") as file:
                file.write(whole.replace(b"thread one", bad.ljust(10, b"_")))
            self.check_dump(dump)
        for n in "16", "100":
            with open(self.make_dump(n), "rb") as file:
                whole = file.read()
            # From the first event on.
            for keep in range(len(whole) - 15 * 32, len(whole), 16):
                with open(dump, "wb") as file:
                    file.write(whole[:keep])
                self.check_dump(dump)

    @unittest.skipUnless("PXT_SAMPLES" in os.environ, "no samples")
    def test_samples(self):
        folder = os.path.join(os.environ["PXT_SAMPLES"], "txtb")
        for name in sorted(os.listdir(folder)):
            if name.endswith(".trx"):
                self.check_dump(os.path.join(folder, name))


if __name__ == "__main__":
    unittest.main()
