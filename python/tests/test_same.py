# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""Dumps of ThreadX, and text that is none, against what the command prints.

$EMIT and $MAKE_DUMP are programs that make logs and dumps, $PXT_SAMPLES has
genuine ones.
"""

import ctypes
import os
import pickle
import struct
import subprocess
import unittest

import posixtrace
from posixtrace import _system
from posixtrace._library import LIBRARY, SYSTEM_TYPES
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


class System(Same):
    """Events of the library itself, whose members are arguments."""

    @staticmethod
    def data_of(form):
        """Such as there is, such as there may be, and such as is none."""
        words = form.split()
        n = len(words) - form.endswith("$")
        for number in 0, 1, -1, -2, 9, 1 << 62, -1 << 63:
            for text in b"", b"/a/path", b"\xff\xe2\x82\0y\xc3\xa4":
                data = struct.pack("=q", number) * n
                yield data + (text if form.endswith("$") else b"")
        numbers = struct.pack(f"={n}q", *range(1, n + 1))
        for size in range(8 * n - 16, 8 * n + 9):
            yield (numbers + bytes(8))[:max(size, 0)]
        for size in 15, 16, 17, 111, 112, 113, 191, 192, 193:
            yield numbers + b"x" * size

    def test_system_events(self):
        record = LIBRARY.posixtrace_system_event
        record.argtypes = ctypes.c_uint, ctypes.c_char_p, ctypes.c_size_t, \
            ctypes.c_void_p
        record.restype = None
        log = self.path("x.ptl")
        ids = {name: id_ for id_, name in SYSTEM_TYPES.items()}
        with posixtrace.Stream(log=log, stream_size=1 << 22) as stream:
            for name, form in _system._FORMS.items():
                for data in self.data_of(form):
                    record(ids["posixtrace_" + name], data, len(data), 0x1000)
            stream.filter(["py:a", "posixtrace_read"])
        events = self.check(log)
        told = {event.name for event in events if event.args}
        self.assertLessEqual({"posixtrace_" + name for name in _system._FORMS},
                             told)
        self.assertLessEqual({"posix_trace_start", "posix_trace_stop",
                              "posix_trace_filter"}, told)
        for event in pickle.loads(pickle.dumps(events)):
            self.assertEqual(event.type, events[0]._trace._types[event.id])
        if "MAKE_TWIN" in os.environ:
            twin = self.path("twin.ptl")
            subprocess.run([os.environ["MAKE_TWIN"], log, twin], check=True)
            self.check(twin)


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
