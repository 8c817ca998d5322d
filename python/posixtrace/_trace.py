# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""Reading traces: one event after the other, or all as columns."""

from __future__ import annotations

import ctypes
import errno
import mmap
import operator
import os
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import SupportsIndex

from ._arguments import Decoder
from ._dump import Context, context as context_of, is_dump
from ._event import AnyDecoder, DumpEvent, Event, Gap, Type
from ._library import (LIBRARY, SYSTEM_TYPES, TRID, Arguments,
                       Columns as CColumns, Log, Loss, Timespec, Usage, byref,
                       as_id, check, check_process, created)
from ._system import system_decoder
from ._text import text_of

__all__ = ["Columns", "Trace", "open"]

START, STOP, OVERFLOW, USER = 2, 3, 5, 64
NOT_TRUNCATED = 1
DATA_MAX = 65535
_BATCH = 4096

#: Column, letter of its numbers, bytes of one.
_COLUMNS = (("time", "q", 8), ("id", "I", 4), ("pid", "i", 4),
            ("tid", "i", 4), ("thread", "Q", 8), ("address", "Q", 8),
            ("truncated", "B", 1))
#: Bytes of a huge page.
_HUGE = 2 << 20


def _allocate(size: int) -> bytearray | mmap.mmap:
    """A buffer of zeros.  A large one takes memory only as it is filled, in
    huge pages where there are any: to clear it first would take longer than to
    fill it."""
    if size < _HUGE:
        return bytearray(size)
    try:
        buffer = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except (OSError, OverflowError, ValueError) as error:
        raise MemoryError(f"{size} bytes for the columns: {error}; "
                          "ask for fewer rows at a time") from error
    try:
        buffer.madvise(mmap.MADV_HUGEPAGE)
    except OSError:
        pass                            # a kernel without them
    return buffer


class Columns:
    """Events as columns, each a memoryview of numbers, which NumPy takes without
    a copy: ``numpy.asarray(columns.time)``; and pandas what NumPy has:
    ``pandas.Series(numpy.asarray(columns.time), copy=False)``.

    The data of row ``i`` is ``data[offset[i]:offset[i + 1]]``.
    """

    __slots__ = ("time", "id", "pid", "tid", "thread", "address", "truncated",
                 "offset", "data", "gaps", "_contexts", "_buffers", "_room",
                 "_n", "_used")

    #: Nanoseconds since the epoch.
    time: memoryview
    #: Types; ``trace.types[id].name``.
    id: memoryview
    pid: memoryview
    tid: memoryview
    #: pthread_t, as a number; of a ThreadX dump the address of the thread.
    thread: memoryview
    #: Of the trace point.
    address: memoryview
    #: 1 (NOT_TRUNCATED): the data is whole; 2 or 3: it was cut.
    truncated: memoryview
    offset: memoryview
    data: memoryview
    #: Where events are missing.
    gaps: list[Gap]

    def __init__(self, room: int, data_room: int) -> None:
        self._room = room
        self._n = 0
        self._used = 0
        self.gaps = []
        self._contexts: list[Context | None] = []
        self._buffers = {name: _allocate(size * room)
                         for name, _, size in _COLUMNS}
        self._buffers["offset"] = _allocate(8 * (room + 1))
        self._buffers["data"] = _allocate(data_room + DATA_MAX)
        self._cast()

    def __len__(self) -> int:
        return self._n

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("columns cannot be pickled; give the lists that are "
                        "needed, as columns.time.tolist()")

    def _cast(self) -> None:
        for name, letter, _ in _COLUMNS:
            view = memoryview(self._buffers[name]).cast(letter)
            setattr(self, name, view[:self._n])
        self.offset = memoryview(self._buffers["offset"]).cast(
            "Q")[:self._n + 1]
        self.data = memoryview(self._buffers["data"])[:self._used]

    def _grow(self, is_data: bool) -> None:
        """Twice the room, of numbers or of data."""
        for name, old in self._buffers.items():
            if (name == "data") == is_data:
                new = _allocate(2 * len(old))
                new[:len(old)] = old
                self._buffers[name] = new
        if not is_data:
            self._room *= 2

    def _at(self, name: str, position: int) -> int:
        buffer = self._buffers[name]
        start = (ctypes.c_char * len(buffer)).from_buffer(buffer)
        return ctypes.addressof(start) + position

    def _fill(self, trid: TRID, most: int) -> int:
        """Read up to `most` more rows; returns how many there were."""
        if len(self._buffers["data"]) - self._used < DATA_MAX:
            self._grow(True)
        if self._n == self._room:
            self._grow(False)
        n = self._n
        columns = CColumns(
            size=ctypes.sizeof(CColumns), max=min(most, self._room - n),
            offset=self._at("offset", 8 * n), data=self._at("data", 0),
            data_size=len(self._buffers["data"]),
            **{name: self._at(name, size * n) for name, _, size in _COLUMNS})
        got = ctypes.c_size_t()
        check(LIBRARY.posixtrace_read_columns(trid, byref(columns),
                                              byref(got)), "the trace")
        self._n += got.value
        self._used = self._last("offset", "Q", self._n)
        return got.value

    def _last(self, name: str, letter: str, at: int) -> int:
        return memoryview(self._buffers[name]).cast(letter)[at]


class Trace:
    """A log, or a dump of ThreadX, whose events are read.

    A trace is iterable, from its beginning each time, and by one loop at a
    time: a loop raises RuntimeError after something else has begun to read the
    trace.  Each event comes as an
    `Event`, and what was lost as the event ``posix_trace_overflow`` with
    ``lost``, where `posixtrace report` has it.

    It has what the file had when it was opened.  Reading it after another file has
    got its name, as by record(), is a RuntimeWarning, once.

    It belongs to the process that has opened it.  In a child of that, made by
    os.fork(), closing it does nothing, and reading it raises RuntimeError.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        self._trid = TRID()
        self._is_open = False
        self._owner = os.getpid()
        # One thread at a time goes to a place and reads there, or closes.
        self._lock = threading.RLock()
        self._threads: set[tuple[int, int]] = set()
        self._names: dict[tuple[int, int], str | None] = {}
        fd = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        try:
            status = os.fstat(fd)
            self._size = status.st_size
            # Where it was opened; the process may go to another folder.
            self._file = (os.path.abspath(self.path),
                          (status.st_dev, status.st_ino))
            self._is_told = False
            error = LIBRARY.posix_trace_open(fd, byref(self._trid))
            if error == errno.EINVAL:
                raise OSError(error, "neither a log nor a ThreadX dump",
                              self.path)
            check(error, self.path)
            self._is_open = True
        finally:
            os.close(fd)
        self._is_dump = is_dump(self._trid)
        self._types: dict[int, Type] = {}
        self._passes = 0
        self._told = Gap(0, 0, 0, 0)
        self._list_types()

    def close(self) -> None:
        """The trace is not read any more; what was read stays.  Does nothing
        in another process than the one that has opened it."""
        # The lock is not free in another process, if it was held at the fork.
        if self._owner != os.getpid():
            return
        with self._lock:
            if self._is_open:
                # What the events ask for later on.
                for pid, tid in self._threads:
                    self.thread_name(pid, tid)
                self._is_open = False
                LIBRARY.posix_trace_close(self._trid)

    def __copy__(self) -> Trace:
        raise TypeError(f"{self.path}: a trace cannot be copied; open it again")

    def __deepcopy__(self, _: object) -> Trace:
        return self.__copy__()

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError(f"{self.path}: a trace cannot be pickled; "
                        "give the path, and open it there")

    def __enter__(self) -> Trace:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_is_open", False):
            self.close()

    def _id(self) -> TRID:
        if not self._is_open:
            raise ValueError(f"{self.path}: the trace is closed")
        check_process(self._owner, f"{self.path}: the trace was opened")
        return self._trid

    @contextmanager
    def _reading(self) -> Iterator[TRID]:
        """The stream, for one thread at a time."""
        # Before the lock: what held it before a fork will not free it.
        self._id()
        with self._lock:
            yield self._id()

    def _list_types(self) -> None:
        id_, is_end = ctypes.c_uint(), ctypes.c_int()
        while LIBRARY.posix_trace_eventtypelist_getnext_id(
                self._trid, byref(id_), byref(is_end)) == 0 \
                and not is_end.value:
            self._find_type(id_.value)
        LIBRARY.posix_trace_eventtypelist_rewind(self._trid)

    def _find_type(self, id_: int) -> Type:
        """A damaged trace may have events of types that it does not list."""
        name = ctypes.create_string_buffer(64)
        described = Arguments()
        decoder: AnyDecoder | None = None
        arguments = ""
        text = SYSTEM_TYPES.get(id_, f"type-{id_}")
        if LIBRARY.posix_trace_eventid_get_name(self._trid, id_, name) == 0:
            text = text_of(name.value)
        if LIBRARY.posixtrace_get_arguments(self._trid, id_,
                                            byref(described)) == 0:
            arguments = text_of(described.text)
            try:
                decoder = Decoder(arguments, bool(described.is_big_endian))
            except ValueError:
                arguments = ""
        elif id_ < USER and not self._is_dump:
            decoder = system_decoder(text)
        found = Type(id_, text, arguments, decoder)
        self._types[id_] = found
        return found

    @property
    def types(self) -> dict[int, Type]:
        """Its types of events, by their ids."""
        return self._types

    def thread_name(self, pid: int, tid: int) -> str | None:
        """The name of a thread, if the trace has it."""
        key = as_id("pid", pid), as_id("tid", tid)
        if key not in self._names:
            name = ctypes.create_string_buffer(32)
            with self._reading() as trid:
                known = LIBRARY.posixtrace_get_thread_name(
                    trid, *key, name) == 0
            self._names[key] = text_of(name.value) if known else None
        return self._names[key]

    @property
    def usage(self) -> dict[str, int]:
        """How much was recorded and lost; see posixtrace_get_usage(3).  Of a log
        that overwrites, these are exact after all was read."""
        usage = Usage()
        with self._reading() as trid:
            check(LIBRARY.posixtrace_get_usage(trid, byref(usage)), self.path)
        return {name: getattr(usage, name) for name, _ in usage._fields_}

    @property
    def damage(self) -> int:
        """The number of places in the log that cannot be read, as far as it was
        read: what was there is missing, without a gap.  After all was read, 0 says
        that nothing is damaged."""
        log = Log()
        with self._reading() as trid:
            error = LIBRARY.posixtrace_get_log(trid, byref(log))
        if error == errno.ENOENT:
            return 0                        # a dump
        check(error, self.path)
        return int(log.damaged)

    def _warn_if_replaced(self) -> None:
        """Once: who records again under a name may read it again, too."""
        path, file = self._file
        try:
            status = os.stat(path)
        except OSError:
            return
        if (status.st_dev, status.st_ino) == file or self._is_told:
            return
        self._is_told = True
        # For the caller of columns(), or who gets the next event or batch.
        warnings.warn(f"{self.path}: was replaced; this is the former one, and "
                      "posixtrace.open() opens what is there now",
                      RuntimeWarning, stacklevel=5)

    def _go_to(self, from_ns: int | None) -> int:
        """Returns the number of the pass that begins."""
        self._warn_if_replaced()
        self._told = Gap(0, 0, 0, 0)
        self._passes += 1
        if from_ns is None:
            check(LIBRARY.posix_trace_rewind(self._id()), self.path)
        else:
            # No event is outside of 64 bits, where a structure of C would wrap.
            sec, nsec = divmod(_bound(from_ns), 1000000000)
            time = Timespec(sec, nsec)
            check(LIBRARY.posixtrace_seek(self._id(), byref(time)), self.path)
        return self._passes

    def _gap(self, columns: Columns) -> Gap | None:
        """What was lost, as the last event of a call tells."""
        return self._new_gap(columns._n - 1) if columns._last(
            "id", "I", columns._n - 1) in (OVERFLOW, START) else None

    def _new_gap(self, row: int) -> Gap | None:
        """A gap that was not told yet: an old one may be asked for again."""
        loss = Loss()
        if LIBRARY.posixtrace_get_loss(self._trid, byref(loss)):
            return None
        gap = Gap(loss.events, row, loss.first.ns(), loss.resume.ns())
        if gap._replace(row=0) == self._told:
            return None
        self._told = gap._replace(row=0)
        return gap

    def batches(self, rows: int = 65536, *,
                from_ns: int | None = None) -> Iterator[Columns]:
        """Columns of so many events at most, in memory of that size.  What is
        missing at the end of the trace is a gap behind the last row of the last
        one, which has no row if the trace has none."""
        if not isinstance(rows, SupportsIndex):
            raise TypeError(f"rows: {type(rows).__name__}: give an int")
        rows = operator.index(rows)
        if rows < 1:
            raise ValueError(f"rows: {rows}: a batch has one or more")
        reported = 0
        last: Columns | None = None
        for columns in self._batches(rows, from_ns):
            if last:
                yield last
            reported += sum(gap.events for gap in columns.gaps)
            last = columns
        if not last:
            last = Columns(1, 1)
            last._cast()
        with self._reading():
            self._add_last_gaps(last, reported, from_ns is None)
        if len(last) or last.gaps:
            yield last

    def _batches(self, rows: int, from_ns: int | None, *,
                 has_contexts: bool = False) -> Iterator[Columns]:
        with self._reading():
            number = self._go_to(from_ns)
        fill = _fill_contexts if has_contexts else Columns._fill
        while True:
            columns = Columns(rows, 32 * rows)
            with self._reading() as trid:
                if self._passes != number:
                    raise RuntimeError(
                        f"{self.path}: something else reads it since;"
                        " open the trace once more for that")
                if fill(columns, trid, rows) == 0:
                    return
                gap = self._gap(columns)
            if gap:
                columns.gaps.append(gap)
            columns._cast()
            yield columns

    def columns(self, *, from_ns: int | None = None,
                to_ns: int | None = None) -> Columns:
        """All events, or those of a time (both ends included), as columns.
        What is missing at the end is a gap behind the last row.  A gap that goes
        on until after `from_ns` is told, with the time of its first event."""
        if to_ns is not None:
            to_ns = _bound(to_ns)
        with self._reading():
            return self._columns(from_ns, to_ns)

    def _columns(self, from_ns: int | None, to_ns: int | None) -> Columns:
        self._go_to(from_ns)
        events = _BATCH
        if from_ns is None and to_ns is None:
            # The log may be damaged, so its own count has a limit.
            events = min(self.usage["events"],
                         max(self._size // 4, 1 << 20))
        columns = Columns(max(events + 64, 64), 16 * events)
        while columns._fill(self._id(), 1 << 20 if to_ns is None else _BATCH):
            gap = self._gap(columns)
            if gap:
                columns.gaps.append(gap)
            if to_ns is not None and columns._last(
                    "time", "q", columns._n - 1) > to_ns:
                break
        if to_ns is None:
            self._add_last_gaps(columns, sum(
                gap.events for gap in columns.gaps), from_ns is None)
        columns._cast()
        if to_ns is not None:
            _cut(columns, to_ns)
        return columns

    def _add_last_gaps(self, columns: Columns, reported: int,
                       is_all: bool) -> None:
        """What the trace ends with, and what no gap reports."""
        gap = self._new_gap(columns._n)
        if gap:
            columns.gaps.append(gap)
            reported += gap.events
        rest = self._rest(reported) if is_all else 0
        if rest:
            columns.gaps.append(Gap(rest, columns._n, 0, 0))

    def _rest(self, reported: int) -> int:
        """Lost, and no gap has told of it."""
        try:
            usage = self.usage
        except OSError:
            return 0
        return max(usage["lost"] + usage["log_lost"] - reported, 0)

    def __iter__(self) -> Iterator[Event]:
        """Every event, and every loss, from the beginning."""
        types, find = self._types, self._find_type
        make = DumpEvent if self._is_dump else Event
        overflow = types.get(OVERFLOW) or find(OVERFLOW)
        event: Event | None = None
        reported = 0
        for columns in self._batches(_BATCH, None,
                                     has_contexts=self._is_dump):
            gap = columns.gaps[0] if columns.gaps else None
            data = bytes(columns.data)
            offsets = columns.offset
            self._threads.update(zip(columns.pid, columns.tid))
            start = offsets[0]
            last = len(columns) - 1
            contexts = columns._contexts
            for i, (time, id_, pid, tid, address, cut, end) in enumerate(zip(
                    columns.time, columns.id, columns.pid, columns.tid,
                    columns.address, columns.truncated, offsets[1:])):
                before = event
                event = make(time, types.get(id_) or find(id_), pid, tid,
                             address, cut != NOT_TRUNCATED, data[start:end],
                             self)
                if contexts and isinstance(event, DumpEvent):
                    event.context = contexts[i]
                start = end
                if gap and i == last:
                    reported += gap.events
                    if id_ == OVERFLOW:
                        event.lost = gap.events
                    else:
                        yield _lost(self, overflow, before, event, gap)
                yield event
        # A gap that the trace ends with, and no event stands for.
        with self._reading():
            gap = self._new_gap(0)
        if gap:
            reported += gap.events
            yield _lost(self, overflow, event, event, gap)
        rest = self._rest(reported)
        if rest:
            yield _lost(self, overflow, event, event, Gap(rest, 0, 0, 0))


def _fill_contexts(columns: Columns, trid: TRID, rows: int) -> int:
    """As _fill(); only of the event read last the dump tells the context."""
    filled = 0
    while filled < rows and columns._fill(trid, 1):
        filled += 1
        columns._contexts.append(context_of(trid))
        if columns._last("id", "I", columns._n - 1) in (OVERFLOW, START):
            break
    return filled


def _lost(trace: Trace, overflow: Type, before: Event | None,
          event: Event | None, gap: Gap) -> Event:
    """The event of a loss that no event of the trace stands for."""
    if event is None:
        trace._threads.add((0, 0))
        with trace._reading() as trid:
            first_ns = max(gap.first_ns, created(trid, trace.path))
        return Event(first_ns, overflow, 0, 0, 0, False, b"", trace, gap.events)
    earliest = before.time_ns if before else event.time_ns
    trace._threads.add((event.pid, 0))
    return Event(max(gap.first_ns, earliest), overflow, event.pid, 0, 0,
                 False, b"", trace, gap.events)


def _bound(ns: int) -> int:
    """As near to a time as one of an event can be."""
    return max(-(1 << 63), min(operator.index(ns), (1 << 63) - 1))


def _cut(columns: Columns, to_ns: int) -> None:
    """Leave out the rows behind a time."""
    from bisect import bisect_right
    columns._n = bisect_right(columns.time, to_ns)
    columns._used = columns.offset[columns._n]
    columns.gaps = [gap for gap in columns.gaps if gap.row < columns._n]
    columns._cast()


def open(path: str | os.PathLike[str]) -> Trace:  # noqa: A001
    """Open a log or a dump: ``for event in posixtrace.open("x.ptl")``."""
    return Trace(path)
