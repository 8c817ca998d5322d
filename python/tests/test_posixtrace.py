# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""The package, against what the command prints of the same logs.

$POSIXTRACE_COMMAND is the command; $EXAMPLES_DIR, if it is set, has the examples, and
$REFILL and $MAKE_TWIN are programs that make logs.
"""

import ast
import contextlib
import copy
import gc
import os
import pickle
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import unittest
import unittest.mock
import warnings

import posixtrace
from same import POSIXTRACE, Same

# Of an event.
WORDS = ("time_ns", "type", "name", "id", "pid", "tid", "address", "is_cut", "data",
         "lost", "args", "thread", "context")
HERE = os.path.dirname(os.path.abspath(__file__))


class Logs(Same):
    """What is recorded is what is read, and what `report --json` prints."""

    def test_arguments(self):
        log = self.path("x.ptl")
        with posixtrace.Stream(log=log):
            for n in range(100):
                posixtrace.event("py:all", n=n, minus=-n, large=(1 << 63) + n,
                                 x=n / 3, yes=n % 2 == 0, text=f"ä{n}",
                                 raw=bytes(range(n)))
                posixtrace.event("py:none")
        events = self.check(log)
        mine = [event for event in events if event.name == "py:all"]
        self.assertEqual(len(mine), 100)
        self.assertEqual(mine[7].args, {
            "n": 7, "minus": -7, "large": (1 << 63) + 7, "x": 7 / 3,
            "yes": False, "text": "ä7", "raw": bytes(range(7))})
        self.assertEqual(mine[7]["text"], "ä7")
        self.assertEqual(len(mine), len(events) // 2 - 1)
        self.assertIn("py:all", repr(mine[0]))

    def test_other_arguments_are_another_type(self):
        log = self.path("x.ptl")
        with posixtrace.Stream(log=log, max_data=64):
            posixtrace.event("py:same", n=1)
            posixtrace.event("py:same", n="one")
            posixtrace.event("py:same", n=2)
            posixtrace.event("py:long", text="x" * 1000)
        events = self.check(log)
        self.assertEqual([(e.name, e.args) for e in events[1:4]],
                         [("py:same", {"n": 1}), ("py:same~2", {"n": "one"}),
                          ("py:same", {"n": 2})])
        self.assertTrue(events[4].is_cut)
        self.assertEqual(events[4].args, {"text": "x" * 64})

    def test_copies_of_events(self):
        """They are whole, and need no trace."""
        log = self.path("x.ptl")
        with posixtrace.Stream(log=log):
            posixtrace.event("py:all", n=1, yes=True, text="ä", raw=b"\0\1")
        with posixtrace.open(log) as trace:
            events = list(trace)
            copies = pickle.loads(pickle.dumps(events))
            copies += [copy.copy(event) for event in events]
            copies += copy.deepcopy(events)
            # A type, which is in tables of its own.
            self.assertEqual(pickle.loads(pickle.dumps(trace.types)), trace.types)
            self.assertEqual(len({events[1].type, copies[1].type}), 1)
        for one, other in zip(events * 3, copies):
            self.assertEqual([getattr(one, word) for word in WORDS],
                             [getattr(other, word) for word in WORDS])
        self.assertIn("python", events[1].thread)

    def test_what_is_no_argument(self):
        with posixtrace.Stream():
            with self.assertRaises(TypeError):
                posixtrace.event("py:bad", n=[])
            with self.assertRaises(OverflowError):
                posixtrace.event("py:bad", n=1 << 64)
            # What would be recorded without its arguments, or its name.
            for bad in "a b", "a:b", "", "ä", "a\n", "a\0b":
                with self.assertRaises(ValueError, msg=bad):
                    posixtrace.event("py:bad", **{bad: 1})
            for bad in "x" * 64, "ä" * 32, "x\0y":
                with self.assertRaises(ValueError, msg=bad):
                    posixtrace.event(bad, n=1)
            for bad in "posix_trace_start", "posixtrace_read", \
                    "posix_trace_unnamed_userevent":
                with self.assertRaisesRegex(ValueError, "system event"):
                    posixtrace.event(bad)
            with self.assertRaisesRegex(ValueError, "NUL"):
                posixtrace.event("py:bad", text="abc\0def")
            with self.assertRaises(TypeError):
                posixtrace.event(5)
            posixtrace.event("x" * 63, _1=1)
            self.assertTrue(posixtrace.is_traced())
        # Nothing traces: it costs next to nothing, and is not looked at.
        posixtrace.event("py:bad", n=[])
        self.assertFalse(posixtrace.is_traced())

    def test_no_type_left(self):
        log = self.path("x.ptl")
        with posixtrace.Stream(log=log):
            for n in range(9):
                posixtrace.event("py:full", **{f"a{n}": n})
            for _ in range(2):
                with self.assertRaisesRegex(RuntimeError, "no type is left"):
                    posixtrace.event("py:full", a9=9)
            posixtrace.event("py:full", a8=8)
        names = [event.name for event in self.check(log)][1:-1]
        self.assertEqual(names, ["py:full"] + [
            f"py:full~{n}" for n in range(2, 10)] + [
                "posix_trace_unnamed_userevent"] * 2 + ["py:full~9"])

    def in_child(self, code):
        """Run code in a child of a process that has a stream and a trace."""
        with posixtrace.Stream(log=self.path("old")):
            posixtrace.event("py:old")
        log = self.path("x.ptl")
        done = subprocess.run(
            [sys.executable, "-c", f"""
import os, sys, posixtrace
trace = posixtrace.open({self.path("old")!r})
with posixtrace.Stream(log={log!r}) as stream:
    if os.fork() == 0:
        {code}
        sys.exit(5)
    status = os.waitstatus_to_exitcode(os.wait()[1])
    posixtrace.event("py:parent")
assert len(list(trace)) == 3
sys.exit(status)
"""], capture_output=True, check=False, timeout=60)
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (5, b"", b""))
        self.assertIn("py:parent", [event.name for event in self.check(log)])

    def test_child_ends(self):
        self.in_child("pass")
        self.in_child("stream.close(); trace.close(); del stream, trace")

    def test_child_uses(self):
        self.in_child("""
        for use, what in ((stream.start, "created"), (stream.flush, "created"),
                          (trace.columns, "opened"),
                          (lambda: list(trace), "opened")):
            try:
                use()
                sys.exit(6)
            except RuntimeError as error:
                assert f"was {what} in another process" in str(error), error
        posixtrace.open(trace.path).columns()
""")

    def test_threads(self):
        log = self.path("x.ptl")

        def work():
            for n in range(1000):
                posixtrace.event("py:work", n=n)

        with posixtrace.Stream(log=log, stream_size=1 << 20):
            threads = [threading.Thread(target=work) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        events = self.check(log)
        self.assertEqual(len([e for e in events if e.name == "py:work"]),
                         4000)
        self.assertEqual(len({e.tid for e in events
                              if e.name == "py:work"}), 4)
        with posixtrace.open(log) as trace:
            self.assertTrue(all(e.thread for e in trace
                                if e.name == "py:work"))

    def test_control(self):
        with posixtrace.Stream(stream_size=1 << 16, policy="loop") as stream:
            posixtrace.event("ctl:one")
            posixtrace.event("ctl:two")
            self.assertEqual([name for _, name, _, _ in stream.read()][1:],
                             ["ctl:one", "ctl:two"])
            stream.filter(["ctl:one"])
            posixtrace.event("ctl:one")
            posixtrace.event("ctl:two", n=5)
            names = [name for _, name, _, _ in stream.read()]
            self.assertIn("ctl:two~2", names)
            self.assertNotIn("ctl:one", names)
            stream.stop()
            posixtrace.event("ctl:two")
            stream.clear()
            self.assertEqual(list(stream.read()), [])
        with self.assertRaises(ValueError):
            stream.start()
        with self.assertRaises(ValueError):
            list(stream.read())
        stream.close()

    def test_losses(self):
        log = self.path("x.ptl")
        with posixtrace.Stream(log=log, stream_size=16384,
                               policy="until-full"):
            for n in range(5000):
                posixtrace.event("py:many", n=n)
        events = self.check(log)
        self.assertGreater(sum(event.lost for event in events), 0)

    def test_errors(self):
        with self.assertRaises(FileNotFoundError):
            posixtrace.open(self.path("none"))
        with open(self.path("text"), "w", encoding="utf-8") as file:
            file.write("no log\n")
        for path in (self.path("text"), self.folder.name, os.devnull):
            with self.assertRaisesRegex(OSError, "neither a log nor"):
                posixtrace.open(path)
        with self.assertRaises(OSError):
            posixtrace.Stream(pid=1 << 30)
        for size in "stream_size", "log_size", "max_data":
            with self.assertRaises(ValueError):
                posixtrace.Stream(**{size: -1})
        with self.assertRaisesRegex(ValueError, "'until-full', 'flush'"):
            posixtrace.Stream(policy="no")

    def test_columns_are_buffers(self):
        log = self.path("x.ptl")
        with posixtrace.Stream(log=log):
            posixtrace.event("py:one", n=1)
        with posixtrace.open(log) as trace:
            columns = trace.columns()
        self.assertEqual(len(columns), 3)
        for name, letter, size in (("time", "q", 8), ("id", "I", 4),
                                   ("offset", "Q", 8), ("tid", "i", 4)):
            view = getattr(columns, name)
            self.assertEqual((view.format, view.itemsize), (letter, size))

    def check_all_columns(self, trace):
        columns, rows = trace.columns(), 0
        for i, event in enumerate(trace):
            start, end = columns.offset[i:i + 2]
            self.assertEqual(
                (columns.time[i], columns.id[i], columns.data[start:end]),
                (event.time_ns, event.id, event.data))
            rows += 1
        self.assertEqual(len(columns), rows)
        return columns

    @unittest.skipUnless("EXAMPLES_DIR" in os.environ, "no examples")
    def test_many_rows(self):
        """Columns of megabytes, which are allocated in another way."""
        log = self.path("typed")
        with posixtrace.record(
                [os.path.join(os.environ["EXAMPLES_DIR"], "typed"), "40000"],
                log, options=["--stream-size", "64M"]) as trace:
            self.assertGreater(self.check_all_columns(trace).time.nbytes,
                               2 << 20)

    def test_much_data(self):
        """More data than its column has room for at first, several times."""
        log = self.path("x.ptl")
        with posixtrace.Stream(log=log, stream_size=16 << 20,
                               max_data=65000):
            for n in range(100):
                posixtrace.event("py:much", data=bytes([n]) * 60000)
        with posixtrace.open(log) as trace:
            self.assertGreater(self.check_all_columns(trace).data.nbytes,
                               5 << 20)

    def test_numpy(self):
        """NumPy and pandas have the numbers where they are."""
        try:
            import numpy
        except ImportError:
            self.skipTest("NumPy is not installed")
        log = self.path("x.ptl")
        with posixtrace.Stream(log=log):
            for n in range(numpy.int64(5)):
                posixtrace.event("py:one", n=numpy.int16(n))
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                posixtrace.event("py:real", x=numpy.float32(1.5),
                                 y=numpy.bool_(True), z=numpy.float64(2))
        with posixtrace.open(log) as trace:
            columns = trace.columns()
            self.assertEqual(list(trace)[2].args, {"n": 1})
            [real] = [event.args for event in trace if event.name == "py:real"]
            self.assertIs(real["y"], True)
            self.assertEqual([event.args for event in trace
                              if event.name == "py:real"],
                             [{"x": 1.5, "y": True, "z": 2.0}])
        frame = {}
        for name, kind in (("time", "int64"), ("id", "uint32"),
                           ("pid", "int32"), ("tid", "int32"),
                           ("thread", "uint64"), ("address", "uint64"),
                           ("truncated", "uint8"), ("offset", "uint64"),
                           ("data", "uint8")):
            view = getattr(columns, name)
            frame[name] = numpy.asarray(view)
            self.assertEqual(frame[name].dtype, kind)
            # What is written here is there.
            frame[name][-1] = 7
            self.assertEqual(view[-1], 7)
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        times = pandas.Series(frame["time"], copy=False)
        self.assertTrue(numpy.shares_memory(times.values, frame["time"]))
        del columns, view
        self.assertEqual(times.iloc[0], frame["time"][0])

    def test_columns_in_threads(self):
        """Each thread gets all of them."""
        log = self.path("x.ptl")
        with posixtrace.Stream(log=log, stream_size=1 << 20):
            for n in range(4000):
                posixtrace.event("py:one", n=n)
        lengths = []

        def read():
            for _ in range(20):
                lengths.append(len(trace.columns()))

        with posixtrace.open(log) as trace:
            threads = [threading.Thread(target=read) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(lengths, [4002] * 80)

    def test_large_numbers_in_tables(self):
        """Unsigned ones that SQLite's integers cannot hold keep all digits."""
        log, file = self.path("x.ptl"), self.path("x.sqlite")
        with posixtrace.Stream(log=log):
            for n in range(3):
                posixtrace.event("py:large", large=(1 << 64) - 1 - n)
        for value in "'18446744073709551614'", ":x":
            done = subprocess.run(
                [POSIXTRACE, "query", "--csv", "--no-header", log,
                 f"SELECT count(*) FROM \"py:large\" WHERE large = {value} "
                 "AND :x IS NOT NULL", "-P", "x=18446744073709551615"],
                capture_output=True, check=True)
            self.assertEqual(done.stdout.strip(), b"1")
        subprocess.run([POSIXTRACE, "convert", "-q", "--to", "sqlite", "-o",
                        file, log], check=True)
        with contextlib.closing(sqlite3.connect(file)) as base:
            rows = base.execute('SELECT large FROM "py:large"').fetchall()
        self.assertEqual(rows, [(str((1 << 64) - 1 - n),) for n in range(3)])

    def test_one_loop_at_a_time(self):
        log = self.path("x.ptl")
        with posixtrace.Stream(log=log, stream_size=1 << 20):
            for n in range(9000):
                posixtrace.event("py:one", n=n)
        with posixtrace.open(log) as trace:
            first, second = iter(trace), iter(trace)
            next(first)
            begin = next(second)
            with self.assertRaisesRegex(RuntimeError, "once more"):
                list(first)
            self.assertEqual(len(list(second)), 9001)
            # And from the beginning again.
            self.assertEqual(next(iter(trace)).time_ns, begin.time_ns)
            third = iter(trace)
            next(third)
            with posixtrace.open(log) as other:
                self.assertEqual(len(list(other)), 9002)
            self.assertEqual(len(list(third)), 9001)
        for read in (lambda: list(trace), trace.columns, lambda: trace.usage,
                     lambda: list(trace.batches())):
            with self.assertRaisesRegex(ValueError, "closed"):
                read()
        trace.close()
        self.assertEqual(begin.name, "posix_trace_start")

    def test_interrupt(self):
        """^C in a loop, or in columns(), leaves the trace as it is."""
        log = self.path("x.ptl")
        with posixtrace.Stream(log=log, stream_size=1 << 20):
            for n in range(9000):
                posixtrace.event("py:one", n=n)

        def forever(read):
            while True:
                read()

        before = signal.signal(signal.SIGALRM, signal.default_int_handler)
        try:
            with posixtrace.open(log) as trace:
                for read in (lambda: list(trace), trace.columns) * 3:
                    signal.setitimer(signal.ITIMER_REAL, 0.05)
                    with self.assertRaises(KeyboardInterrupt):
                        forever(read)
                    self.assertEqual(len(trace.columns()), 9002)
        finally:
            signal.signal(signal.SIGALRM, before)

    def test_dropped(self):
        """Without close() the log is completed all the same, in any order."""
        log = self.path("x.ptl")
        stream = posixtrace.Stream(log=log)
        stream.start()
        posixtrace.event("py:one", n=1)
        del stream
        events = list(posixtrace.open(log))
        self.assertEqual([e.name for e in events][1:],
                         ["py:one", "posix_trace_stop"])
        gc.collect()
        self.assertEqual(events[1].args, {"n": 1})

    def test_hostile_count(self):
        """A log is not believed how many events it has."""
        log = self.path("x.ptl")
        with posixtrace.Stream(log=log):
            posixtrace.event("py:one", n=1)
        with posixtrace.open(log) as trace, unittest.mock.patch.object(
                posixtrace.Trace, "usage",
                {"events": 1 << 60, "lost": 0, "log_lost": 0}):
            self.assertEqual(len(trace.columns()), 3)

    def test_no_library(self):
        code = "import posixtrace"
        for library, words in (("/none.so", b"install libposixtrace"),
                               ("libc.so.6", b"libc.so.6 is too old")):
            done = subprocess.run(
                [sys.executable, "-c", code], capture_output=True, check=False,
                env=dict(os.environ, POSIXTRACE_LIBRARY=library))
            self.assertEqual(done.returncode, 1)
            self.assertIn(b"ImportError: ", done.stderr)
            self.assertIn(words, done.stderr)

    def test_record_fails(self):
        """A log that was there before is none of the recording."""
        log = self.path("old")
        with posixtrace.Stream(log=log):
            pass
        with self.assertRaisesRegex(RuntimeError, "status 2"):
            posixtrace.record(["true"], log, options=["--no-such-option"])
        with self.assertRaises(FileNotFoundError):
            posixtrace.record(["true"], log, program=self.path("none"))

    def test_record_is_refused(self):
        """A log that another recording is writing is none of this one, though it
        changes meanwhile."""
        log = self.path("busy")
        with contextlib.ExitStack() as stack:
            other = stack.enter_context(subprocess.Popen(
                [os.environ["POSIXTRACE_COMMAND"], "record", "-q", "-o", log,
                 "cat"], stdin=subprocess.PIPE))
            while not os.path.exists(log):
                self.assertIsNone(other.poll())
            done = threading.Event()
            writer = threading.Thread(target=self.write_on, args=(log, done))
            stack.callback(writer.join)
            stack.callback(done.set)
            writer.start()
            for _ in range(3):
                with self.assertRaisesRegex(RuntimeError, "failed, with status"):
                    posixtrace.record(["true"], log)

    def test_record_is_interrupted(self):
        """The log is complete, with what the command does at its end."""
        log, ready = self.path("interrupted"), self.path("ready")
        command = [sys.executable, "-c", """
import posixtrace, sys, time
try:
    posixtrace.event("begins")
    open(sys.argv[1], "w").close()
    time.sleep(100)
except KeyboardInterrupt:
    time.sleep(0.5)
    posixtrace.event("cleans_up")
""", ready]
        with subprocess.Popen([sys.executable, "-c", """
import posixtrace, sys
try:
    posixtrace.record(sys.argv[2:], sys.argv[1])
except KeyboardInterrupt:
    print("interrupted")
""", log, *command], start_new_session=True, stdout=subprocess.PIPE) as program:
            while not os.path.exists(ready):
                self.assertIsNone(program.poll())
                time.sleep(0.01)
            os.killpg(program.pid, signal.SIGINT)
            self.assertEqual(program.communicate()[0], b"interrupted\n")
        with posixtrace.open(log) as trace:
            names = [event.name for event in trace]
            self.assertIn("begins", names)
            self.assertIn("cleans_up", names)
            self.assertTrue(trace.usage["complete"])

    def test_record_without_standard_streams(self):
        subprocess.run([sys.executable, "-c", """
import os, posixtrace, sys
os.closerange(0, 2)
posixtrace.record(["true"], sys.argv[1]).close()
""", self.path("closed")], check=True)

    @staticmethod
    def write_on(log, done):
        while not done.wait(0.001):
            os.utime(log)

    def test_record_of_a_failing_command(self):
        """Its status does not matter, nor that the log was there, nor a link to it."""
        log, link = self.path("log"), self.path("link")
        os.symlink(log, link)
        for name in log, log, link:
            with posixtrace.record(["false"], name) as trace:
                self.assertGreater(len(list(trace)), 0)

    def test_types(self):
        """The package and the example satisfy mypy --strict."""
        try:
            import mypy.api
        except ImportError:
            self.skipTest("mypy is not installed")
        package = os.path.dirname(posixtrace.__file__)
        example = os.path.join(HERE, "..", "examples")
        out, err, status = mypy.api.run(
            ["--strict", "--cache-dir", os.path.join(self.folder.name, "mypy"),
             package, example])
        self.assertEqual((status, err), (0, ""), out)

    @unittest.skipUnless("EXAMPLES_DIR" in os.environ, "no examples")
    def test_record(self):
        log = self.path("typed")
        trace = posixtrace.record(
            [os.path.join(os.environ["EXAMPLES_DIR"], "typed"), "5"], log,
            options=["--name", "mine"])
        self.assertEqual(len([e for e in trace
                              if e.name == "furnace:done"]), 5)
        trace.close()
        self.check(log)

    @unittest.skipUnless("MAKE_TWIN" in os.environ, "no twins")
    def test_other_byte_order(self):
        log, twin = self.path("typed"), self.path("twin")
        posixtrace.record([os.path.join(os.environ["EXAMPLES_DIR"], "typed"),
                           "5"], log).close()
        subprocess.run([os.environ["MAKE_TWIN"], log, twin], check=True)
        self.check(twin)

    @unittest.skipUnless("REFILL" in os.environ, "no refill")
    def test_gaps(self):
        for words in ([], ["full"]):
            log = self.path("refill")
            subprocess.run([os.environ["REFILL"], log, *words], check=True)
            events = self.check(log)
            self.assertGreaterEqual(len([e for e in events if e.lost]), 2)

    def test_example(self):
        log = self.path("x.ptl")
        with posixtrace.Stream(log=log):
            for _ in range(100):
                posixtrace.event("work_begin")
                posixtrace.event("work_end")
        example = os.path.join(HERE, "..", "examples", "latency.py")
        package = os.path.dirname(os.path.dirname(posixtrace.__file__))
        done = subprocess.run([sys.executable, example, log, "work_begin",
                               "work_end"], capture_output=True, check=True,
                              env=dict(os.environ, PYTHONPATH=package))
        self.assertIn(b"100 from work_begin to work_end\n", done.stdout)
        self.assertIn(b"p99: ", done.stdout)

    def test_documented(self):
        """Everything public has a docstring, and types."""
        folder = os.path.dirname(posixtrace.__file__)
        for name in sorted(os.listdir(folder)):
            if not name.endswith(".py"):
                continue
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                tree = ast.parse(file.read())
            self.assertTrue(ast.get_docstring(tree), name)
            for node in ast.walk(tree):
                if not isinstance(node, ast.FunctionDef):
                    continue
                self.assertIsNotNone(node.returns, f"{name}: {node.name}")
                for argument in node.args.args:
                    if argument.arg != "self":
                        self.assertIsNotNone(argument.annotation,
                                             f"{name}: {node.name}")


if __name__ == "__main__":
    unittest.main()
