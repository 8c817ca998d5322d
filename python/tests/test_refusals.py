# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""What cannot be done is an exception, and changes nothing."""

import copy
import os
import tempfile
import threading
import unittest
import unittest.mock

import posixtrace


class Refusals(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def test_no_fifo_is_waited_for(self):
        os.mkfifo(self.path("fifo"))
        with self.assertRaisesRegex(OSError, "neither a log nor"):
            posixtrace.open(self.path("fifo"))
        with self.assertRaises(OSError):
            posixtrace.Stream(log=self.path("fifo"))

    def test_no_other_process_is_traced(self):
        for pid in 1 << 30, 1 << 32, 1 << 40, -1:
            with self.assertRaises(ProcessLookupError):
                posixtrace.Stream(pid=pid)
        with self.assertRaises(ValueError):
            posixtrace.Stream(name="a\0b")

    def test_a_file_stays_as_it_is(self):
        with open(self.path("text"), "w", encoding="utf-8") as file:
            file.write("precious")
        for name in "text", "new":
            with self.assertRaises(ProcessLookupError):
                posixtrace.Stream(pid=1 << 30, log=self.path(name))
        with open(self.path("text"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "precious")
        self.assertEqual(os.listdir(self.folder.name), ["text"])

    def test_a_log_that_is_written_is_left_alone(self):
        with posixtrace.Stream(log=self.path("log")):
            with self.assertRaisesRegex(OSError, "busy"):
                posixtrace.Stream(log=self.path("log"))
            posixtrace.event("py:on", n=1)
        with posixtrace.open(self.path("log")) as trace:
            self.assertIn("py:on", [event.name for event in trace])

    def test_a_stream_goes_on_with_another_log(self):
        with posixtrace.Stream(log=self.path("one")) as stream:
            posixtrace.event("py:first", n=1)
            with self.assertRaises(IsADirectoryError):
                stream.switch_log(self.folder.name)
            with self.assertRaisesRegex(FileNotFoundError, "nowhere/two'$"):
                stream.switch_log(self.path("nowhere/two"))
            with self.assertRaisesRegex(OSError, "busy"):
                stream.switch_log(self.path("one"))
            stream.switch_log(self.path("two"))
            posixtrace.event("py:second", n=2)
        for name, event in ("one", "py:first"), ("two", "py:second"):
            with posixtrace.open(self.path(name)) as trace:
                self.assertEqual(trace.usage["complete"], 1)
                self.assertEqual([event.name for event in trace
                                  if event.name.startswith("py:")], [event])
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["one", "two"])

    def test_what_cannot_be_renamed_is_kept(self):
        """The stream goes on in it."""
        with posixtrace.Stream(log=self.path("one")) as stream:
            with unittest.mock.patch("os.rename", side_effect=PermissionError):
                with self.assertRaises(PermissionError):
                    stream.switch_log(self.path("two"))
            posixtrace.event("py:second", n=2)
        draft = f"two.{os.getpid()}"
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["one", draft])
        with posixtrace.open(self.path(draft)) as trace:
            self.assertEqual(trace.usage["complete"], 1)
            self.assertIn("py:second", [event.name for event in trace])

    def test_what_makes_no_sense(self):
        with posixtrace.Stream(log=self.path("log")):
            posixtrace.event("py:on", n=1)
        with posixtrace.open(self.path("log")) as trace:
            with self.assertRaisesRegex(ValueError, "^rows: 0"):
                next(trace.batches(0))
            with self.assertRaises(TypeError):
                copy.copy(trace)
            with self.assertRaises(TypeError):
                copy.deepcopy(trace)
            events = list(trace)
            self.assertEqual(len(trace.columns()), len(events))
        # What was read stays.
        self.assertIn("python", "".join(
            event.thread or "" for event in events))
        with self.assertRaisesRegex(ValueError, "^stream_size: -1"):
            posixtrace.Stream(stream_size=-1)
        with self.assertRaisesRegex(FileNotFoundError, "nowhere/log'$"):
            posixtrace.Stream(log=self.path("nowhere/log"))

    def test_a_trace_is_closed_while_it_is_read(self):
        with posixtrace.Stream(log=self.path("log")):
            for n in range(20000):
                posixtrace.event("py:many", n=n)
        for _ in range(20):
            trace = posixtrace.open(self.path("log"))
            errors = []
            reader = threading.Thread(target=self.read, args=(trace, errors))
            reader.start()
            trace.usage
            trace.close()
            reader.join()
            self.assertRegex(errors[0], "ValueError.*the trace is closed")

    @staticmethod
    def read(trace, errors):
        """Until it fails."""
        try:
            while True:
                trace.columns()
        except (ValueError, OSError) as error:
            errors.append(repr(error))

    def test_a_file_is_replaced_by_a_stream(self):
        os.symlink("text", self.path("link"))
        with open(self.path("text"), "w", encoding="utf-8") as file:
            file.write("x" * (2 << 20))
        with posixtrace.Stream(log=self.path("link")):
            posixtrace.event("py:new", n=1)
        self.assertEqual(sorted(os.listdir(self.folder.name)),
                         ["link", "text"])
        self.assertLess(os.stat(self.path("text")).st_size, 2 << 20)
        with posixtrace.open(self.path("text")) as trace:
            self.assertEqual(trace.usage["complete"], 1)


if __name__ == "__main__":
    unittest.main()
