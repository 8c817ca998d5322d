# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""What cannot be done is an exception, and changes nothing."""

import copy
import os
import pickle
import sys
import tempfile
import threading
import unittest
import unittest.mock
import warnings

import posixtrace


class Index:
    """A number, as those of NumPy are."""

    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number


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

    def test_filters_of_no_types(self):
        """Nor of others than those that are named."""
        with posixtrace.Stream(log=self.path("log")) as stream:
            for names, error in ((["py:b", "py:a\0b"], ValueError),
                                 (["py:" + "x" * 64], ValueError),
                                 ("py:ab", TypeError), (b"py:ab", TypeError),
                                 ([1], TypeError), ([b"py:a"], TypeError)):
                with self.assertRaises(error):
                    stream.filter(names)
            for name in "py:a", "py:b", "py:ab", "a":
                posixtrace.event(name, n=1)
            stream.filter(name for name in ("py:a", "py:ab"))
            for name in "py:a", "py:b", "py:ab":
                posixtrace.event(name, n=2)
        with posixtrace.open(self.path("log")) as trace:
            self.assertEqual([event.name for event in trace
                              if event.type.id > 64],
                             ["py:a", "py:b", "py:ab", "a", "py:b"])

    def test_paths_of_bytes(self):
        path = os.fsencode(self.path("log"))
        with posixtrace.Stream(log=path) as stream:
            posixtrace.event("py:one", n=1)
            stream.switch_log(path + b"2")
            posixtrace.event("py:two", n=1)
        for end, name in (b"", "py:one"), (b"2", "py:two"):
            with posixtrace.open(path + end) as trace:
                self.assertIn(name, [event.name for event in trace])

    def test_sizes_of_batches(self):
        with posixtrace.Stream(log=self.path("log")):
            posixtrace.event("py:one", n=1)
        with posixtrace.open(self.path("log")) as trace:
            with self.assertRaisesRegex(TypeError, "^rows: float: give an int"):
                next(trace.batches(1.5))
            for rows in 1 << 50, 1 << 70:
                with self.assertRaisesRegex(MemoryError, "fewer rows"):
                    next(trace.batches(rows))
            self.assertGreater(len(next(trace.batches(9))), 0)

    def test_arguments_that_a_trace_has_no_room_for(self):
        """One is not recorded without the names of the last ones."""
        many = {f"a{n}": n for n in range(300)}
        with posixtrace.Stream(log=self.path("log")):
            for arguments in {"a" * 240: 1}, {"a": 1, "b" * 234: "x"}, many:
                with self.assertRaisesRegex(ValueError, "room for 243; give"):
                    posixtrace.event("py:long", **arguments)
            posixtrace.event("py:fits", **{"a" * 239: 1})
            posixtrace.event("py:both", **{"a": 1, "b" * 233: "x"})
        with posixtrace.open(self.path("log")) as trace:
            self.assertEqual([(event.name, event.args) for event in trace
                              if event.name.startswith("py:")],
                             [("py:fits", {"a" * 239: 1}),
                              ("py:both", {"a": 1, "b" * 233: "x"})])

    def test_times_beyond_all_events(self):
        with posixtrace.Stream(log=self.path("log")):
            posixtrace.event("py:one", n=1)
        with posixtrace.open(self.path("log")) as trace:
            n = len(trace.columns())
            for far in 1 << 63, 1 << 64, 1 << 93, 1 << 100:
                self.assertEqual(len(trace.columns(from_ns=far)), 0)
                self.assertEqual(list(trace.batches(from_ns=far)), [])
                self.assertEqual(len(trace.columns(to_ns=far)), n)
                self.assertEqual(len(trace.columns(from_ns=-far)), n)
                self.assertEqual(len(trace.columns(to_ns=-far)), 0)

    def test_messages_say_what_it_is_about(self):
        with self.assertRaisesRegex(OSError, "'a stream of this process'$"):
            posixtrace.Stream(stream_size=1 << 60)
        for size in 1.5, "1":
            with self.assertRaisesRegex(TypeError, "^stream_size: .*give an int$"):
                posixtrace.Stream(stream_size=size)
        with posixtrace.Stream(log=self.path("log")) as stream:
            posixtrace.event("py:one", n=1)
            with self.assertRaisesRegex(TypeError, "stream cannot be .*pickled"):
                pickle.dumps(stream)
        with posixtrace.open(self.path("log")) as trace:
            with self.assertRaisesRegex(TypeError, "open it there$"):
                pickle.dumps(trace)
            with self.assertRaisesRegex(TypeError, "tolist"):
                pickle.dumps(trace.columns())

    def test_a_log_that_was_replaced(self):
        """It is told once, where the trace is read."""
        def write(name):
            with posixtrace.Stream(log=self.path("log")):
                posixtrace.event(name, n=1)

        def names(events):
            return [event.name for event in events if event.tid]

        write("py:old")
        for read in (names, lambda trace: trace.columns() and first,
                     lambda trace: list(trace.batches()) and first):
            with posixtrace.open(self.path("log")) as trace:
                first = names(trace)
                write("py:new")
                with self.assertWarnsRegex(RuntimeWarning,
                                           "log: was replaced; ") as told:
                    self.assertEqual(read(trace), first)
                self.assertEqual(told.filename, __file__)
                with warnings.catch_warnings():
                    warnings.simplefilter("error")
                    self.assertEqual(names(trace), first)
                os.remove(self.path("log"))
            write("py:old")

    def test_numbers_that_c_would_cut(self):
        with posixtrace.Stream(log=self.path("log")):
            posixtrace.event("py:one", n=1)
        with posixtrace.open(self.path("log")) as trace:
            me = next(event for event in trace if event.tid)
            self.assertIsNotNone(trace.thread_name(Index(me.pid), Index(me.tid)))
            for far in 1 << 32, -1 << 32, 1 << 31:
                with self.assertRaisesRegex(OverflowError, "^pid: "):
                    trace.thread_name(me.pid + far, me.tid)
                with self.assertRaisesRegex(OverflowError, "^tid: "):
                    trace.thread_name(me.pid, Index(me.tid + far))
            with self.assertRaisesRegex(TypeError, "^tid: float: give an int"):
                trace.thread_name(me.pid, 1.5)
            with self.assertRaises(TypeError):
                trace.columns(to_ns=1.5)
            self.assertEqual(len(trace.columns(to_ns=Index(1 << 80))),
                             len(trace.columns()))
        for size in -1, 1 << 64, (1 << 64) + (1 << 20):
            for word in "stream_size", "log_size", "max_data":
                with self.assertRaisesRegex(ValueError, f"^{word}: "):
                    posixtrace.Stream(**{word: Index(size)})
        with self.assertRaisesRegex(TypeError, "^log_size: bytes: give an int"):
            posixtrace.Stream(log_size=b"1")
        with self.assertRaisesRegex(TypeError, "^name: bytes: give a str"):
            posixtrace.Stream(name=b"x")
        with self.assertRaisesRegex(TypeError, "^pid: float: give an int"):
            posixtrace.Stream(pid=1.0)
        for value in "no", 1, None:
            with self.assertRaisesRegex(TypeError, "^inherit: .*: give a bool"):
                posixtrace.Stream(inherit=value)
        for value in "", b"":
            with self.assertRaisesRegex(ValueError, "^log: '': names no file"):
                posixtrace.Stream(log=value)
        with posixtrace.Stream(log=self.path("switched")) as stream, \
                self.assertRaisesRegex(ValueError, "^log: '': names no file"):
            stream.switch_log("")
        with self.assertRaises(ProcessLookupError):
            posixtrace.Stream(pid=Index((1 << 32) + os.getpid()))

    def test_a_command_is_a_list(self):
        for command in "true", b"true":
            with self.assertRaisesRegex(TypeError, "a command is a list"):
                posixtrace.record(command, self.path("x.ptl"))
        with self.assertRaisesRegex(TypeError, "options are in a list"):
            posixtrace.record(["true"], self.path("x.ptl"), options="-q")

    def test_a_damaged_log_says_so(self):
        with posixtrace.Stream(log=self.path("log")):
            posixtrace.event("py:damaged", n=0x123456789)
        with posixtrace.open(self.path("log")) as trace:
            self.assertGreater(len(list(trace)), 0)
            self.assertEqual(trace.damage, 0)
        with open(self.path("log"), "r+b") as file:
            data = file.read()
            file.seek(data.rindex((0x123456789).to_bytes(8, sys.byteorder)))
            file.write(b"\xff")
        with posixtrace.open(self.path("log")) as trace:
            self.assertNotIn("py:damaged", [event.name for event in trace])
            self.assertEqual(trace.damage, 1)
            self.assertEqual(trace.usage["complete"], 0)

    def test_a_recording_that_makes_other_logs(self):
        with self.assertRaisesRegex(RuntimeError, "has made no such log; .*--every"):
            posixtrace.record(["true"], self.path("x.ptl"),
                              options=["--every", "1s"])
        with self.assertRaisesRegex(RuntimeError, "failed, with status [1-9]"):
            posixtrace.record(["true"], self.path("x.ptl"),
                              options=["--nonsense"])

    def types(self):
        with posixtrace.Stream(log=self.path("whole")):
            posixtrace.event("py:one", n=1)
        with posixtrace.open(self.path("whole")) as trace:
            return trace.types

    def test_names_of_the_system_are_known(self):
        """Of a log that has lost them: the first table is at a fixed place."""
        with posixtrace.Stream(log=self.path("log")):
            posixtrace.event("py:one", n=1)
        with open(self.path("log"), "r+b") as log:
            log.seek(53248 + 72 * 2)
            log.write(bytes(72 * 4))
        known = {id_: type_.name for id_, type_ in self.types().items()
                 if id_ < 64}
        self.assertEqual(known, posixtrace._library.SYSTEM_TYPES)
        with posixtrace.open(self.path("log")) as trace:
            events = list(trace)
        self.assertEqual([events[0].name, events[-1].name],
                         ["posix_trace_start", "posix_trace_stop"])

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
