# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""What only a dump of ThreadX has of its events."""

from __future__ import annotations

import ctypes
import errno
from typing import NamedTuple

from ._library import LIBRARY, TRID, Context as CContext, Object, byref
from ._text import text_of

__all__ = ["Context", "context", "is_dump"]

_KINDS = {1: "thread", 2: "interrupt", 3: "initialization"}


class Context(NamedTuple):
    """Where an event of a ThreadX dump was recorded, by the names that
    `posixtrace report --json` has for it."""

    ticks: int
    #: The number that ThreadX has for its type.
    threadx_id: int
    #: "thread", "interrupt" or "initialization".
    kind: str
    #: The name of the thread, or of the one that was interrupted.
    thread: str | None
    #: Its address, 0: there is none.
    thread_address: int
    core: int
    priority: int | None
    threshold: int | None


def is_dump(trid: TRID) -> bool:
    """Is it a dump, and no log?"""
    error: int = LIBRARY.posixtrace_get_object(trid, 0, byref(Object()))
    return error != errno.EINVAL


def context(trid: TRID) -> Context | None:
    """That of the event read last; None: the dump does not have that event."""
    found = CContext()
    if LIBRARY.posixtrace_get_context(trid, byref(found)):
        return None
    return Context(found.ticks, found.id, _KINDS[found.kind],
                   text_of(found.name) or None,
                   found.thread, found.core,
                   None if found.priority < 0 else found.priority,
                   None if found.threshold < 0 else found.threshold)
