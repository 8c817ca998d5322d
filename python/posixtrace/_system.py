# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""The data of events of the library itself, as <posixtrace-events.h> has it."""

from __future__ import annotations

import struct
from typing import Any

from ._text import text_of

__all__ = ["SystemDecoder", "system_decoder"]

#: Members that have no sign; each member has 64 bits.
_UNSIGNED = {"thread", "routine", "duration", "life", "mutex", "cond", "rwlock",
             "spin", "sem", "barrier", "once", "size", "flags", "address",
             "handle", "protection", "late"}
_SET = 256                              # bytes of an event set

_IO = "fd size result duration"
_CALL = "fd - result duration"
_POLL = "- size result duration"
_WAIT = "duration result -?"
_PAIR = "first second flags result duration"
_PATH = "result duration flags path$"
_PEER = "fd - result duration address$"

#: The members of the data in their order: "-" is none of the event's, "?" at the end
#: one that older logs do not have, "$" text up to the end of the data.
_FORMS = {
    "thread_create": "thread routine duration result",
    "thread_start": "thread routine - -",
    "thread_exit": "thread - life -",
    "thread_join": "thread - duration result",
    "mutex_wait": "mutex duration result holder?",
    "cond_wait": f"cond {_WAIT}",
    "read": _IO, "write": _IO, "send": _IO, "recv": _IO, "epoll_wait": _IO,
    "open": _PATH, "close": _CALL, "fsync": _CALL,
    "malloc": "address size", "free": "address size",
    "fork": "child -",
    "function_enter": "late",
    "exec": "result - - path$",
    "exit": "pid status",
    "signal": "signal code sender",
    "socket": "family type protocol flags result duration",
    "socketpair": _PAIR, "pipe": _PAIR, "close_range": _PAIR,
    "bind": _PEER, "connect": _PEER,
    "listen": "fd backlog result duration",
    "accept": "fd flags result duration address$",
    "shutdown": "fd how result duration",
    "transfer": "from to size result duration",
    "poll": _POLL, "select": _POLL,
    "sleep": "result duration", "sigwait": "result duration",
    "dup": "fd flags result duration",
    "descriptor": "result duration flags kind$",
    "rdlock_wait": "rwlock duration result holder?",
    "wrlock_wait": "rwlock duration result holder?",
    "spin_wait": f"spin {_WAIT}", "sem_wait": f"sem {_WAIT}",
    "barrier_wait": f"barrier {_WAIT}",
    "waitpid": "pid result duration status",
    "kill": "to signal result duration thread",
    "process": "parent inherited",
    "inherited": "fd - - path$",
    "dlopen": "handle - duration flags path$",
    "dlclose": "handle result duration -",
    "mmap": "address size protection flags fd result duration",
    "munmap": "address size - - - result duration",
    "mprotect": "address size protection - - result duration",
    "once": "once duration result -",
    "thread_name": "thread result name$",
    "meta": "call fd result duration path$",
}
#: Bytes of a text, at most.
_TEXT_MAX = {"path": 192, "kind": 192, "address": 112, "name": 16}
#: What the last number is if it is not known.
_NOT_KNOWN = {"mutex_wait": 0, "rdlock_wait": 0, "wrlock_wait": 0, "free": 0,
              "kill": 0, "waitpid": -1, "process": -1}


class SystemDecoder:
    """Takes the members from the data of an event of that name."""

    def __init__(self, name: str) -> None:
        self.name = name
        words = _FORMS[name].split()
        self._text = words.pop()[:-1] if words[-1].endswith("$") else ""
        self._names = [word.rstrip("?") for word in words]
        self._optional = words[-1].endswith("?")
        self._numbers = struct.Struct("=" + "".join(
            "Q" if word in _UNSIGNED else "q" for word in self._names))

    def __reduce__(self) -> tuple[object, ...]:
        return SystemDecoder, (self.name,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SystemDecoder) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def decode(self, data: bytes, _is_cut: bool) -> dict[str, Any]:
        """The values by name; empty: the data is none of this type."""
        size = self._numbers.size
        if self._optional and len(data) == size - 8:
            data += bytes(8)                # of an older log; it is not known
        if not size <= len(data) <= size + _TEXT_MAX.get(self._text, 0):
            return {}
        values: dict[str, Any] = dict(zip(self._names,
                                          self._numbers.unpack_from(data)))
        values.pop("-", None)
        last = self._names[-1]
        if self.name in _NOT_KNOWN and values[last] == _NOT_KNOWN[self.name]:
            del values[last]
        # A handle and a result of 0: recorded before the call.
        if self.name == "dlopen" and not any(data[:16]):
            del values["handle"], values["duration"]
        if self._text:
            values[self._text] = text_of(data[size:])
        return values


class _StandardDecoder:
    """Events of the standard: a number, or sets of types, of which the number of
    types in them is told."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def __reduce__(self) -> tuple[object, ...]:
        return _StandardDecoder, self.names

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _StandardDecoder) and self.names == other.names

    def __hash__(self) -> int:
        return hash(self.names)

    def decode(self, data: bytes, _is_cut: bool) -> dict[str, Any]:
        if self.names in (("error",), ("auto",)):
            return {self.names[0]: struct.unpack("=i", data)[0]} \
                if len(data) == 4 else {}
        if len(data) != _SET * len(self.names):
            return {}
        return {name: bin(int.from_bytes(data[at * _SET:(at + 1) * _SET],
                                         "little")).count("1")
                for at, name in enumerate(self.names)}


def system_decoder(name: str) -> SystemDecoder | _StandardDecoder | None:
    """For a type of events of the standard or the library, by its name."""
    standard = {"error": ("error",), "start": ("filtered",), "stop": ("auto",),
                "filter": ("old", "new")}
    if name.startswith("posix_trace_"):
        names = standard.get(name[len("posix_trace_"):])
        return _StandardDecoder(*names) if names else None
    word = name[len("posixtrace_"):]
    return SystemDecoder(word) if name.startswith("posixtrace_") and \
        word in _FORMS else None
