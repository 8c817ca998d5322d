# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""What a trace consists of: types, events, and gaps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from ._dump import Context

__all__ = ["AnyDecoder", "DumpEvent", "Event", "Gap", "Type"]


class AnyDecoder(Protocol):
    """Takes values from the data of events."""

    def decode(self, data: bytes, is_cut: bool, /) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Type:
    """A type of events: its id in the trace, its name, and its arguments."""

    id: int
    name: str
    #: "n:u32 path:str", or "" if none are described.
    arguments: str = ""
    decoder: AnyDecoder | None = None


class Gap(NamedTuple):
    """Where events are missing: how many, at which row of the columns, and the
    times of the first one missing and of the first one after them (0: not
    known)."""

    events: int
    row: int
    first_ns: int
    resume_ns: int


class _Names(Protocol):
    """What knows the names of threads: a trace."""

    def thread_name(self, pid: int, tid: int) -> str | None: ...


class _Thread:
    """The name of its thread, which a copy of an event has instead of a trace."""

    __slots__ = ("name",)

    def __init__(self, name: str | None) -> None:
        self.name = name

    def thread_name(self, pid: int, tid: int) -> str | None:
        return self.name


class Event:
    """An event.  That of a loss has `lost`, the number of events missing.  It can be
    copied and pickled, then without its trace."""

    __slots__ = ("time_ns", "type", "pid", "tid", "address", "is_cut", "data",
                 "lost", "_trace")

    #: Of an event of a ThreadX dump.
    context: Context | None = None

    def __init__(self, time_ns: int, type_: Type, pid: int, tid: int,
                 address: int, is_cut: bool, data: bytes, trace: _Names,
                 lost: int = 0) -> None:
        self.time_ns = time_ns
        self.type = type_
        self.pid = pid
        self.tid = tid
        self.address = address
        self.is_cut = is_cut
        self.data = data
        self.lost = lost
        self._trace = trace

    @property
    def name(self) -> str:
        """The name of its type."""
        return self.type.name

    @property
    def id(self) -> int:
        """The id of its type, in this trace."""
        return self.type.id

    @property
    def args(self) -> dict[str, Any]:
        """Its arguments: numbers, bool, str, and bytes of memory."""
        decoder = self.type.decoder
        return decoder.decode(self.data, self.is_cut) if decoder else {}

    @property
    def thread(self) -> str | None:
        """The name of its thread, if the trace has it."""
        return self._trace.thread_name(self.pid, self.tid)

    def __getitem__(self, name: str) -> Any:
        return self.args[name]

    def __reduce__(self) -> tuple[object, ...]:
        """A copy has the name of its thread, and needs no trace."""
        return _copied, (type(self), self.time_ns, self.type, self.pid, self.tid,
                         self.address, self.is_cut, self.data, self.lost,
                         self.thread, self.context)

    def __repr__(self) -> str:
        lost = f", lost={self.lost}" if self.lost else ""
        return (f"<Event {self.time_ns} {self.name} pid={self.pid} "
                f"tid={self.tid} {self.args}{lost}>")


class DumpEvent(Event):
    """An event of a ThreadX dump, which has the name of its thread with it."""

    __slots__ = ("context",)

    @property
    def args(self) -> dict[str, Any]:
        """Its information words by their names."""
        return self.context.words if self.context else {}

    @property
    def thread(self) -> str | None:
        return self.context.thread if self.context else None


def _copied(kind: type[Event], time_ns: int, type_: Type, pid: int, tid: int,
            address: int, is_cut: bool, data: bytes, lost: int,
            thread: str | None, context: Context | None) -> Event:
    event = kind(time_ns, type_, pid, tid, address, is_cut, data,
                 _Thread(thread), lost)
    if isinstance(event, DumpEvent):
        event.context = context
    return event
