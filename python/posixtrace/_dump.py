# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""What only a dump of ThreadX has of its events."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from typing import NamedTuple

from ._library import LIBRARY, TRID, Context as CContext, Object, Word, byref
from ._text import text_of

__all__ = ["Context", "context", "is_dump"]

#: Kinds of words that are numbers; others may stand for text.
_NUMBER, _HEX, _POINTER = 0, 1, 2
_WORDS = 4
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
    #: Its information words, by the names that ThreadX has for them: numbers, or text
    #: as "forever", a state of a thread, or an address of IPv4.
    words: dict[str, int | str]


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
                   None if found.threshold < 0 else found.threshold,
                   dict(_words(trid)))


def _words(trid: TRID) -> Iterator[tuple[str, int | str]]:
    word = Word()
    for n in range(_WORDS):
        if LIBRARY.posixtrace_get_word(trid, n, byref(word)):
            continue                        # it has no meaning
        number, text = int(word.value), text_of(word.text)
        is_number = word.kind in (_NUMBER, _HEX, _POINTER) or text == str(number)
        yield text_of(word.name), number if is_number else text
