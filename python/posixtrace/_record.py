# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""Trace points, streams, and recording."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import operator
import os
import re
import struct
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import SupportsIndex, Union

from ._library import (LIBRARY, TRID, Argument, Attributes, EventInfo,
                       EventSet, Point, byref, check, check_process)
from ._text import text_of
from ._trace import Trace, open as open_trace

__all__ = ["Stream", "event", "is_traced", "record"]

# The path of a file, as open() has it.
_Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

_U64, _I64, _F64, _BOOL, _STRING, _MEMORY = 0x18, 0x28, 0x48, 0x51, 0x80, 0x90
_POLICIES = {"loop": 1, "until-full": 2, "flush": 3}
_LOG_POLICIES = {"loop": 1, "until-full": 2, "append": 4}
#: The type of events without a name; those of the system are below.
_UNNAMED = 64
_SET, _ADD, _SUB = 1, 2, 3
#: How long a command may go on after an interrupt.
_GRACE_S = 5

# Trace points stay, as those of C do: by the name and the kinds of arguments.
_points: dict[tuple[object, ...], tuple[Point, list[bytes]]] = {}
_NAME_MAX = 63
_SIZE_MOST = (1 << 8 * ctypes.sizeof(ctypes.c_size_t) - 1) - 1
#: Bytes of the description of a type, "n:i64 path:str".
_DESCRIPTION_MAX = 243
_KINDS = {_U64: "u64", _I64: "i64", _F64: "f64", _BOOL: "bool",
          _STRING: "str", _MEMORY: "mem"}
_IDENTIFIER = re.compile("[A-Za-z0-9_]+")
_DOUBLE = struct.Struct("=d")
_BITS = struct.Struct("=Q")


def is_traced() -> bool:
    """Does some stream trace this process?"""
    return bool(LIBRARY.posixtrace_is_traced())


def _argument(argument: Argument, value: object) -> object:
    """Fill in the kind and the value; returns what has to stay so long."""
    if isinstance(value, bool):
        argument.kind, argument.size, argument.value = _BOOL, 1, value
    elif isinstance(value, int):
        argument.kind = _I64 if value < 1 << 63 else _U64
        if not -(1 << 63) <= value < 1 << 64:
            raise OverflowError(f"{value}: more than 64 bits")
        argument.size, argument.value = 8, value & (1 << 64) - 1
    elif isinstance(value, float):
        argument.kind, argument.size = _F64, 8
        argument.value = _BITS.unpack(_DOUBLE.pack(value))[0]
    elif isinstance(value, str):
        if "\0" in value:
            raise ValueError(f"{value!r}: has a NUL, where a string of an "
                             "event ends; give bytes")
        text = value.encode("utf-8", "surrogateescape")
        buffer = ctypes.create_string_buffer(text)
        argument.kind, argument.size = _STRING, min(len(text) + 1, 65535)
        argument.value = ctypes.addressof(buffer)
        return buffer
    elif isinstance(value, (bytes, bytearray, memoryview)):
        data = bytes(value)[:65503]
        memory = ctypes.create_string_buffer(data, max(len(data), 1))
        argument.kind, argument.size = _MEMORY, len(data) + 2
        argument.value = ctypes.addressof(memory)
        return memory
    elif _plain(value) is not value:
        return _argument(argument, _plain(value))
    elif isinstance(value, SupportsIndex):
        return _argument(argument, operator.index(value))
    else:
        raise TypeError(f"{type(value).__name__}: no argument of an event; "
                        "give a number, bool, str or bytes")
    return None


def _plain(value: object) -> object:
    """A scalar of NumPy, such as a float32, as Python has it."""
    if getattr(value, "shape", None) != ():
        return value
    plain: object = getattr(value, "item", lambda: value)()
    return plain if isinstance(plain, (bool, int, float)) else value


def _name(name: str) -> bytes:
    """Names that a trace cannot have are refused: they would be lost, or be
    those of other types."""
    if not isinstance(name, str):
        raise TypeError(f"{type(name).__name__}: no name of an event; "
                        "give a str")
    text = name.encode()
    if len(text) > _NAME_MAX or b"\0" in text:
        raise ValueError(f"{name!r}: no name of an event: it has a NUL, or "
                         f"more than {_NAME_MAX} bytes")
    return text


def _point(name: str, arguments: Iterable[str],
           made: Iterable[Argument]) -> tuple[Point, list[bytes]]:
    """A new trace point."""
    text = _name(name)
    for word in arguments:
        if not _IDENTIFIER.fullmatch(word):
            raise ValueError(f"{word!r}: no name of an argument; take "
                             "letters from A to z, digits and _")
    described = " ".join(f"{word}:{_KINDS[one.kind]}"
                         for word, one in zip(arguments, made))
    if len(described) > _DESCRIPTION_MAX:
        raise ValueError(f"{name!r}: the names and kinds of its arguments take "
                         f"{len(described)} bytes, and a trace has room for "
                         f"{_DESCRIPTION_MAX}; give fewer, or shorter names")
    id_ = ctypes.c_uint()
    check(LIBRARY.posix_trace_eventid_open(text, byref(id_)), name)
    if id_.value < _UNNAMED or name == "posix_trace_unnamed_userevent":
        raise ValueError(f"{name!r}: is the name of a system event")
    return Point(name=text), [word.encode() for word in arguments]


def event(name: str, /, **arguments: object) -> None:
    """Record an event with arguments, if the process is traced:
    ``posixtrace.event("ctl:cycle", n=1, path="/tmp")``.

    An int is 64 bits, with a sign unless it needs the last bit; a float a
    double; bool, str (without a NUL) and bytes are what they are, and numbers of
    NumPy what they are in Python.  Names of arguments have letters of ASCII, digits
    and "_"; with their kinds they take up to 243 bytes, as "n:i64 path:str".

    If no type is left, as one name can have nine kinds of arguments and a
    process a limited number of types, the event is recorded without its name,
    and RuntimeError raised.
    """
    if not LIBRARY.posixtrace_is_traced():
        return
    made = (Argument * len(arguments))()
    kept = [_argument(one, value)
            for one, value in zip(made, arguments.values())]
    key = (name, *arguments, *(one.kind for one in made))
    known = _points.get(key)
    point = known or _point(name, arguments, made)
    for one, word in zip(made, point[1]):
        one.name = word
    LIBRARY.posixtrace_record(byref(point[0]), made, len(made))
    del kept
    if not known:
        if point[0].id == _UNNAMED:
            raise RuntimeError(
                f"{name!r}: no type is left for it with these arguments; "
                "recorded as posix_trace_unnamed_userevent")
        _points[key] = point


def _choice(what: str, word: str, choices: dict[str, int]) -> int:
    if word not in choices:
        raise ValueError(f"{what}: {word!r} is none of "
                         f"{', '.join(map(repr, choices))}")
    return choices[word]


class Stream:
    """A stream that traces a process: this one (0), or another one's pid.

    With `log`, its events are written there.  It runs when it has been
    started; it is closed at the end of a ``with``.

    It belongs to the process that has made it.  In a child of that, made by
    os.fork(), closing it does nothing, and using it raises RuntimeError.
    """

    def __init__(self, pid: int = 0, *,
                 log: _Path | None = None,
                 name: str | None = None, policy: str | None = None,
                 log_policy: str | None = None,
                 stream_size: int | None = None, log_size: int | None = None,
                 max_data: int | None = None, inherit: bool = False) -> None:
        self._trid = TRID()
        self._is_open = False
        self._owner = os.getpid()
        if not isinstance(pid, SupportsIndex):
            raise TypeError(f"pid: {type(pid).__name__}: give an int")
        pid = operator.index(pid)
        if not 0 <= pid < 1 << 31:
            raise ProcessLookupError(errno.ESRCH, f"{pid}: no such process")
        if name is not None and not isinstance(name, str):
            raise TypeError(f"name: {type(name).__name__}: give a str")
        if name is not None and "\0" in name:
            raise ValueError(f"name: {name!r}: it contains a zero byte")
        if not isinstance(inherit, bool):
            raise TypeError(f"inherit: {type(inherit).__name__}: give a bool")
        self.log = os.fsdecode(log) if log is not None else None
        if self.log == "":
            raise ValueError("log: '': names no file")
        attributes = Attributes()
        check(LIBRARY.posix_trace_attr_init(byref(attributes)), "attributes")
        try:
            self._set(attributes, name, stream_size, log_size, max_data)
            if policy is not None:
                check(LIBRARY.posix_trace_attr_setstreamfullpolicy(
                    byref(attributes), _choice("policy", policy,
                                               _POLICIES)), policy)
            if log_policy is not None:
                check(LIBRARY.posix_trace_attr_setlogfullpolicy(
                    byref(attributes), _choice("log_policy", log_policy,
                                               _LOG_POLICIES)), log_policy)
            if inherit:
                check(LIBRARY.posix_trace_attr_setinherited(
                    byref(attributes), 2), "inherit")
            self._create(pid, attributes)
        finally:
            LIBRARY.posix_trace_attr_destroy(byref(attributes))

    @staticmethod
    def _set(attributes: Attributes, name: str | None,
             stream_size: int | None, log_size: int | None,
             max_data: int | None) -> None:
        if name is not None:
            check(LIBRARY.posix_trace_attr_setname(
                byref(attributes), name.encode()), "name")
        for word, setter, value in (
                ("stream_size", "streamsize", stream_size),
                ("log_size", "logsize", log_size),
                ("max_data", "maxdatasize", max_data)):
            if value is None:
                continue
            if not isinstance(value, SupportsIndex):
                raise TypeError(f"{word}: {type(value).__name__}: give an int")
            # Of a number that is too large ctypes would take some bits.
            size = operator.index(value)
            if not 0 <= size <= _SIZE_MOST:
                raise ValueError(f"{word}: {size}: no size")
            check(getattr(LIBRARY, "posix_trace_attr_set" + setter)(
                byref(attributes), size), word)

    def _create(self, pid: int, attributes: Attributes) -> None:
        if self.log is None:
            check(LIBRARY.posix_trace_create(pid, byref(attributes),
                                             byref(self._trid)),
                  f"process {pid}" if pid else "a stream of this process")
        else:
            self._create_with_log(self.log, pid, attributes)
        self._is_open = True

    def _create_with_log(self, log: str, pid: int,
                         attributes: Attributes) -> None:
        def create(fd: int, path: str) -> None:
            check(LIBRARY.posix_trace_create_withlog(
                pid, byref(attributes), fd, byref(self._trid)),
                f"process {pid}, log {path}" if pid else f"log {path}")
            self._is_open = True

        try:
            _write_log(log, create)
        except OSError:
            self.close()
            raise

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a stream cannot be copied or pickled: it belongs to the "
                        "process that has made it")

    def _id(self) -> TRID:
        if not self._is_open:
            raise ValueError("the stream is closed")
        check_process(self._owner, "the stream was created")
        return self._trid

    def start(self) -> None:
        """Record from now on."""
        check(LIBRARY.posix_trace_start(self._id()), "start")

    def stop(self) -> None:
        """Record nothing from now on, until it is started again."""
        check(LIBRARY.posix_trace_stop(self._id()), "stop")

    def flush(self) -> None:
        """Write to the log what is in memory."""
        check(LIBRARY.posix_trace_flush(self._id()), "flush")

    def switch_log(self, log: _Path) -> None:
        """Complete the log, and go on with another one, without losing an event.
        With the policy "loop" that is a snapshot: the log that is completed has
        the newest events."""
        path = os.fsdecode(log)
        if not path:
            raise ValueError("log: '': names no file")
        _write_log(path, lambda fd, _: check(
            LIBRARY.posixtrace_switch_log(self._id(), fd), path))
        self.log = path

    def clear(self) -> None:
        """Forget all events."""
        check(LIBRARY.posix_trace_clear(self._id()), "clear")

    def filter(self, names: Iterable[str]) -> None:
        """Record no events of these types any more, and of all others."""
        if isinstance(names, (str, bytes)):
            raise TypeError(f"{names!r}: names of types are in a list or the "
                            "like; one alone, too")
        texts = [_name(name) for name in names]
        types = EventSet()
        LIBRARY.posix_trace_eventset_empty(byref(types))
        for text in texts:
            id_ = ctypes.c_uint()
            check(LIBRARY.posix_trace_trid_eventid_open(
                self._id(), text, byref(id_)), text_of(text))
            LIBRARY.posix_trace_eventset_add(id_, byref(types))
        check(LIBRARY.posix_trace_set_filter(self._id(), byref(types), _SET),
              "filter")

    def read(self) -> Iterator[tuple[int, str, int, bytes]]:
        """The events that are there, of a stream without a log: time in
        nanoseconds, name of the type, thread, data."""
        info, n = EventInfo(), ctypes.c_size_t()
        data, is_end = ctypes.create_string_buffer(65536), ctypes.c_int()
        name = ctypes.create_string_buffer(64)
        while True:
            check(LIBRARY.posix_trace_trygetnext_event(
                self._id(), byref(info), data, len(data), byref(n),
                byref(is_end)), "the stream")
            if is_end.value:
                return
            text = f"type-{info.id}"
            if LIBRARY.posix_trace_eventid_get_name(
                    self._id(), info.id, name) == 0:
                text = text_of(name.value)
            yield info.time.ns(), text, info.tid, data.raw[:n.value]

    def close(self) -> None:
        """Stop it, and complete the log.  Does nothing in another process than
        the one that has made it."""
        if self._is_open and self._owner == os.getpid():
            self._is_open = False
            check(LIBRARY.posix_trace_shutdown(self._trid), "shutdown")

    def __enter__(self) -> Stream:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_is_open", False):
            self.close()


def _write_log(log: str, use: Callable[[int, str], None]) -> None:
    """Have a file used as a log.  One that is there is replaced when that is done,
    not before.  Until then it has the pid behind its name, as that of
    ``posixtrace record``, so `posixtrace recover` knows it."""
    path = os.path.realpath(log)
    # What else there is, such as a device, is refused by the library.
    is_file = os.path.isfile(path) or not os.path.exists(path)
    if is_file:
        _refuse_busy(path)
    draft = f"{path}.{os.getpid()}" if is_file else path
    try:
        fd = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC |
                     os.O_NONBLOCK | (os.O_TRUNC if is_file else 0), 0o600)
    except OSError as error:
        error.filename = log
        raise
    try:
        try:
            use(fd, path)
        except BaseException:
            if is_file:
                os.unlink(draft)
            raise
        # If this fails the stream goes on in the draft.
        if is_file:
            os.rename(draft, path)
    finally:
        os.close(fd)


def _refuse_busy(log: str) -> None:
    """Another stream may be writing this log."""
    try:
        fd = os.open(log, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError:
        return
    try:
        if LIBRARY.posixtrace_is_being_written(fd):
            check(errno.EBUSY, log)
    finally:
        os.close(fd)


def record(command: Sequence[str], output: _Path, *,
           preload: bool = False, options: Sequence[str] = (),
           program: str | None = None) -> Trace:
    """Run a command and record it, with ``posixtrace record``; `options` are
    further ones of that.  Returns its trace; the status of the command does
    not matter.

    KeyboardInterrupt is raised when the log is complete: the command, which a
    terminal sends ^C, too, may go on for five seconds, or until the next one; then
    it gets SIGTERM.

    `program` is the path of posixtrace, unless $POSIXTRACE_COMMAND or PATH has it.
    """
    if isinstance(command, (str, bytes)):
        raise TypeError(f"{command!r}: a command is a list, of the program and its "
                        "arguments; one of a shell is "
                        f"['sh', '-c', {command!r}]")
    if isinstance(options, (str, bytes)):
        raise TypeError(f"{options!r}: options are in a list; one alone, too")
    tool = program if program else os.environ.get("POSIXTRACE_COMMAND", "posixtrace")
    path = os.fsdecode(output)
    # Tells a failure of the recorder from one of the command.
    ready, told = os.pipe()
    try:
        try:
            # Not one of the standard streams, if those are closed.
            told = _above_stderr(told)
            words = [tool, "record", "-q", "-o", path, f"--ready-fd={told}"]
            if preload:
                words.append("--preload")
            status = _run([*words, *options, "--", *command], told)
        finally:
            os.close(told)
        with open(ready, "rb", closefd=False) as lines:
            log = lines.readline().split(b" ")
    finally:
        os.close(ready)
    if len(log) < 3:
        raise RuntimeError(f"{path}: {tool} record failed, with status "
                           f"{status}")
    if _identity(path) != (int(log[0]), int(log[1])):
        raise RuntimeError(f"{path}: {tool} record has made no such log; with "
                           "options such as --every it makes others")
    return open_trace(path)


def _above_stderr(fd: int) -> int:
    if fd > 2:
        return fd
    high = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 3)
    os.close(fd)
    return high


def _run(words: Sequence[str], told: int) -> int:
    """Run the recorder, and return its status.  Whatever ends the waiting, the
    recorder completes its log."""
    process = subprocess.Popen(words, pass_fds=(told,))
    try:
        return process.wait()
    except KeyboardInterrupt:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE_S)
        raise
    finally:
        # The recorder passes it on to the command.
        if process.poll() is None:
            process.terminate()
            process.wait()


def _identity(path: str) -> tuple[int, int] | None:
    """Tells a file from others."""
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino
